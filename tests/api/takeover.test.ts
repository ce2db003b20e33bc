import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { indexPeople } from '#server/db/index-people.ts';
import { insertJob } from '#server/db/jobs.ts';
import { insertNotice } from '#server/db/notices.ts';
import { auditLog, passkeys, paymentAccounts, users } from '#server/db/schema.ts';
import { hashPassword } from '#server/lib/password.ts';
import { sessionOf } from '#tests/support/cookies.ts';
import { untilWaiting } from '#tests/support/interleave.ts';
import { lastTokenTo, readMails } from '#tests/support/mails.ts';
import { noticeTo, tokenOfNotice, undo } from '#tests/support/notices.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';

/** Somebody has a session of another person's account. The owner has the mailbox and gets the account back. */
let test: TestApp;
let passwordHash: string;
const PASSWORD = 'the owner’s password';
const BOSS = 'boss@example.com';
beforeAll(async () => {
  test = await buildTestApp({ adminEmails: [BOSS] });
  passwordHash = await hashPassword(PASSWORD);
});
afterAll(() => test.close());

const IP = '198.51.100.7';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0';

const AGE_HANDLES =
  "UPDATE payment_accounts SET handle_since = now() - interval '1 year', created_at = now() - interval '1 year' WHERE user_id = $1";

/** A confirmed member with two handles, and a thief with a session of theirs. */
async function attack(name: string) {
  const email = `${name}@example.com`;
  const emailProvenAt = new Date('2026-01-02T03:04:05Z');
  const { id } = await test.insertPerson({ email, username: name, emailProvenAt, passwordHash });
  await test.db.insert(paymentAccounts).values([
    { userId: id, platform: 'venmo', username: `@${name}`, position: 2 },
    { userId: id, platform: 'cashapp', username: `$${name}`, position: 1 },
  ]);
  await test.pool.query(AGE_HANDLES, [id]);
  await indexPeople(test.db, [id]);
  const thief = await test.loginAs({ id });
  const steal = (method: 'POST' | 'PATCH' | 'DELETE', url: string, body?: object) =>
    thief.call(method, url, {
      headers: { 'user-agent': FIREFOX },
      remoteAddress: IP,
      ...(body ? { body } : {}),
    });
  const thiefEmail = `thief-of-${name}@example.com`;
  /** The change of email with its confirmation, which needs the session. */
  async function takeEmail() {
    await steal('PATCH', '/api/me', { email: thiefEmail });
    const token = await lastTokenTo(test, thiefEmail);
    expect((await steal('POST', '/api/confirm-email', { token })).statusCode).toBe(200);
  }
  return { id, name, email, emailProvenAt, thief, thiefEmail, steal, takeEmail };
}

async function findUser(id: number) {
  const [row] = await test.db.select().from(users).where(eq(users.id, id));
  return row;
}

const handlesOf = async (id: number) =>
  Object.fromEntries(
    (await test.db.select().from(paymentAccounts).where(eq(paymentAccounts.userId, id))).map(
      ({ platform, username, position }) => [platform, `${username} ${position}`],
    ),
  );

const actionsOf = async (id: number) =>
  (
    await test.db.select().from(auditLog).where(eq(auditLog.subjectId, id)).orderBy(auditLog.id)
  ).map(({ action }) => action);

const logIn = async (email: string, password: string) =>
  (await test.call('POST', '/api/login', { body: { email, password } })).statusCode;
const forgot = (email: string) => test.call('POST', '/api/forgot-password', { body: { email } });
const subjectsTo = async (address: string) =>
  (await readMails(test)).filter(({ to }) => to === address).map(({ subject }) => subject);

async function resetPassword(email: string, password: string) {
  await forgot(email);
  const token = await tokenOfNotice(test, email, 'Reset your password');
  const body = { token, password, confirmPassword: password };
  expect((await test.call('POST', '/api/reset-password', { body })).statusCode).toBe(200);
}

/** After an undo: no session is left, and the owner can choose a new password. */
async function expectOwnerHasIt(account: Awaited<ReturnType<typeof attack>>) {
  expect((await account.thief.call('GET', '/api/user')).statusCode).toBe(401);
  expect((await findUser(account.id))?.email).toBe(account.email);
  const token = await tokenOfNotice(test, account.email, 'Reset your password');
  const body = { token, password: 'a new password', confirmPassword: 'a new password' };
  expect((await test.call('POST', '/api/reset-password', { body })).statusCode).toBe(200);
  expect(await logIn(account.email, 'a new password')).toBe(200);
}

describe('a stolen session', () => {
  it('changes the email: nothing happens until its link is followed, and then it is undone', async () => {
    const account = await attack('ana');
    const { id, email, thiefEmail, steal } = account;
    const answer = await steal('PATCH', '/api/me', { email: thiefEmail });
    expect(answer.json()).toMatchObject({ email, pendingEmail: thiefEmail });
    await forgot(thiefEmail);
    expect(await subjectsTo(thiefEmail)).toEqual(['Confirm your email - Payfolk']);
    expect(await logIn(email, PASSWORD)).toBe(200);

    const token = await lastTokenTo(test, thiefEmail);
    expect((await test.call('POST', '/api/confirm-email', { body: { token } })).statusCode).toBe(
      401,
    );
    expect((await steal('POST', '/api/confirm-email', { token })).statusCode).toBe(200);
    expect(await findUser(id)).toMatchObject({ email: thiefEmail, pendingEmail: null });
    await resetPassword(thiefEmail, 'the thief’s password');
    expect(await logIn(thiefEmail, 'the thief’s password')).toBe(200);

    const answered = await undo(test, await tokenOfNotice(test, email, 'Your email was changed'));
    expect(answered.json()).toEqual({
      kind: 'email-changed',
      message:
        'Your previous email is back. All devices were logged out. We sent you a link to choose a new password.',
    });
    expect(await findUser(id)).toMatchObject({
      email,
      emailProvenAt: account.emailProvenAt,
      pendingEmail: null,
      pendingEmailKey: null,
    });
    for (const address of [email, thiefEmail]) {
      expect(await logIn(address, 'the thief’s password')).toBe(401);
    }
    expect(await logIn(email, PASSWORD)).toBe(200);
    expect(await actionsOf(id)).toEqual(
      expect.arrayContaining(['email-change-requested', 'email-changed', 'change-undone']),
    );
    await expectOwnerHasIt(account);
  });

  it('replaces a handle: the mail restores it, and its rank', async () => {
    const account = await attack('bea');
    const { id, email, steal } = account;
    const replaced = { platform: 'venmo', username: '@thief' };
    expect((await steal('POST', '/api/payment-accounts', replaced)).statusCode).toBe(200);
    const mail = await noticeTo(test, email, 'Your Venmo name was changed');
    for (const part of [mail.text, mail.html]) {
      expect(part).toContain('@bea');
      expect(part).toContain('@thief');
      expect(part).toContain('Firefox on Linux, network 198.51.100.7');
    }
    const [entry] = await test.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subjectId, id))
      .orderBy(auditLog.id);
    expect(entry).toMatchObject({
      action: 'handle-changed',
      actorId: id,
      ip: IP,
      details: { platform: 'venmo', from: '@bea', to: '@thief' },
    });

    const answer = await undo(test, mail.token ?? '');
    expect(answer.json()).toMatchObject({ kind: 'handle-changed' });
    expect(await handlesOf(id)).toEqual({ venmo: '@bea 2', cashapp: '$bea 1' });
    const search = await test.call('GET', '/api/users/search?query=bea');
    expect(search.json()[0]).toMatchObject({ id, venmoUsername: '@bea', caution: null });
    await expectOwnerHasIt(account);
  });

  it('removes a handle: the mail restores it, and its rank', async () => {
    const account = await attack('cleo');
    expect((await account.steal('DELETE', '/api/payment-accounts/cashapp')).statusCode).toBe(200);
    const token = await tokenOfNotice(test, account.email, 'Your Cash App name was removed');
    expect((await undo(test, token)).json()).toMatchObject({ kind: 'handle-removed' });
    expect(await handlesOf(account.id)).toEqual({ venmo: '@cleo 2', cashapp: '$cleo 1' });
    await expectOwnerHasIt(account);
  });

  it('adds a handle on another platform: the mail removes it', async () => {
    const account = await attack('dana');
    const { id, email, steal } = account;
    await steal('POST', '/api/payment-accounts', { platform: 'paypal', username: 'thief' });
    const order = { platforms: ['paypal', 'cashapp', 'venmo'] };
    await account.thief.call('PUT', '/api/payment-accounts/order', { body: order });
    const mail = await noticeTo(test, email, 'A PayPal name was added');
    for (const part of [mail.text, mail.html]) {
      expect(part).toContain('@thief');
      expect(part).toContain('Firefox on Linux, network 198.51.100.7');
    }
    const owner = await test.loginAs({ id });
    const activity = await owner.call('GET', '/api/me/activity');
    expect(activity.json()[0]).toMatchObject({
      kind: 'handle-added',
      details: { platform: 'paypal', to: 'thief' },
    });

    const answer = await undo(test, mail.token ?? '');
    expect(answer.json()).toEqual({
      kind: 'handle-added',
      message:
        'The payment name was removed: PayPal @thief. All devices were logged out. We sent you a link to choose a new password.',
    });
    expect(await handlesOf(id)).toEqual({ venmo: '@dana 3', cashapp: '$dana 2' });
    const search = await test.call('GET', '/api/users/search?query=dana');
    expect(search.json()[0]).toMatchObject({ id, paypalUsername: null });
    await expectOwnerHasIt(account);
  });

  it.each([
    ['replaces', 'POST', 'Your Venmo name was changed'],
    ['removes', 'DELETE', 'Your Venmo name was removed'],
  ] as const)('%s the only handle and adds others: each is emailed', async (_, method, subject) => {
    const { id, email, steal } = await attack(`dahlia-${method.toLowerCase()}`);
    await test.pool.query(
      "DELETE FROM payment_accounts WHERE user_id = $1 AND platform = 'cashapp'",
      [id],
    );
    if (method === 'DELETE') await steal('DELETE', '/api/payment-accounts/venmo');
    await steal('POST', '/api/payment-accounts', { platform: 'venmo', username: '@thief' });
    await steal('POST', '/api/payment-accounts', { platform: 'paypal', username: 'thief' });
    expect(await subjectsTo(email)).toEqual(
      expect.arrayContaining([`${subject} - Payfolk`, 'A PayPal name was added - Payfolk']),
    );
  });

  it('adds a handle and then changes the email: the older mail undoes both', async () => {
    const account = await attack('demi');
    const { id, email, steal, takeEmail } = account;
    await steal('POST', '/api/payment-accounts', { platform: 'paypal', username: 'thief' });
    await takeEmail();
    await steal('POST', '/api/payment-accounts', { platform: 'paypal', username: 'thief-two' });
    await undo(test, await tokenOfNotice(test, email, 'A PayPal name was added'));
    expect(await handlesOf(id)).toEqual({ venmo: '@demi 2', cashapp: '$demi 1' });
    await expectOwnerHasIt(account);
  });

  it('removes a handle and adds another one for it: the first mail restores it', async () => {
    const account = await attack('dido');
    const { id, email, steal } = account;
    await steal('DELETE', '/api/payment-accounts/venmo');
    await steal('POST', '/api/payment-accounts', { platform: 'venmo', username: '@thief' });
    const added = await tokenOfNotice(test, email, 'A Venmo name was added');
    await undo(test, await tokenOfNotice(test, email, 'Your Venmo name was removed'));
    expect((await undo(test, added)).statusCode).toBe(400);
    expect(await handlesOf(id)).toEqual({ venmo: '@dido 2', cashapp: '$dido 1' });
    await expectOwnerHasIt(account);
  });

  it('saving the same handle, or adding one to an account without older ones, sends no mail', async () => {
    const { id, email, steal } = await attack('dora');
    await steal('POST', '/api/payment-accounts', { platform: 'venmo', username: '@dora' });
    await test.db
      .update(paymentAccounts)
      .set({ createdAt: new Date() })
      .where(eq(paymentAccounts.userId, id));
    await steal('POST', '/api/payment-accounts', { platform: 'paypal', username: 'dora' });
    expect(await subjectsTo(email)).toEqual([]);
  });

  it('changes the username: the mail restores it', async () => {
    const account = await attack('edith');
    await account.steal('PATCH', '/api/me', { username: 'not-edith' });
    const token = await tokenOfNotice(test, account.email, 'Your username was changed');
    expect((await undo(test, token)).json()).toMatchObject({ kind: 'username-changed' });
    expect((await findUser(account.id))?.username).toBe('edith');
    const retired = await test.pool.query(
      'SELECT username FROM retired_usernames WHERE user_id = $1',
      [account.id],
    );
    expect(retired.rows).toEqual([{ username: 'not-edith' }]);
    await expectOwnerHasIt(account);
  });

  it('changes the password: the mail restores it, until the owner has reset it', async () => {
    const account = await attack('flora');
    const { id, email } = account;
    const changePassword = () =>
      test.db.transaction(async (tx) => {
        const user = await findUser(id);
        if (!user) throw new Error('There is no such user.');
        const before = { passwordHash: user.passwordHash };
        const stolen = await hashPassword('the thief’s password');
        await tx.update(users).set({ passwordHash: stolen }).where(eq(users.id, id));
        await insertNotice(tx, { kind: 'password-changed', user, ip: IP, before });
      });
    await changePassword();
    const token = await tokenOfNotice(test, email, 'Your password was changed');
    expect((await undo(test, token)).json()).toMatchObject({ kind: 'password-changed' });
    expect(await logIn(email, 'the thief’s password')).toBe(401);
    expect(await logIn(email, PASSWORD)).toBe(200);

    await changePassword();
    const later = await tokenOfNotice(test, email, 'Your password was changed');
    await resetPassword(email, 'a new password');
    expect((await undo(test, later)).statusCode).toBe(400);
    expect(await logIn(email, 'a new password')).toBe(200);
    const audit = await test.pool.query('SELECT a::text AS row FROM audit_log a');
    expect(JSON.stringify(audit.rows)).not.toContain('argon2');
  });

  it('adds a passkey: the mail removes it and keeps older ones', async () => {
    const account = await attack('gwen');
    const { id, email } = account;
    const add = (name: string) =>
      test.db.transaction(async (tx) => {
        await tx.insert(passkeys).values({
          userId: id,
          credentialId: Buffer.from(name),
          publicKey: Buffer.from('key'),
          counter: 0,
          name,
        });
        const user = await findUser(id);
        if (user) await insertNotice(tx, { kind: 'passkey-added', user, ip: IP });
      });
    await add('old phone');
    await test.pool.query(`UPDATE passkeys SET created_at = created_at - interval '8 days'`);
    await add('thief');
    const token = await tokenOfNotice(test, email, 'A passkey was added');
    expect((await undo(test, token)).json()).toMatchObject({ kind: 'passkey-added' });
    const left = await test.db.select().from(passkeys).where(eq(passkeys.userId, id));
    expect(left.map(({ name }) => name)).toEqual(['old phone']);
    await expectOwnerHasIt(account);
  });

  it('changes the email and then the rest: undoing the email undoes all of it', async () => {
    const account = await attack('hanna');
    const { id, email, thiefEmail, steal, takeEmail } = account;
    await takeEmail();
    for (const username of ['@thief', '@thief-two']) {
      await steal('POST', '/api/payment-accounts', { platform: 'venmo', username });
    }
    await steal('DELETE', '/api/payment-accounts/cashapp');
    await steal('PATCH', '/api/me', { username: 'not-hanna' });
    expect(await subjectsTo(email)).toEqual(['Your email was changed - Payfolk']);
    const thiefToken = await tokenOfNotice(test, thiefEmail, 'Your username was changed');

    await undo(test, await tokenOfNotice(test, email, 'Your email was changed'));
    expect(await handlesOf(id)).toEqual({ venmo: '@hanna 2', cashapp: '$hanna 1' });
    expect((await findUser(id))?.username).toBe('hanna');
    // The links that the thief was emailed do nothing.
    expect((await undo(test, thiefToken)).statusCode).toBe(400);
    await expectOwnerHasIt(account);
  });

  it('knows the password and comes back after the undo: changes nothing until the owner has reset it', async () => {
    const account = await attack('petra');
    const { id, email, thiefEmail, steal, takeEmail } = account;
    const stolen = 'the thief’s password';
    await test.db.insert(passkeys).values({
      userId: id,
      credentialId: Buffer.from('thief of petra'),
      publicKey: Buffer.from('key'),
      counter: 0,
      name: 'thief',
    });
    const change = { currentPassword: PASSWORD, newPassword: stolen };
    expect((await steal('POST', '/api/me/password', change)).statusCode).toBe(204);
    await takeEmail();
    await undo(test, await tokenOfNotice(test, email, 'Your email was changed'));
    expect(await test.db.select().from(passkeys).where(eq(passkeys.userId, id))).toEqual([]);
    expect(await subjectsTo(thiefEmail)).toContain('Your email change was undone - Payfolk');

    expect(await logIn(email, stolen)).toBe(200);
    const again = await test.loginAs({ id });
    for (const [method, url, body] of [
      ['PATCH', '/api/me', { email: 'again@example.com' }],
      ['PATCH', '/api/me', { username: 'again' }],
      ['POST', '/api/me/password', { currentPassword: stolen, newPassword: 'one more password' }],
      ['POST', '/api/payment-accounts', { platform: 'paypal', username: 'thief' }],
      ['POST', '/api/payment-accounts', { platform: 'venmo', username: '@thief' }],
      ['DELETE', '/api/payment-accounts/venmo', undefined],
      ['POST', '/api/passkeys/options', {}],
      ['DELETE', `/api/user/${id}`, undefined],
    ] as const) {
      const answer = await again.call(method, url, body ? { body } : {});
      expect([url, answer.statusCode, answer.json().code]).toEqual([
        url,
        403,
        'NEW_PASSWORD_NEEDED',
      ]);
    }
    await expectOwnerHasIt(account);
    expect((await again.call('GET', '/api/user')).statusCode).toBe(401);
    const owner = await test.loginAs({ id });
    const save = { body: { platform: 'paypal', username: 'petra' } };
    expect((await owner.call('POST', '/api/payment-accounts', save)).statusCode).toBe(201);
  });

  it('asks for a new email: a password change by the owner cancels that', async () => {
    const { id, steal } = await attack('olive');
    await steal('PATCH', '/api/me', { email: 'thief-of-olive@example.com' });
    expect((await findUser(id))?.pendingEmail).toBe('thief-of-olive@example.com');
    const owner = await test.loginAs({ id });
    const body = { currentPassword: PASSWORD, newPassword: 'a new password' };
    expect((await owner.call('POST', '/api/me/password', { body })).statusCode).toBe(204);
    expect((await findUser(id))?.pendingEmail).toBeNull();
  });

  it('uses its own undo links: those of the owner keep working', async () => {
    const account = await attack('iris');
    const { id, email, thiefEmail, thief, steal, takeEmail } = account;
    await takeEmail();
    const save = (username: string) =>
      steal('POST', '/api/payment-accounts', { platform: 'venmo', username });
    await save('@thief');
    await save('@thief-two');
    const mails = (await readMails(test)).filter(({ to }) => to === thiefEmail);
    const first = mails.find(({ subject }) => subject.startsWith('Your Venmo name'));
    expect((await undo(test, first?.token ?? '')).statusCode).toBe(200);
    expect((await thief.call('GET', '/api/user')).statusCode).toBe(401);

    await undo(test, await tokenOfNotice(test, email, 'Your email was changed'));
    expect(await handlesOf(id)).toEqual({ venmo: '@iris 2', cashapp: '$iris 1' });
    await expectOwnerHasIt(account);
  });

  it('replaces a handle and then the email: the older mail undoes both', async () => {
    const account = await attack('jill');
    const { id, email, steal, takeEmail } = account;
    await steal('POST', '/api/payment-accounts', { platform: 'venmo', username: '@thief' });
    await takeEmail();
    const token = await tokenOfNotice(test, email, 'Your Venmo name was changed');
    expect((await undo(test, token)).json()).toMatchObject({ kind: 'handle-changed' });
    expect((await handlesOf(id)).venmo).toBe('@jill 2');
    const spent = await tokenOfNotice(test, email, 'Your email was changed');
    expect((await undo(test, spent)).statusCode).toBe(400);
    await expectOwnerHasIt(account);
  });

  it('registers the owner’s address again: that does not stop the undo', async () => {
    const account = await attack('kim');
    const { id, email, takeEmail } = account;
    await takeEmail();
    const body = { name: 'Squatter', email, password: 'correct horse' };
    const squatter = (await test.call('POST', '/api/register', { body })).json().id;
    await undo(test, await tokenOfNotice(test, email, 'Your email was changed'));
    expect((await findUser(id))?.email).toBe(email);
    expect(await findUser(squatter)).toBeUndefined();
    await expectOwnerHasIt(account);
  });

  it('registers the owner’s address, and the owner resets that password: the undo still works', async () => {
    const account = await attack('kira');
    const { id, email, takeEmail } = account;
    await takeEmail();
    const body = { name: 'Squatter', email, password: 'correct horse' };
    const squatter = (await test.call('POST', '/api/register', { body })).json().id;
    await resetPassword(email, 'a new password');
    await undo(test, await tokenOfNotice(test, email, 'Your email was changed'));
    expect((await findUser(id))?.email).toBe(email);
    expect(await findUser(squatter)).toBeUndefined();
    await expectOwnerHasIt(account);
  });

  it('an account with handles that confirmed the address meanwhile keeps it', async () => {
    const { email, id, thiefEmail, takeEmail } = await attack('lena');
    await takeEmail();
    const other = await test.insertPerson({
      email,
      username: 'lena2',
      emailProvenAt: new Date(),
    });
    await test.db
      .insert(paymentAccounts)
      .values({ userId: other.id, platform: 'venmo', username: '@lena2' });
    const token = await tokenOfNotice(test, email, 'Your email was changed');
    const answer = await undo(test, token);
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({
      code: 'EMAIL_TAKEN',
      message:
        'Another account has your previous email by now. Log in to it and delete it, then open this link again.',
    });
    expect((await findUser(id))?.email).toBe(thiefEmail);
    await test.pool.query('DELETE FROM users WHERE id = $1', [other.id]);
    expect((await undo(test, token)).statusCode).toBe(200);
  });

  it('adds a handle after the email: undoing the email removes it', async () => {
    const account = await attack('lola');
    const { id, email, steal, takeEmail } = account;
    await takeEmail();
    await steal('POST', '/api/payment-accounts', { platform: 'paypal', username: 'thief' });
    await steal('POST', '/api/payment-accounts', { platform: 'venmo', username: '@thief' });
    const token = await tokenOfNotice(test, email, 'Your email was changed');
    expect((await undo(test, token)).json().message).toBe(
      'Your previous email is back. We removed PayPal @thief, which was added since. All devices were logged out. We sent you a link to choose a new password.',
    );
    expect(await handlesOf(id)).toEqual({ venmo: '@lola 2', cashapp: '$lola 1' });
    await expectOwnerHasIt(account);
  });

  it('adds a handle after the email and changes it: undoing the email does not bring it back', async () => {
    const account = await attack('lotte');
    const { id, email, steal, takeEmail } = account;
    await takeEmail();
    for (const username of ['thief-a', 'thief-b']) {
      await steal('POST', '/api/payment-accounts', { platform: 'paypal', username });
    }
    const applePay = { platform: 'applepay', username: 'thief@example.com' };
    await steal('POST', '/api/payment-accounts', applePay);
    await steal('DELETE', '/api/payment-accounts/applepay');
    await undo(test, await tokenOfNotice(test, email, 'Your email was changed'));
    expect(await handlesOf(id)).toEqual({ venmo: '@lotte 2', cashapp: '$lotte 1' });
  });

  it('writes a handle of the owner in another way: it stays as it is', async () => {
    const { id, email, steal, takeEmail } = await attack('luz');
    const paypal = { userId: id, platform: 'paypal', username: 'luz' } as const;
    await test.db.insert(paymentAccounts).values(paypal);
    await test.pool.query(AGE_HANDLES, [id]);
    await takeEmail();
    const link = { platform: 'paypal', username: 'paypal.me/luz' };
    expect((await steal('POST', '/api/payment-accounts', link)).statusCode).toBe(200);
    await undo(test, await tokenOfNotice(test, email, 'Your email was changed'));
    expect(await handlesOf(id)).toMatchObject({ paypal: 'luz null' });
  });

  it('adds a handle before the email: the owner is asked to check it', async () => {
    const { id, email, steal, takeEmail } = await attack('lynn');
    await test.pool.query(AGE_HANDLES, [id]);
    await steal('POST', '/api/payment-accounts', { platform: 'paypal', username: 'thief' });
    await takeEmail();
    const token = await tokenOfNotice(test, email, 'Your email was changed');
    expect((await undo(test, token)).json().message).toContain(
      'Your previous email is back. Check PayPal @thief, which was added in the last 7 days.',
    );
  });

  it('the link of a change that was reversed removes no handle', async () => {
    const { id, email, steal, takeEmail } = await attack('lisa');
    await takeEmail();
    await steal('PATCH', '/api/me', { email });
    const confirmation = await tokenOfNotice(test, email, 'Confirm your email');
    await steal('POST', '/api/confirm-email', { token: confirmation });
    expect((await findUser(id))?.email).toBe(email);
    await steal('POST', '/api/payment-accounts', { platform: 'paypal', username: 'mine' });
    await undo(test, await tokenOfNotice(test, email, 'Your email was changed'));
    expect(await handlesOf(id)).toMatchObject({ paypal: expect.stringContaining('mine') });
  });

  it.each([
    { what: 'a phone number', sql: "UPDATE users SET phone_number = '+14155550188' WHERE id = $1" },
    {
      what: 'a request for the badge',
      sql: "INSERT INTO reviews (kind, user_id) VALUES ('verification', $1)",
    },
  ])('a confirmed account with $what is not deleted for an undo', async ({ what, sql }) => {
    const { email, takeEmail } = await attack(what.includes('phone') ? 'lia' : 'lea');
    await takeEmail();
    const other = await test.insertPerson({ email, username: null, emailProvenAt: new Date() });
    await test.pool.query(sql, [other.id]);
    const answer = await undo(test, await tokenOfNotice(test, email, 'Your email was changed'));
    expect(answer.json().code).toBe('EMAIL_TAKEN');
  });

  it('an admin by ADMIN_EMAILS is not deleted for an undo', async () => {
    const { id, takeEmail } = await attack('lars');
    await test.insertPerson({ isAdmin: true });
    await test.pool.query('UPDATE users SET email = $2, email_key = $2 WHERE id = $1', [id, BOSS]);
    await takeEmail();
    const admin = await test.insertPerson({ email: BOSS, emailProvenAt: new Date() });
    const answer = await undo(test, await tokenOfNotice(test, BOSS, 'Your email was changed'));
    expect(answer.json().code).toBe('EMAIL_TAKEN');
    await test.pool.query('DELETE FROM users WHERE id = $1', [admin.id]);
  });

  it('a registration of the previous address at the same moment is named', async () => {
    const { email, takeEmail } = await attack('lou');
    await takeEmail();
    const token = await tokenOfNotice(test, email, 'Your email was changed');
    const holder = await test.pool.connect();
    await holder.query('BEGIN');
    await holder.query('INSERT INTO users (name, email, email_key) VALUES ($1, $2, $2)', [
      'Lou',
      email,
    ]);
    const answer = undo(test, token);
    await untilWaiting(test.pool, 1);
    await holder.query('COMMIT');
    holder.release();
    expect((await answer).json().code).toBe('EMAIL_TAKEN');
  });

  it('registers and deletes the owner’s address: waiting notices are still sent', async () => {
    const { id, email, steal, takeEmail } = await attack('liv');
    await steal('POST', '/api/payment-accounts', { platform: 'venmo', username: '@thief' });
    await takeEmail();
    // As if the owner's mail server had refused it for now.
    const notice = { kind: 'new-device', recipient: email, data: {} };
    await insertJob(test.db, 'send-mail', notice, { userId: id, delaySeconds: 3_600 });
    const body = { name: 'Squatter', email, password: 'correct horse' };
    const registered = await test.call('POST', '/api/register', { body });
    const decoy = `/api/user/${registered.json().id}`;
    const cookies = sessionOf(registered);
    expect((await test.call('DELETE', decoy, { cookies })).statusCode).toBe(200);
    const { rows } = await test.pool.query('SELECT payload FROM jobs WHERE user_id = $1', [id]);
    expect(rows).toMatchObject([{ payload: { kind: 'new-device', recipient: email } }]);
  });

  it('changes the email and deletes the account: the owner gets a mail too', async () => {
    const { id, email, thiefEmail, steal, takeEmail } = await attack('lucy');
    await takeEmail();
    expect((await steal('DELETE', `/api/user/${id}`)).statusCode).toBe(200);
    for (const address of [email, thiefEmail]) {
      expect(await subjectsTo(address)).toContain('Your account was deleted - Payfolk');
    }
  });

  it('the badge does not come back with an undo', async () => {
    const { id, email, steal } = await attack('mara');
    await test.pool.query('UPDATE users SET is_verified = true WHERE id = $1', [id]);
    await steal('POST', '/api/payment-accounts', { platform: 'venmo', username: '@thief' });
    await undo(test, await tokenOfNotice(test, email, 'Your Venmo name was changed'));
    expect((await findUser(id))?.isVerified).toBe(false);
  });

  it('a reset by the owner cancels a change of email that the thief asked for', async () => {
    const { id, email, thiefEmail, steal } = await attack('nina');
    await steal('PATCH', '/api/me', { email: thiefEmail });
    const token = await lastTokenTo(test, thiefEmail);
    await resetPassword(email, 'a new password');
    expect(await findUser(id)).toMatchObject({ email, pendingEmail: null });
    const { cookies } = await test.loginAs({ id });
    const answer = await test.call('POST', '/api/confirm-email', { cookies, body: { token } });
    expect(answer.statusCode).toBe(400);
  });

  it('deletes the account: its address gets a mail', async () => {
    const { id, email, steal } = await attack('olga');
    expect((await steal('DELETE', `/api/user/${id}`)).statusCode).toBe(200);
    const mail = await noticeTo(test, email, 'Your account was deleted');
    expect(mail.text).toContain('Firefox on Linux, network 198.51.100.7');
    expect(await actionsOf(id)).toEqual(['user-deleted']);
  });

  it('an admin who deletes an account does not show their network to its owner', async () => {
    const { id, email } = await attack('rosa');
    const admin = await test.loginAs({ isAdmin: true });
    const headers = { 'user-agent': FIREFOX };
    await admin.call('DELETE', `/api/user/${id}`, { headers, remoteAddress: IP });
    const mail = await noticeTo(test, email, 'Your account was deleted');
    expect(mail.text).toContain('An admin deleted your Payfolk account');
    expect(mail.text).not.toMatch(/Firefox|198\.51\.100\.7/);
  });

  it('a login on a new device can be ended everywhere with the link in its mail', async () => {
    const account = await attack('pia');
    const { id, email } = account;
    const user = await findUser(id);
    if (!user) throw new Error('There is no such user.');
    await test.db.transaction((tx) =>
      insertNotice(tx, { kind: 'new-device', user, ip: IP, device: 'Firefox on Linux' }),
    );
    const mail = await noticeTo(test, email, 'New login to your account');
    expect(mail.text).toContain(`${test.config.publicUrl}/not-me?token=${mail.token}`);
    const token = mail.token ?? '';
    expect((await undo(test, token)).statusCode).toBe(400);
    const signOut = () => test.call('POST', '/api/sign-out-everywhere', { body: { token } });
    expect((await signOut()).json().message).toContain('All devices were logged out.');
    expect((await signOut()).json().code).toBe('UNDO_TOKEN_INVALID');
    expect(await actionsOf(id)).toEqual(
      expect.arrayContaining(['new-device', 'all-sessions-ended']),
    );
    await expectOwnerHasIt(account);
  });
});

describe('probing, flooding and registering first', () => {
  it('a confirmed account learns nothing about an email, alone or beside a taken username', async () => {
    await test.insertPerson({ email: 'exists@example.com', username: 'exists' });
    const probe = async (body: object) => {
      const { call } = await test.loginAs({ emailProvenAt: new Date(), name: 'Prober' });
      const answer = await call('PATCH', '/api/me', { body });
      const { id: _, email: __, username: ___, createdAt: ____, ...rest } = answer.json();
      return { status: answer.statusCode, ...rest };
    };
    const [taken, free] = [
      await probe({ email: 'exists@example.com' }),
      await probe({ email: 'is-free@example.com' }),
    ];
    expect({ ...taken, pendingEmail: 'is-free@example.com' }).toEqual(free);
    expect(taken).toMatchObject({ status: 200, pendingEmail: 'exists@example.com' });
    expect(await probe({ email: 'exists@example.com', username: 'exists' })).toEqual(
      await probe({ email: 'is-free@example.com', username: 'exists' }),
    );
    // Only the owner of the address learns of it.
    expect(await subjectsTo('exists@example.com')).toEqual([
      'This email already has an account - Payfolk',
    ]);
    expect(await subjectsTo('is-free@example.com')).toEqual(['Confirm your email - Payfolk']);
  });

  it('changes of email send 5 mails a day to a mailbox, however it is spelled', async () => {
    const limited = await buildTestApp({ rateLimits: true });
    const spellings = ['victim@gmail.com', 'v.ictim@gmail.com', 'victim+1@googlemail.com'];
    for (let count = 0; count < 9; count += 1) {
      const { call } = await limited.loginAs({ emailProvenAt: new Date() });
      const body = { email: spellings[count % 3] };
      const remoteAddress = `198.51.100.${count}`;
      expect((await call('PATCH', '/api/me', { body, remoteAddress })).statusCode).toBe(200);
    }
    expect(await readMails(limited)).toHaveLength(5);
    await limited.close();
  });

  it('a stranger who confirmed another address first gets nothing on the victim’s address', async () => {
    const victim = 'victim@example.com';
    const stranger = await attack('stranger');
    const answer = await stranger.steal('PATCH', '/api/me', { email: victim });
    expect(answer.json()).toMatchObject({ email: stranger.email, pendingEmail: victim });
    // The victim follows the genuine mail, without a session and with one of another account.
    const token = await lastTokenTo(test, victim);
    const confirm = (cookies: Record<string, string>) =>
      test.call('POST', '/api/confirm-email', { cookies, body: { token } });
    expect((await confirm({})).statusCode).toBe(401);
    await forgot(victim);
    expect(await subjectsTo(victim)).toEqual(['Confirm your email - Payfolk']);

    const body = { name: 'Real Victim', email: victim, password: 'correct horse' };
    const registered = await test.call('POST', '/api/register', { body });
    expect(registered.statusCode).toBe(201);
    expect((await confirm(sessionOf(registered))).statusCode).toBe(401);
    // The stranger’s own session cannot take the address any more.
    const late = await stranger.steal('POST', '/api/confirm-email', { token });
    expect(late.statusCode).toBe(409);
    expect(late.json().code).toBe('EMAIL_TAKEN');
    expect((await findUser(stranger.id))?.email).toBe(stranger.email);
    await resetPassword(victim, 'a new password');
    expect(await handlesOf(registered.json().id)).toEqual({});
  });

  it('no undo link brings back what a reset removed from a never-confirmed account', async () => {
    const email = 'squatted@example.com';
    const stranger = await test.loginAs({ email, passwordHash });
    const save = (username: string) =>
      stranger.call('POST', '/api/payment-accounts', { body: { platform: 'venmo', username } });
    await save('@stranger');
    await save('@stranger-two');
    const token = await tokenOfNotice(test, email, 'Your payment name was changed');
    await resetPassword(email, 'a new password');
    expect(await handlesOf(stranger.id)).toEqual({});
    expect((await undo(test, token)).statusCode).toBe(400);
    expect(await handlesOf(stranger.id)).toEqual({});
  });

  it('a pending address on ADMIN_EMAILS gives no role', async () => {
    const { id, steal, thief } = await attack('quentin');
    const answer = await steal('PATCH', '/api/me', { email: BOSS });
    expect(answer.json()).toMatchObject({ pendingEmail: BOSS, isAdmin: false });
    expect((await thief.call('GET', '/api/admin/stats')).statusCode).toBe(403);
    await test.pool.query('DELETE FROM users WHERE id = $1', [id]);
  });
});
