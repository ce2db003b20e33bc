import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { paymentAccounts, undos, users } from '#server/db/schema.ts';
import { sweep } from '#server/jobs/sweep.ts';
import { pauseTransactions, untilWaiting } from '#tests/support/interleave.ts';
import { lastTokenTo, readMails } from '#tests/support/mails.ts';
import { tokenOfNotice, undo } from '#tests/support/notices.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';

let test: TestApp;
let pause: Awaited<ReturnType<typeof pauseTransactions>> | undefined;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.close());
afterEach(async () => {
  await pause?.remove();
  pause = undefined;
});

const SUBJECT = 'Your Venmo name was changed';
let members = 0;

async function memberWithNotice() {
  members += 1;
  const email = `member${members}@undo.example`;
  const member = await test.loginAs({ email, emailProvenAt: new Date() });
  const save = (username: string) =>
    member.call('POST', '/api/payment-accounts', { body: { platform: 'venmo', username } });
  await save('@mine');
  await save('@other');
  return { ...member, email, save };
}

const handleOf = async (id: number) =>
  (await test.db.select().from(paymentAccounts).where(eq(paymentAccounts.userId, id)))[0]?.username;

const refused = {
  code: 'UNDO_TOKEN_INVALID',
  message:
    'This link is invalid or has expired. If someone else has your account, request a new password.',
};

describe('an undo link', () => {
  it('works for exactly one of 50 parallel uses', async () => {
    const { id, email } = await memberWithNotice();
    const token = await tokenOfNotice(test, email, SUBJECT);
    const answers = await Promise.all(Array.from({ length: 50 }, () => undo(test, token)));
    const count = (status: number) => answers.filter((each) => each.statusCode === status).length;
    expect([count(200), count(400)]).toEqual([1, 49]);
    expect(await handleOf(id)).toBe('@mine');
    const resets = (await readMails(test)).filter(
      ({ to, subject }) => to === email && subject.startsWith('Reset your password'),
    );
    expect(resets).toHaveLength(1);
  });

  it.each(['made-up', 'a'.repeat(43), '\u0000', "' OR 1=1 --"])('refuses %j', async (token) => {
    for (const path of ['/api/undo', '/api/sign-out-everywhere']) {
      const answer = await test.call('POST', path, { body: { token } });
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toMatchObject(refused);
    }
  });

  it('expires after 7 days and is deleted', async () => {
    const { id, email } = await memberWithNotice();
    const token = await tokenOfNotice(test, email, SUBJECT);
    await test.pool.query(
      `UPDATE undos SET expires_at = expires_at - interval '7 days' WHERE user_id = $1`,
      [id],
    );
    expect((await undo(test, token)).json()).toMatchObject(refused);
    expect(await handleOf(id)).toBe('@other');
    await sweep(test.db);
    expect(await test.db.select().from(undos).where(eq(undos.userId, id))).toEqual([]);
  });

  it('does nothing with a GET', async () => {
    const { id, email } = await memberWithNotice();
    const token = await tokenOfNotice(test, email, SUBJECT);
    await test.call('GET', `/undo?token=${token}`);
    await test.call('GET', `/api/undo?token=${token}`);
    expect(await handleOf(id)).toBe('@other');
  });

  it('is stored as a hash only, and a retried mail has a new one', async () => {
    const { id, email } = await memberWithNotice();
    const first = await tokenOfNotice(test, email, SUBJECT);
    const { rows } = await test.pool.query(
      'SELECT u::text AS all FROM undos u UNION ALL SELECT m::text FROM mail_queue m UNION ALL SELECT a::text FROM audit_log a',
    );
    expect(JSON.stringify(rows)).not.toContain(first);
    // As if the mail server had not confirmed the first attempt.
    const [stored] = await test.db.select().from(undos).where(eq(undos.userId, id));
    await test.pool.query(
      `INSERT INTO mail_queue (kind, recipient, user_id, data) VALUES ('handle-changed', $1, $2, $3)`,
      [email, id, { undoId: stored?.id, isConfirmed: true }],
    );
    const second = await lastTokenTo(test, email);
    expect(second).not.toBe(first);
    expect((await undo(test, first)).statusCode).toBe(400);
    expect((await undo(test, second)).statusCode).toBe(200);
  });

  it('restores everything or nothing, and then still works', async () => {
    const { id, email, call } = await memberWithNotice();
    const token = await tokenOfNotice(test, email, SUBJECT);
    await test.pool.query(`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'no'; END $$;
      CREATE TRIGGER fail BEFORE INSERT ON audit_log EXECUTE FUNCTION fail()`);
    expect((await undo(test, token)).statusCode).toBe(500);
    await test.pool.query('DROP FUNCTION fail CASCADE');
    expect(await handleOf(id)).toBe('@other');
    expect((await call('GET', '/api/user')).statusCode).toBe(200);
    expect((await undo(test, token)).statusCode).toBe(200);
  });

  it('holds the user before anything that belongs to them', async () => {
    const { id, email } = await memberWithNotice();
    const token = await tokenOfNotice(test, email, SUBJECT);
    pause = await pauseTransactions(test.pool, { at: 'BEFORE UPDATE ON undos' });
    const answer = undo(test, token);
    await untilWaiting(test.pool, 1);
    const locked = 'SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE NOWAIT';
    await expect(test.pool.query(locked, [id])).rejects.toMatchObject({ code: '55P03' });
    await pause.release();
    expect((await answer).statusCode).toBe(200);
  });

  it('is mailed to an unconfirmed address without anything that was typed, 5 times a day at most', async () => {
    const email = 'unconfirmed@undo.example';
    const member = await test.loginAs({ email });
    for (let count = 0; count < 8; count += 1) {
      const body = { platform: 'venmo', username: `@evil-example-${count}` };
      await member.call('POST', '/api/payment-accounts', { body });
    }
    const mails = (await readMails(test)).filter(({ to }) => to === email);
    expect(mails).toHaveLength(5);
    for (const { raw, subject } of mails) {
      expect(subject).toBe('Your payment name was changed - Payfolk');
      expect(raw).not.toContain('evil-example');
    }
  });

  it('is not mailed to an unconfirmed address that was replaced: it may be a stranger’s', async () => {
    const member = await test.loginAs({ email: 'typo@undo.example' });
    await member.call('PATCH', '/api/me', { body: { email: 'right@undo.example' } });
    const mail = (await readMails(test)).findLast(({ to }) => to === 'typo@undo.example');
    expect(mail?.subject).toBe('Your email was changed - Payfolk');
    expect(mail?.token).toBeUndefined();
    const [row] = await test.db.select().from(users).where(eq(users.id, member.id));
    expect(row?.email).toBe('right@undo.example');
  });

  it('counts with all mailed links against a limit of its network, valid or not', async () => {
    const limited = await buildTestApp({ rateLimits: true });
    const statuses: number[] = [];
    const password = 'correct horse battery';
    const remoteAddress = '203.0.113.1';
    for (let count = 0; count < 15; count += 1) {
      statuses.push((await undo(limited, 'made-up')).statusCode);
      for (const [url, body] of [
        ['/api/reset-password', { token: 'made-up', password, confirmPassword: password }],
        ['/api/confirm-email', { token: 'made-up' }],
        ['/api/disown-account', { token: 'made-up' }],
      ] as const) {
        statuses.push((await limited.call('POST', url, { body, remoteAddress })).statusCode);
      }
    }
    expect(statuses).toEqual(Array(60).fill(400));
    const body = { token: 'made-up' };
    for (const url of ['/api/undo', '/api/confirm-email', '/api/disown-account']) {
      expect((await limited.call('POST', url, { body, remoteAddress })).statusCode).toBe(429);
    }
    expect((await undo(limited, 'made-up', '203.0.113.2')).statusCode).toBe(400);
    await limited.close();
  });
});

it('no reset link goes to the old address while a confirmed change of email commits', async () => {
  const member = await test.loginAs({ email: 'old@undo.example', emailProvenAt: new Date() });
  await member.call('PATCH', '/api/me', { body: { email: 'new@undo.example' } });
  const token = await lastTokenTo(test, 'new@undo.example');
  const at = 'BEFORE INSERT ON audit_log';
  pause = await pauseTransactions(test.pool, { at, when: `NEW.action = 'email-changed'` });
  const confirmation = member.call('POST', '/api/confirm-email', { body: { token } });
  await untilWaiting(test.pool, 1);
  await test.call('POST', '/api/forgot-password', { body: { email: 'old@undo.example' } });
  await untilWaiting(test.pool, 2);
  await pause.release();
  expect((await confirmation).statusCode).toBe(200);
  const toOld = (await readMails(test)).filter(({ to }) => to === 'old@undo.example');
  expect(toOld.map(({ subject }) => subject)).toEqual(['Your email was changed - Payfolk']);
  const [row] = await test.db.select().from(users).where(eq(users.id, member.id));
  expect(row).toMatchObject({ emailKey: 'new@undo.example', resetTokenHash: null });
});
