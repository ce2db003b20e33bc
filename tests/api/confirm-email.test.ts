import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertMail } from '#server/db/mail-queue.ts';
import { auditLog, emailConfirmations, users } from '#server/db/schema.ts';
import { sweep } from '#server/jobs/sweep.ts';
import { sessionOf } from '#tests/support/cookies.ts';
import { lastMailTo, lastTokenTo, readMails } from '#tests/support/mails.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp({ adminEmails: ['boss@example.com'] });
});
afterAll(() => test.close());

const password = 'correct horse';
const confirm = (token: string, cookies: Record<string, string> = {}) =>
  test.call('POST', '/api/confirm-email', { cookies, body: { token } });
const refused = { code: 'CONFIRMATION_TOKEN_INVALID' };
const isAdmin = async (cookies: Record<string, string>) =>
  (await test.call('GET', '/api/user', { cookies })).json().isAdmin;

async function register(email: string) {
  const answer = await test.call('POST', '/api/register', {
    body: { name: 'Ana', email, password },
  });
  return { id: answer.json().id as number, cookies: sessionOf(answer), user: answer.json() };
}

describe('confirming the email', () => {
  it('mails a link at registration, which proves the mailbox', async () => {
    const { id, cookies } = await register('new@example.com');
    const mail = await lastMailTo(test, 'new@example.com');
    expect(mail.subject).toBe('Confirm your email - Payfolk');
    expect(mail.text).toContain(`${test.config.publicUrl}/confirm-email?token=${mail.token}`);
    const answer = await confirm(mail.token ?? '', cookies);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ message: 'Your email is confirmed' });
    const [row] = await test.db.select().from(users).where(eq(users.id, id));
    expect(row?.emailProvenAt).not.toBeNull();
  });

  it('succeeds again when the page is reloaded, and is in the audit log once', async () => {
    const { id, cookies } = await register('again@example.com');
    const token = await lastTokenTo(test, 'again@example.com');
    const answers = await Promise.all([1, 2, 3].map(() => confirm(token, cookies)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    const audit = await test.db.select().from(auditLog).where(eq(auditLog.subjectId, id));
    expect(audit.map(({ action }) => action)).toEqual(['registered', 'email-confirmed']);
  });

  it('an address on ADMIN_EMAILS makes an admin only once it is proven', async () => {
    const { cookies, user } = await register('Boss@example.com');
    expect(user.isAdmin).toBe(false);
    expect((await test.call('GET', '/api/admin/stats', { cookies })).statusCode).toBe(403);
    await confirm(await lastTokenTo(test, 'Boss@example.com'), cookies);
    expect(await isAdmin(cookies)).toBe(true);
    expect((await test.call('GET', '/api/admin/stats', { cookies })).statusCode).toBe(200);
  });

  it('a change of email is mailed to both addresses, and its link proves the new one only', async () => {
    const { id, cookies } = await register('first@example.com');
    const oldToken = await lastTokenTo(test, 'first@example.com');
    await test.call('PATCH', '/api/me', { cookies, body: { email: 'second@example.com' } });
    const notice = await lastMailTo(test, 'first@example.com');
    expect(notice.subject).toBe('Your email was changed - Payfolk');
    expect(notice.raw).not.toContain('second@example.com');
    expect((await confirm(oldToken, cookies)).json()).toMatchObject(refused);
    const token = await lastTokenTo(test, 'second@example.com');
    expect((await confirm(token, cookies)).statusCode).toBe(200);
    const [row] = await test.db.select().from(users).where(eq(users.id, id));
    expect(row?.emailProvenAt).not.toBeNull();
  });

  it('no mail is sent to an address that was changed before it was sent', async () => {
    const { id, cookies } = await register('hasty@example.com');
    await readMails(test);
    await insertMail(test.db, {
      kind: 'confirm-email',
      recipient: 'gone@example.com',
      userId: id,
    });
    await test.call('PATCH', '/api/me', { cookies, body: { email: 'stays@example.com' } });
    const recipients = (await readMails(test)).map(({ to }) => to);
    expect(recipients).not.toContain('gone@example.com');
    expect(recipients).toContain('stays@example.com');
  });

  it.each(['', 'made-up', 'x'.repeat(201)])('refuses the token %j', async (token) => {
    const answer = await confirm(token);
    expect(answer.statusCode).toBe(400);
  });

  it('expires after 7 days and is deleted', async () => {
    const { cookies } = await register('slow@example.com');
    const token = await lastTokenTo(test, 'slow@example.com');
    await test.pool.query(
      `UPDATE email_confirmations SET expires_at = expires_at - interval '7 days'`,
    );
    expect((await confirm(token, cookies)).json()).toMatchObject(refused);
    await sweep(test.db);
    expect(await test.db.select().from(emailConfirmations)).toEqual([]);
  });
});
