import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLog, jobs, sessions, users } from '#server/db/schema.ts';
import { hashPassword } from '#server/lib/password.ts';
import { sessionOf } from '#tests/support/cookies.ts';
import { lastMailTo, readMails, resetTokenTo } from '#tests/support/mails.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp({ publicUrl: 'https://pay.example.com' });
});
afterAll(() => test.close());

const forgot = (email: string, headers?: Record<string, string>) =>
  test.call('POST', '/api/forgot-password', { body: { email }, ...(headers ? { headers } : {}) });
const reset = (token: string, password = 'a new password') =>
  test.call('POST', '/api/reset-password', {
    body: { token, password, confirmPassword: password },
  });
const login = (email: string, password: string) =>
  test.call('POST', '/api/login', { body: { email, password } });
const refused = {
  code: 'RESET_TOKEN_INVALID',
  message: 'This reset link is invalid or has expired. Please request a new one.',
};

async function insertMember(email: string) {
  return test.insertPerson({ email, passwordHash: await hashPassword('the old password') });
}

describe('requesting a reset link', () => {
  it('returns the same for a known and an unknown email, and mails the known one only', async () => {
    await insertMember('Known@example.com');
    const known = await forgot('known@EXAMPLE.com');
    const unknown = await forgot('unknown@example.com');
    expect(known.statusCode).toBe(200);
    expect(unknown.statusCode).toBe(200);
    expect(known.json()).toEqual({
      message: "If an account exists with that email, you'll receive a reset link shortly.",
    });
    expect(unknown.json()).toEqual(known.json());
    const mails = await readMails(test);
    expect(mails.map(({ to }) => to)).toEqual(['Known@example.com']);
    expect(await test.db.select().from(jobs).where(eq(jobs.lane, 'mail'))).toEqual([]);
  });

  it('mails a short text and HTML with a link to PUBLIC_URL, never to the Host header', async () => {
    await insertMember('link@example.com');
    await forgot('link@example.com', { host: 'evil.example', 'x-forwarded-host': 'evil.example' });
    const mail = await lastMailTo(test, 'link@example.com');
    expect(mail.subject).toBe('Reset your password - Payfolk');
    expect(mail.from).toBe(test.config.mailFrom);
    expect(mail.text).toMatch(/\nhttps:\/\/pay\.example\.com\/reset-password\?token=[\w-]{43}\n/);
    expect(mail.html).toContain(
      `href="https://pay.example.com/reset-password?token=${mail.token}"`,
    );
    expect(mail.raw).not.toContain('evil.example');
  });

  it('stores only the hash of the token', async () => {
    const { id } = await insertMember('hash@example.com');
    await forgot('hash@example.com');
    const token = await resetTokenTo(test, 'hash@example.com');
    const [row] = await test.db.select().from(users).where(eq(users.id, id));
    expect(row?.resetTokenHash).toHaveLength(32);
    const { rows } = await test.pool.query(
      'SELECT u::text AS all FROM users u UNION ALL SELECT j::text FROM jobs j UNION ALL SELECT a::text FROM audit_log a',
    );
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it('works for imported people, who have no password', async () => {
    await test.insertPerson({ email: 'imported@example.com', passwordHash: null });
    await forgot('imported@example.com');
    expect((await reset(await resetTokenTo(test, 'imported@example.com'))).statusCode).toBe(200);
    expect((await login('imported@example.com', 'a new password')).statusCode).toBe(200);
  });
});

describe('resetting the password', () => {
  it('sets it, ends every session, confirms the email, starts no session and sends a mail', async () => {
    const { id } = await insertMember('owner@example.com');
    const cookies = sessionOf(await login('owner@example.com', 'the old password'));
    await forgot('owner@example.com');
    const answer = await reset(await resetTokenTo(test, 'owner@example.com'));
    expect(answer.statusCode).toBe(200);
    expect(answer.json().message).toBe(
      'Your password has been updated. You can now login with your new password.',
    );
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect((await test.call('GET', '/api/user', { cookies })).statusCode).toBe(401);
    expect(await test.db.select().from(sessions).where(eq(sessions.userId, id))).toEqual([]);
    expect((await login('owner@example.com', 'the old password')).statusCode).toBe(401);
    expect((await login('owner@example.com', 'a new password')).statusCode).toBe(200);

    const [row] = await test.db.select().from(users).where(eq(users.id, id));
    expect(row?.emailProvenAt).not.toBeNull();
    const mails = (await readMails(test)).filter(({ to }) => to === 'owner@example.com');
    const mail = mails.find(({ subject }) => subject === 'Your password was changed - Payfolk');
    expect(mail).toMatchObject({ token: undefined });
    const audit = await test.db.select().from(auditLog).where(eq(auditLog.subjectId, id));
    expect(audit.map(({ action }) => action)).toEqual([
      'logged-in',
      'reset-requested',
      'password-reset',
      'login-failed',
      'logged-in',
      'new-device',
    ]);
    expect(audit[1]?.ip).toBe('127.0.0.1');
  });

  it('succeeds for exactly one of 50 parallel uses of a token', async () => {
    await insertMember('parallel@example.com');
    await forgot('parallel@example.com');
    const token = await resetTokenTo(test, 'parallel@example.com');
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => reset(token, `password number ${index}`)),
    );
    const won = answers.findIndex(({ statusCode }) => statusCode === 200);
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    for (const answer of answers.toSpliced(won, 1)) expect(answer.json()).toMatchObject(refused);
    const entered = await login('parallel@example.com', `password number ${won}`);
    expect(entered.statusCode).toBe(200);
  });

  it('changes nothing if the sessions cannot be ended', async () => {
    const { id } = await insertMember('whole@example.com');
    const cookies = sessionOf(await login('whole@example.com', 'the old password'));
    await forgot('whole@example.com');
    const token = await resetTokenTo(test, 'whole@example.com');
    await test.pool.query(`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'no'; END $$;
      CREATE TRIGGER fail BEFORE DELETE ON sessions EXECUTE FUNCTION fail()`);
    const answer = await reset(token);
    await test.pool.query('DROP TRIGGER fail ON sessions; DROP FUNCTION fail');
    expect(answer.statusCode).toBe(500);
    expect((await test.call('GET', '/api/user', { cookies })).statusCode).toBe(200);
    expect((await login('whole@example.com', 'the old password')).statusCode).toBe(200);
    const audit = await test.db.select().from(auditLog).where(eq(auditLog.subjectId, id));
    expect(audit.map(({ action }) => action)).not.toContain('password-reset');
    // The link was not used up.
    expect((await reset(token)).statusCode).toBe(200);
  });

  it('works once', async () => {
    await insertMember('once@example.com');
    await forgot('once@example.com');
    const token = await resetTokenTo(test, 'once@example.com');
    expect((await reset(token)).statusCode).toBe(200);
    const again = await reset(token, 'yet another one');
    expect(again.statusCode).toBe(400);
    expect(again.json()).toMatchObject(refused);
  });

  it('a newer link invalidates the older one', async () => {
    await insertMember('newer@example.com');
    await forgot('newer@example.com');
    const older = await resetTokenTo(test, 'newer@example.com');
    await forgot('newer@example.com');
    const newer = await resetTokenTo(test, 'newer@example.com');
    expect((await reset(older)).json()).toMatchObject(refused);
    expect((await reset(newer)).statusCode).toBe(200);
  });

  it('the link expires after an hour', async () => {
    const { id } = await insertMember('late@example.com');
    await forgot('late@example.com');
    const token = await resetTokenTo(test, 'late@example.com');
    const { rows } = await test.pool.query(
      `UPDATE users SET reset_token_expiry = reset_token_expiry - interval '1 hour' WHERE id = $1
       RETURNING extract(epoch FROM now() - reset_token_expiry) AS ago`,
      [id],
    );
    expect(Number(rows[0].ago)).toBeGreaterThanOrEqual(0);
    expect((await reset(token)).json()).toMatchObject(refused);
  });

  it('a change of email invalidates the link', async () => {
    const { id } = await insertMember('moved@example.com');
    await forgot('moved@example.com');
    const token = await resetTokenTo(test, 'moved@example.com');
    const { call } = await test.loginAs({ id });
    await call('PATCH', '/api/me', { body: { email: 'elsewhere@example.com' } });
    expect((await reset(token)).json()).toMatchObject(refused);
  });

  it.each(['made-up', 'a'.repeat(43), '\u0000', "' OR 1=1 --"])(
    'refuses the token %j',
    async (token) => {
      const answer = await reset(token);
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toMatchObject(refused);
    },
  );

  it('refuses weak ones with PASSWORD_BLOCKLIST=on, and the link still works', async () => {
    const strict = await buildTestApp({ passwordBlocklist: true });
    await strict.insertPerson({ name: 'Ana Ruiz', email: 'ana@example.com' });
    await strict.call('POST', '/api/forgot-password', { body: { email: 'ana@example.com' } });
    const token = await resetTokenTo(strict, 'ana@example.com');
    const send = (password: string) =>
      strict.call('POST', '/api/reset-password', {
        body: { token, password, confirmPassword: password },
      });
    expect((await send('ana-ruiz-1')).json().fields).toEqual({
      password: 'This password is too close to your name or email. Please choose another.',
    });
    expect((await send('rye and spelt')).statusCode).toBe(200);
    await strict.close();
  });
});
