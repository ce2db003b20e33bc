import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLog, users } from '#server/db/schema.ts';
import { hashPassword } from '#server/lib/password.ts';
import { lastTokenTo, readMails } from '#tests/support/mails.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';

let test: TestApp;
let passwordHash: string;
beforeAll(async () => {
  test = await buildTestApp();
  passwordHash = await hashPassword('correct horse');
});
afterAll(() => test.close());

let members = 0;

/** A member with a confirmed address. */
async function member() {
  members += 1;
  const email = `member${members}@example.com`;
  const signedIn = await test.loginAs({ email, emailProvenAt: new Date(), passwordHash });
  return {
    ...signedIn,
    email,
    next: `next${members}@example.com`,
    patch: (body: object) => signedIn.call('PATCH', '/api/me', { body }),
    confirm: (token: string) => signedIn.call('POST', '/api/confirm-email', { body: { token } }),
    resend: () => signedIn.call('POST', '/api/me/confirmation'),
  };
}

const logIn = async (email: string) =>
  (await test.call('POST', '/api/login', { body: { email, password: 'correct horse' } }))
    .statusCode;
const subjectsTo = async (address: string) =>
  (await readMails(test)).filter(({ to }) => to === address).map(({ subject }) => subject);

describe('a new email of a confirmed account', () => {
  it('is pending until its link is followed, then it replaces the old one', async () => {
    const { id, email, next, call, patch, confirm } = await member();
    const answer = await patch({ email: next, name: 'Also Changed' });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({ email, pendingEmail: next, name: 'Also Changed' });
    expect((await call('GET', '/api/user')).json()).toEqual(answer.json());
    expect([await logIn(email), await logIn(next)]).toEqual([200, 401]);
    expect(await subjectsTo(email)).toEqual([]);

    const token = await lastTokenTo(test, next);
    expect((await confirm(token)).json()).toEqual({ message: 'Your email is confirmed' });
    expect((await call('GET', '/api/user')).json()).toMatchObject({
      email: next,
      pendingEmail: null,
    });
    expect([await logIn(email), await logIn(next)]).toEqual([401, 200]);
    expect(await subjectsTo(email)).toEqual(['Your email was changed - Payfolk']);
    const [row] = await test.db.select().from(users).where(eq(users.id, id));
    expect(row?.emailProvenAt).not.toBeNull();
    // A reload of the page.
    expect((await confirm(token)).statusCode).toBe(200);
    const audit = await test.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subjectId, id))
      .orderBy(auditLog.id);
    const details = { from: email, to: next };
    expect(audit.filter(({ action }) => action.startsWith('email-'))).toMatchObject([
      { action: 'email-change-requested', details },
      { action: 'email-changed', details },
    ]);
  });

  it('is canceled by the current one, in any case', async () => {
    const { email, next, patch, confirm } = await member();
    await patch({ email: next });
    const token = await lastTokenTo(test, next);
    const answer = await patch({ email: email.toUpperCase() });
    expect(answer.json()).toMatchObject({ email: email.toUpperCase(), pendingEmail: null });
    expect((await confirm(token)).json().code).toBe('CONFIRMATION_TOKEN_INVALID');
  });

  it('is replaced by another one, which voids its link', async () => {
    const { next, patch, confirm } = await member();
    await patch({ email: next });
    const token = await lastTokenTo(test, next);
    const answer = await patch({ email: `other-${next}` });
    expect(answer.json()).toMatchObject({ pendingEmail: `other-${next}` });
    expect((await confirm(token)).statusCode).toBe(400);
    expect((await confirm(await lastTokenTo(test, `other-${next}`))).statusCode).toBe(200);
  });

  it('stays pending when something else is changed', async () => {
    const { next, patch } = await member();
    await patch({ email: next });
    expect((await patch({ name: 'Another Name' })).json()).toMatchObject({ pendingEmail: next });
  });

  it('goes to one of two accounts that both wait for it', async () => {
    const [ana, bo] = [await member(), await member()];
    const email = 'both@example.com';
    await ana.patch({ email });
    const anaToken = await lastTokenTo(test, email);
    await bo.patch({ email });
    const boToken = await lastTokenTo(test, email);
    expect((await ana.confirm(anaToken)).statusCode).toBe(200);
    const late = await bo.confirm(boToken);
    expect(late.statusCode).toBe(409);
    expect(late.json()).toMatchObject({
      code: 'EMAIL_TAKEN',
      message: 'An account with this email already exists. Please log in or use another email.',
    });
    // From now on the email to that address says so.
    expect((await bo.resend()).statusCode).toBe(200);
    expect((await subjectsTo(email)).at(-1)).toBe('This email already has an account - Payfolk');
  });

  it('is pending as well where an earlier address was confirmed', async () => {
    const { call } = await test.loginAs({ email: 'typo@example.com', wasConfirmed: true });
    const answer = await call('PATCH', '/api/me', { body: { email: 'right@example.com' } });
    expect(answer.json()).toMatchObject({
      email: 'typo@example.com',
      pendingEmail: 'right@example.com',
    });
  });
});

describe('requesting the confirmation mail again', () => {
  it('mails a link to the pending address', async () => {
    const { next, patch, resend, confirm } = await member();
    await patch({ email: next });
    const first = await lastTokenTo(test, next);
    const answer = await resend();
    expect(answer.json()).toEqual({
      message: 'We sent you a new link. Please check your spam folder, too.',
    });
    const second = await lastTokenTo(test, next);
    expect(second).not.toBe(first);
    expect((await confirm(second)).statusCode).toBe(200);
  });

  it('mails a link to the current address while it is unconfirmed', async () => {
    const { call } = await test.loginAs({ email: 'unsure@example.com' });
    expect((await call('POST', '/api/me/confirmation')).statusCode).toBe(200);
    const token = await lastTokenTo(test, 'unsure@example.com');
    expect((await call('POST', '/api/confirm-email', { body: { token } })).statusCode).toBe(200);
    const again = await call('POST', '/api/me/confirmation');
    expect(again.statusCode).toBe(409);
    expect(again.json()).toMatchObject({
      code: 'NOTHING_TO_CONFIRM',
      message: 'Your email is confirmed already.',
    });
  });
});
