import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminCommand } from '#cli/admin-command.ts';
import { noticeTo, tokenOfNotice, undo } from '#tests/support/notices.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';

let test: TestApp;
let admin: Awaited<ReturnType<TestApp['loginAs']>>;
beforeAll(async () => {
  test = await buildTestApp();
  admin = await test.loginAs({ isAdmin: true, name: 'Ada Min' });
});
afterAll(() => test.close());

const REASON = 'Three people told us that the name is not yours.';
const ANSWER = 'It is mine.\nI can show you the app.';

let members = 0;

async function addMember() {
  members += 1;
  const email = `answerer${members}@example.com`;
  const person = { name: `Answerer ${members}`, username: `answerer${members}`, email };
  const member = await test.loginAs({ ...person, emailProvenAt: new Date() });
  return { ...member, email };
}
type Member = Awaited<ReturnType<typeof addMember>>;

/** Suspends as an admin, from the review queue. */
async function suspend({ id, call }: Member) {
  await call('POST', '/api/me/verification', { body: {} });
  const [item] = await itemsOf(id);
  const body = { action: 'suspend', reason: REASON };
  const answer = await admin.call('POST', `/api/admin/reviews/${item.id}`, { body });
  expect(answer.statusCode, answer.body).toBe(200);
}

async function itemsOf(id: number) {
  const all = (await admin.call('GET', '/api/admin/reviews?limit=50')).json();
  return all.filter(({ person }: { person: { id: number } }) => person.id === id);
}

const answerWith = ({ call }: Member, answer: unknown = ANSWER) =>
  call('POST', '/api/me/suspension-answer', { body: { answer } });

describe('a suspended member', () => {
  it('cannot ask for the badge, which would be a second answer', async () => {
    const member = await addMember();
    await suspend(member);
    const answer = await member.call('POST', '/api/me/verification', { body: { note: ANSWER } });
    expect(answer.statusCode).toBe(403);
    expect(answer.json().code).toBe('SUSPENDED');
    expect(await itemsOf(member.id)).toEqual([]);
  });

  it('gets a mail with the reason', async () => {
    const member = await addMember();
    await suspend(member);
    const mail = await noticeTo(test, member.email, 'Your page is suspended');
    expect(mail.text).toContain(`Why: ${REASON}`);
    expect(mail.text).toContain(`Read why and answer:\n${test.config.publicUrl}/profile`);
    // Neither who did it nor from where.
    expect(mail.text).not.toMatch(/Ada Min|127\.0\.0\.1|If this was you/);
  });

  it('cannot be made an admin, who could end the suspension', async () => {
    const member = await addMember();
    await suspend(member);
    const answer = await admin.call('PATCH', `/api/admin/users/${member.id}`, {
      body: { isAdmin: true },
    });
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'IS_SUSPENDED']);
  });

  it('cannot be verified, which would close the only answer', async () => {
    const member = await addMember();
    await suspend(member);
    await answerWith(member);
    const [{ id, person }] = await itemsOf(member.id);
    const body = { action: 'verify', version: person.version };
    const answers = [
      await admin.call('POST', `/api/admin/reviews/${id}`, { body }),
      await admin.call('PATCH', `/api/admin/users/${member.id}`, { body: { isVerified: true } }),
    ];
    for (const answer of answers) {
      expect(answer.statusCode, answer.body).toBe(409);
      expect(answer.json()).toMatchObject({
        code: 'IS_SUSPENDED',
        message:
          'This person is suspended. Show the page again first: under Review, or with npm run admin.',
      });
    }
    expect(await itemsOf(member.id)).toMatchObject([{ id, kind: 'answer' }]);
  });

  it('answers once, and the admins read it with the reason', async () => {
    const member = await addMember();
    await suspend(member);
    const answer = await answerWith(member);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json().suspension).toMatchObject({ reason: REASON, answer: ANSWER });
    expect((await member.call('GET', '/api/user')).json().suspension.answer).toBe(ANSWER);
    const items = await itemsOf(member.id);
    expect(items).toMatchObject([
      { kind: 'answer', note: ANSWER, person: { suspension: { reason: REASON } } },
    ]);
    const again = await answerWith(member, 'Another one');
    expect([again.statusCode, again.json().code]).toEqual([409, 'ALREADY_ANSWERED']);
    const { rows } = await test.pool.query(
      "SELECT details FROM audit_log WHERE subject_id = $1 AND action = 'suspension-answered'",
      [member.id],
    );
    expect(rows).toHaveLength(1);
  });

  it('answers once, also with many answers at a time', async () => {
    const member = await addMember();
    await suspend(member);
    const all = await Promise.all(Array.from({ length: 10 }, () => answerWith(member)));
    expect(all.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(await itemsOf(member.id)).toHaveLength(1);
  });

  it('cannot answer again after the answer was dismissed', async () => {
    const member = await addMember();
    await suspend(member);
    await answerWith(member);
    const [item] = await itemsOf(member.id);
    await admin.call('POST', `/api/admin/reviews/${item.id}`, { body: { action: 'dismiss' } });
    expect(await itemsOf(member.id)).toEqual([]);
    expect((await answerWith(member)).json().code).toBe('ALREADY_ANSWERED');
  });

  it.each([
    ['', 'Please write an answer'],
    ['  \n ', 'Please write an answer'],
    ['a'.repeat(1_001), 'Answer must be at most 1,000 characters'],
  ])('has to write something of at most 1,000 characters', async (text, message) => {
    const member = await addMember();
    await suspend(member);
    const answer = await answerWith(member, text);
    expect([answer.statusCode, answer.json().message]).toEqual([400, message]);
  });

  it('is restored from the queue, gets a mail, and may answer another suspension', async () => {
    const member = await addMember();
    await suspend(member);
    await answerWith(member);
    const [item] = await itemsOf(member.id);
    const path = `/api/admin/reviews/${item.id}`;
    const body = { action: 'restore', version: item.person.version };
    const restored = await admin.call('POST', path, { body });
    expect([restored.statusCode, restored.json().message]).toEqual([200, 'Restored']);
    expect((await member.call('GET', '/api/user')).json().suspension).toBeNull();
    expect(await itemsOf(member.id)).toEqual([]);
    const mail = await noticeTo(test, member.email, 'Your page is back');
    expect(mail.text).toContain('Visitors see your page on Payfolk again');
    const { rows } = await test.pool.query(
      'SELECT action FROM audit_log WHERE subject_id = $1 AND actor_id = $2 ORDER BY id DESC LIMIT 2',
      [member.id, admin.id],
    );
    expect(rows.map(({ action }) => action)).toEqual(['review-restored', 'user-restored']);
    await suspend(member);
    expect((await answerWith(member)).statusCode).toBe(200);
  });

  it('is restored at the command line, which closes the item and sends the mail', async () => {
    const member = await addMember();
    await suspend(member);
    await answerWith(member);
    await adminCommand(['restore', member.email])(test.db, []);
    expect(await itemsOf(member.id)).toEqual([]);
    await noticeTo(test, member.email, 'Your page is back');
  });
});

describe('another review of a suspended member', () => {
  async function reportSuspended() {
    const member = await addMember();
    await suspend(member);
    await answerWith(member);
    const body = { userId: member.id, reason: 'scam' };
    expect((await test.call('POST', '/api/reports', { body })).statusCode).toBe(202);
    const items = await itemsOf(member.id);
    const idOf = (kind: string) => items.find((item: { kind: string }) => item.kind === kind).id;
    const { version } = items[0].person;
    return { member, version, report: idOf('report'), answer: idOf('answer') };
  }

  const act = (id: number, body: object) =>
    admin.call('POST', `/api/admin/reviews/${id}`, { body });

  it('does not suspend again, which would close the only answer', async () => {
    const { member, report, answer } = await reportSuspended();
    for (const id of [report, answer]) {
      const refused = await act(id, { action: 'suspend', reason: 'Another reason.' });
      expect([refused.statusCode, refused.json().code]).toEqual([409, 'ALREADY_SUSPENDED']);
    }
    expect(await itemsOf(member.id)).toHaveLength(2);
    expect((await member.call('GET', '/api/user')).json().suspension.reason).toBe(REASON);
  });

  it('does not restore, which only the answer does', async () => {
    const { member, version, report, answer } = await reportSuspended();
    const refused = await act(report, { action: 'restore', version });
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'NOT_AN_ANSWER']);
    expect((await member.call('GET', '/api/user')).json().suspension).not.toBeNull();
    expect((await act(answer, { action: 'restore', version })).statusCode).toBe(200);
  });
});

describe('restore', () => {
  it('is refused for a member who is not suspended', async () => {
    const member = await addMember();
    await suspend(member);
    await answerWith(member);
    const [item] = await itemsOf(member.id);
    await test.pool.query(
      `UPDATE users SET suspended_at = NULL, suspended_reason = NULL, suspension_answer = NULL,
         suspension_answered_at = NULL WHERE id = $1`,
      [member.id],
    );
    const path = `/api/admin/reviews/${item.id}`;
    const body = { action: 'restore', version: item.person.version };
    const refused = await admin.call('POST', path, { body });
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'REVIEW_CLOSED']);
    expect((await answerWith(member)).json().code).toBe('NOT_SUSPENDED');
  });

  it('is refused if an undo link changed a payment name since the admin looked', async () => {
    const member = await addMember();
    for (const username of ['$old', '$new']) {
      const body = { platform: 'cashapp', username };
      await member.call('POST', '/api/payment-accounts', { body });
    }
    const token = await tokenOfNotice(test, member.email, 'Your Cash App name was changed');
    await suspend(member);
    await answerWith(member);
    const [seen] = await itemsOf(member.id);
    expect((await undo(test, token)).statusCode).toBe(200);
    const restore = (version?: string) =>
      admin.call('POST', `/api/admin/reviews/${seen.id}`, { body: { action: 'restore', version } });
    const refused = await restore(seen.person.version);
    expect(refused.statusCode, refused.body).toBe(409);
    expect(refused.json()).toMatchObject({
      code: 'PROFILE_CHANGED',
      message: 'This profile changed since you opened it. Look again.',
    });
    expect((await restore()).json().fields).toEqual({
      version: 'version must be the one that came with the item',
    });
    const [fresh] = await itemsOf(member.id);
    expect(fresh.person.accounts).toMatchObject([{ username: '$old' }]);
    expect((await restore(fresh.person.version)).statusCode).toBe(200);
  });
});
