import { and, desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLog } from '#server/db/schema.ts';
import { addPeople, searchPage, searchUrl } from '#tests/support/directory.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';

/** A member is verified, then becomes someone else: the badge must not come along. */
let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp({}, { sharedSearchMs: 3_600_000 });
});
afterAll(() => test.close());

let members = 0;

async function verifiedMember() {
  members += 1;
  const username = `charity${members}`;
  const names = { name: 'Good Charity', screenName: `Charity No ${members}`, username };
  const handles = { venmo: '@charity-pays', cashapp: '$charitypays' };
  const [id = 0] = await addPeople(test, [{ ...names, handles, isVerified: true }]);
  return { ...(await test.loginAs({ id })), ...names };
}
type Member = Awaited<ReturnType<typeof verifiedMember>>;

/** What visitors see, the member sees, and the numbers say. */
async function isVerified({ id, username, call }: Member, found = username) {
  const { cards } = await searchPage(test.call, searchUrl({ query: found }));
  const card = cards.find((each) => each.id === id);
  const own = (await call('GET', '/api/user')).json();
  expect(card?.isVerified).toBe(own.isVerified);
  return own.isVerified as boolean;
}

const removals = ({ id }: Member) =>
  test.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.subjectId, id), eq(auditLog.action, 'verification-removed')))
    .orderBy(desc(auditLog.id));

const patch = (body: object) => (member: Member) => member.call('PATCH', '/api/me', { body });
const save = (platform: string, username: string) => (member: Member) =>
  member.call('POST', '/api/payment-accounts', { body: { platform, username } });

describe('the badge is removed', () => {
  it.each([
    ['new name', patch({ name: 'Red Cross' }), { name: { from: 'Good Charity', to: 'Red Cross' } }],
    ['new screen name', patch({ screenName: 'Red Cross' }), { screenName: { to: 'Red Cross' } }],
    ['cleared screen name', patch({ screenName: null }), { screenName: { to: null } }],
    [
      'replaced handle',
      save('venmo', '@thief'),
      { venmo: { from: '@charity-pays', to: '@thief' } },
    ],
    ['added handle', save('paypal', 'thief'), { paypal: { from: null, to: 'thief' } }],
    [
      'removed handle',
      (member: Member) => member.call('DELETE', '/api/payment-accounts/cashapp'),
      { cashapp: { from: '$charitypays', to: null } },
    ],
  ])('with a %s, at once and with an audit row', async (_what, change, changed) => {
    const member = await verifiedMember();
    expect(await isVerified(member)).toBe(true);
    const answer = await change(member);
    expect(answer.statusCode, answer.body).toBeLessThan(300);
    expect(await isVerified(member)).toBe(false);
    expect(await removals(member)).toMatchObject([
      { actorId: member.id, subject: { name: 'Good Charity' }, details: { changed } },
    ]);
  });

  it('with a new username', async () => {
    const member = await verifiedMember();
    const answer = await patch({ username: 'redcross' })(member);
    expect(answer.json()).toMatchObject({ username: 'redcross', isVerified: false });
    expect(await isVerified(member, 'redcross')).toBe(false);
    expect(await removals(member)).toHaveLength(1);
  });

  it('with the change or not at all', async () => {
    const member = await verifiedMember();
    await test.pool.query(`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'no'; END $$;
      CREATE TRIGGER fail BEFORE INSERT ON audit_log EXECUTE FUNCTION fail()`);
    const answers = [await patch({ name: 'Red Cross' })(member), await save('venmo', 'x')(member)];
    await test.pool.query('DROP FUNCTION fail CASCADE');
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([500, 500]);
    expect(await isVerified(member)).toBe(true);
    expect((await member.call('GET', '/api/user')).json().name).toBe('Good Charity');
  });

  it('once: the next change writes no second row, and an admin can verify again', async () => {
    const member = await verifiedMember();
    await patch({ name: 'Red Cross' })(member);
    await save('venmo', '@thief')(member);
    expect(await removals(member)).toHaveLength(1);
    const admin = await test.loginAs({ isAdmin: true });
    const body = { isVerified: true };
    const again = await admin.call('PATCH', `/api/admin/users/${member.id}`, { body });
    expect(again.statusCode).toBe(200);
    expect(await isVerified(member)).toBe(true);
    await save('venmo', '@charity-pays')(member);
    expect(await isVerified(member)).toBe(false);
    expect(await removals(member)).toHaveLength(2);
  });
});

describe('the badge stays', () => {
  it.each([
    ['the saved name is sent again', patch({ name: '  Good  Charity ' })],
    [
      'the saved username is sent in capitals',
      ({ call, username }: Member) =>
        call('PATCH', '/api/me', { body: { username: username.toUpperCase() } }),
    ],
    [
      'the saved screen name is sent again',
      ({ call, screenName }: Member) => call('PATCH', '/api/me', { body: { screenName } }),
    ],
    ['the saved handle is sent again', save('cashapp', 'charitypays')],
    ['the saved handle is sent in capitals', save('cashapp', 'CharityPays')],
    [
      'other fields change',
      patch({ phoneNumber: '+15550001111', websiteUrl: 'https://a.example' }),
    ],
    [
      'handles are ranked',
      ({ call }: Member) =>
        call('PUT', '/api/payment-accounts/order', { body: { platforms: ['venmo', 'cashapp'] } }),
    ],
  ])('when %s', async (_when, change) => {
    const member = await verifiedMember();
    expect((await change(member)).statusCode).toBeLessThan(300);
    expect(await isVerified(member)).toBe(true);
    expect(await removals(member)).toEqual([]);
  });

  it('when a handle that is not there is removed', async () => {
    const member = await verifiedMember();
    const { statusCode } = await member.call('DELETE', '/api/payment-accounts/paypal');
    expect(statusCode).toBe(404);
    expect(await isVerified(member)).toBe(true);
  });
});
