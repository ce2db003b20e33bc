import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Platform } from '#contract/platforms/registry.ts';
import { indexPeople } from '#server/db/index-people.ts';
import { lockUser } from '#server/db/users.ts';
import { updateEmailProven } from '#server/features/accounts/email/queries.ts';
import { addPeople, searchPage, searchUrl } from '#tests/support/directory.ts';
import { readMails } from '#tests/support/mails.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp({}, { sharedSearchMs: 3_600_000 });
});
afterAll(() => test.close());

let members = 0;

async function addMember(handles: Partial<Record<Platform, string>> = { venmo: '@first' }) {
  members += 1;
  const username = `historian${members}`;
  const [id = 0] = await addPeople(test, [{ name: `Historian ${members}`, username, handles }]);
  return { ...(await test.loginAs({ id })), username };
}
type Member = Awaited<ReturnType<typeof addMember>>;

const save = async ({ call }: Member, platform: Platform, username: string) => {
  const answer = await call('POST', '/api/payment-accounts', { body: { platform, username } });
  expect(answer.statusCode, answer.body).toBeLessThan(300);
};
const remove = ({ call }: Member, platform: Platform) =>
  call('DELETE', `/api/payment-accounts/${platform}`);

async function cardOf({ id, username }: Member, params: Record<string, string> = {}) {
  const { cards } = await searchPage(test.call, searchUrl({ query: username, ...params }));
  const card = cards.find((each) => each.id === id);
  if (!card) throw new Error('The member was not found.');
  return card;
}

async function historyOf({ id }: { id: number }) {
  const { rows } = await test.pool.query<{ entry: string[] }>(
    `SELECT json_build_array(platform, old_handle, new_handle) AS entry FROM handle_history
     WHERE user_id = $1 ORDER BY id`,
    [id],
  );
  return rows.map(({ entry }) => entry);
}

/** As if the member had done everything so long ago. */
async function moveBack({ id }: Member, interval: string) {
  await test.pool.query(
    `UPDATE payment_accounts SET handle_since = handle_since - $2::interval WHERE user_id = $1`,
    [id, interval],
  );
  await test.pool.query('ALTER TABLE handle_history DISABLE TRIGGER USER');
  await test.pool.query('UPDATE handle_history SET at = at - $2::interval WHERE user_id = $1', [
    id,
    interval,
  ]);
  await test.pool.query('ALTER TABLE handle_history ENABLE TRIGGER USER');
  await indexPeople(test.db, [id]);
  test.app.peopleSearch.markChanged();
}

const dayOf = (time: Date) => time.toISOString().slice(0, 10);
const FIRST_DAY = dayOf(new Date());
/** Midnight may pass during the tests. */
const today = () => expect.toBeOneOf([FIRST_DAY, dayOf(new Date())]);

describe('the history of handles', () => {
  it('has every handle that was replaced, removed or added again, and no first one', async () => {
    const member = await addMember();
    await save(member, 'cashapp', '$maya');
    expect(await historyOf(member)).toEqual([]);
    await save(member, 'venmo', '@second');
    await save(member, 'venmo', '@second');
    await remove(member, 'venmo');
    await save(member, 'venmo', '@third');
    expect(await historyOf(member)).toEqual([
      ['venmo', '@first', '@second'],
      ['venmo', '@second', null],
      ['venmo', null, '@third'],
    ]);
    const { handleHistory } = (await member.call('GET', '/api/me/export')).json();
    expect(handleHistory).toMatchObject([
      { platform: 'venmo', oldHandle: null, newHandle: '@third' },
      { oldHandle: '@second', newHandle: null },
      { oldHandle: '@first', newHandle: '@second' },
    ]);
  });

  it('is written by the database, for every change of a handle', async () => {
    const member = await addMember();
    await test.pool.query(`UPDATE payment_accounts SET username = '@by-hand' WHERE user_id = $1`, [
      member.id,
    ]);
    expect(await historyOf(member)).toEqual([['venmo', '@first', '@by-hand']]);
  });

  it('is append-only, and is deleted with the account', async () => {
    const member = await addMember();
    await save(member, 'venmo', '@second');
    for (const statement of [
      "UPDATE handle_history SET old_handle = '@x'",
      'DELETE FROM handle_history',
      'TRUNCATE handle_history',
    ]) {
      await expect(test.pool.query(statement)).rejects.toThrow('append-only');
    }
    expect((await member.call('DELETE', `/api/user/${member.id}`)).statusCode).toBe(200);
    expect(await historyOf(member)).toEqual([]);
  });
});

describe('a result', () => {
  it('says since when the person is a member and has each handle, in their order', async () => {
    const member = await addMember({ venmo: '@v', cashapp: '$c', paypal: '@p' });
    const body = { platforms: ['cashapp', 'venmo'] };
    await member.call('PUT', '/api/payment-accounts/order', { body });
    await test.pool.query(`UPDATE users SET created_at = '2025-05-04T23:00Z' WHERE id = $1`, [
      member.id,
    ]);
    await test.pool.query(
      `UPDATE payment_accounts SET handle_since = '2025-06-07T01:00Z' WHERE user_id = $1 AND platform = 'venmo'`,
      [member.id],
    );
    await indexPeople(test.db, [member.id]);
    test.app.peopleSearch.markChanged();
    const card = await cardOf(member);
    const unproven = { proof: null, proofDetail: null, provenAt: null };
    const [cashapp, venmo, paypal] = [
      { platform: 'cashapp', handle: '$c', since: today(), ...unproven },
      { platform: 'venmo', handle: '@v', since: '2025-06-07', ...unproven },
      { platform: 'paypal', handle: '@p', since: today(), ...unproven },
    ];
    expect(card).toMatchObject({ memberSince: '2025-05-04', caution: null });
    expect(card.handles).toEqual([cashapp, venmo, paypal]);
    expect((await cardOf(member, { platform: 'paypal' })).handles).toEqual([
      paypal,
      cashapp,
      venmo,
    ]);
    expect((await member.call('GET', '/api/user')).json().memberSince).toBe('2025-05-04');
    expect((await member.call('GET', '/api/payment-accounts')).json()).toMatchObject([
      { platform: 'cashapp', since: today(), proof: null },
      { platform: 'venmo', since: '2025-06-07' },
      { platform: 'paypal' },
    ]);
  });

  it('of a private contact has neither a date of membership nor a caution', async () => {
    const member = await addMember();
    await member.call('POST', '/api/add-person', {
      body: {
        name: 'Private Friend',
        screenName: 'Friend',
        paymentPlatform: 'venmo',
        paymentUsername: '@friend',
      },
    });
    const { cards } = await searchPage(member.call, searchUrl({ query: 'private friend' }));
    expect(cards[0]).toMatchObject({
      memberSince: null,
      caution: null,
      handles: [{ platform: 'venmo', handle: '@friend', since: today() }],
    });
  });

  it('proves a PayPal or Apple Pay handle that is the confirmed address, and no other', async () => {
    const member = await addMember({ venmo: '@first' });
    const email = `${member.username}@example.com`;
    await test.pool.query('UPDATE users SET email = $2, email_key = $3 WHERE id = $1', [
      member.id,
      email,
      email.toLowerCase(),
    ]);
    await save(member, 'paypal', email.toUpperCase());
    await save(member, 'applepay', 'other@example.com');
    const proofs = async () =>
      Object.fromEntries(
        (await cardOf(member)).handles.map(({ platform, proof }) => [platform, proof]),
      );
    expect(await proofs()).toEqual({ paypal: null, applepay: null, venmo: null });

    await test.db.transaction(async (tx) => {
      await updateEmailProven(tx, await lockUser(tx, member.id), '192.0.2.7');
    });
    test.app.peopleSearch.markChanged();
    expect(await proofs()).toEqual({ paypal: 'email', applepay: null, venmo: null });
    await save(member, 'applepay', email);
    expect(await proofs()).toEqual({ paypal: 'email', applepay: 'email', venmo: null });
    const own = (await member.call('GET', '/api/payment-accounts')).json();
    expect(own.find((each: { platform: string }) => each.platform === 'paypal')).toMatchObject({
      proof: 'email',
      provenAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
    // Apple Pay was replaced today, but by what is proven.
    expect((await cardOf(member)).caution).toBeNull();
  });
});

describe('a replaced handle', () => {
  it('is a caution for 7 days', async () => {
    const member = await addMember();
    expect((await cardOf(member)).caution).toBeNull();
    await save(member, 'venmo', '@second');
    expect((await cardOf(member)).caution).toMatchObject({ kind: 'changed', platform: 'venmo' });
    await moveBack(member, '6 days 23 hours');
    expect((await cardOf(member)).caution).toMatchObject({ kind: 'changed', platform: 'venmo' });
    await moveBack(member, '1 hour');
    expect((await cardOf(member)).caution).toBeNull();
  });

  it('is one also if it was removed first', async () => {
    const member = await addMember();
    await remove(member, 'venmo');
    expect((await cardOf(member)).caution).toBeNull();
    await save(member, 'venmo', '@second');
    expect((await cardOf(member)).caution).toMatchObject({ kind: 'changed', platform: 'venmo' });
  });

  it('is one also if it was removed long ago, or removed and added again to hide it', async () => {
    const member = await addMember();
    await remove(member, 'venmo');
    await moveBack(member, '30 days');
    await save(member, 'venmo', '@second');
    await remove(member, 'venmo');
    await save(member, 'venmo', '@second');
    expect((await cardOf(member)).caution).toMatchObject({ kind: 'changed', platform: 'venmo' });
  });

  it('is none if the same one was removed and added again, or it is the first', async () => {
    const member = await addMember();
    await remove(member, 'venmo');
    await save(member, 'venmo', '@first');
    await save(member, 'cashapp', '$new');
    expect((await cardOf(member)).caution).toBeNull();
  });

  it.each([
    ['case', '@FIRST'],
    ['sign', 'first'],
  ])('is none if it was removed and is added again in another %s', async (_, again) => {
    const member = await addMember();
    const email = `${member.username}@example.com`;
    await test.pool.query(
      'UPDATE users SET email = $2, email_key = $2, email_proven_at = now() WHERE id = $1',
      [member.id, email],
    );
    await moveBack(member, '3 days');
    const [before] = (await cardOf(member)).handles;
    await remove(member, 'venmo');
    await save(member, 'venmo', again);
    const { handles, caution } = await cardOf(member);
    expect(handles).toMatchObject([{ since: before?.since }]);
    expect(caution).toBeNull();
    const mails = (await readMails(test)).filter(({ to }) => to === email);
    // The owner may have removed it because somebody else added it.
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Your Venmo name was removed - Payfolk',
      'A Venmo name was added - Payfolk',
    ]);
  });

  it('is still one after it was removed and added again', async () => {
    const member = await addMember();
    await save(member, 'venmo', '@second');
    await remove(member, 'venmo');
    await save(member, 'venmo', 'SECOND');
    expect((await cardOf(member)).caution).toMatchObject({ kind: 'changed', platform: 'venmo' });
  });

  it('is none if only the sign in front of it or its case changed', async () => {
    const member = await addMember();
    for (const same of ['first', 'First', '@FIRST', '@first']) await save(member, 'venmo', same);
    expect((await cardOf(member)).caution).toBeNull();
  });

  it('is named with every other one', async () => {
    const member = await addMember({ venmo: '@v', cashapp: '$c' });
    await save(member, 'venmo', '@v2');
    await moveBack(member, '3 days');
    await save(member, 'cashapp', '$c2');
    expect((await cardOf(member, { platform: 'venmo' })).caution).toMatchObject({
      platform: 'cashapp',
      others: [{ platform: 'venmo' }],
    });
    await moveBack(member, '5 days');
    expect((await cardOf(member)).caution).toMatchObject({ platform: 'cashapp', others: [] });
  });
});
