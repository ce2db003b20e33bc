import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertNotice } from '#server/db/notices.ts';
import { countHit } from '#server/db/rate-limits.ts';
import { passkeys, paymentAccounts, undos, users } from '#server/db/schema.ts';
import { sweep } from '#server/jobs/sweep.ts';
import { MAILBOX_LIMIT, mailboxCounterKey } from '#server/lib/mailbox-limit.ts';
import { hashPassword } from '#server/lib/password.ts';
import { lastTokenTo, readMails } from '#tests/support/mails.ts';
import { noticeTo, tokenOfNotice, undo } from '#tests/support/notices.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';

/** A thief and the owner of an account change it in turn; links are opened in any order. */
let test: TestApp;
let passwordHash: string;
const PASSWORD = 'the owner’s password';
beforeAll(async () => {
  test = await buildTestApp();
  passwordHash = await hashPassword(PASSWORD);
});
afterAll(() => test.close());

async function stolenAccount(name: string) {
  const email = `${name}@order.example`;
  const thiefEmail = `thief-of-${name}@order.example`;
  const emailProvenAt = new Date('2026-01-02T03:04:05Z');
  const { id } = await test.insertPerson({ email, username: name, emailProvenAt, passwordHash });
  const owner = await test.loginAs({ id });
  const thief = await test.loginAs({ id });
  const moveEmail = async ({ call }: typeof owner, address: string) => {
    expect((await call('PATCH', '/api/me', { body: { email: address } })).statusCode).toBe(200);
    const token = await lastTokenTo(test, address);
    const confirmed = await call('POST', '/api/confirm-email', { body: { token } });
    expect(confirmed.statusCode).toBe(200);
  };
  const steal = (platform: string, username: string) =>
    thief.call('POST', '/api/payment-accounts', { body: { platform, username } });
  return { id, name, email, thiefEmail, owner, thief, moveEmail, steal };
}

async function insertVenmo(userId: number, username: string) {
  await test.db.insert(paymentAccounts).values({ userId, platform: 'venmo', username });
  await test.pool.query(
    "UPDATE payment_accounts SET handle_since = now() - interval '1 year' WHERE user_id = $1",
    [userId],
  );
}

async function findUser(id: number) {
  const [row] = await test.db.select().from(users).where(eq(users.id, id));
  if (!row) throw new Error('There is no such user.');
  return row;
}

const handlesOf = async (id: number) =>
  (await test.db.select().from(paymentAccounts).where(eq(paymentAccounts.userId, id)))
    .map(({ username }) => username)
    .sort();

/** The tokens of all emails to somebody with this subject, the oldest first. */
const tokensTo = async (address: string, subject: string) =>
  (await readMails(test)).flatMap(({ to, token, subject: given }) =>
    to === address && given.startsWith(subject) && token ? [token] : [],
  );

const logIn = async (email: string, password: string) =>
  (await test.call('POST', '/api/login', { body: { email, password } })).statusCode;

describe('the owner takes the email back in the settings', () => {
  it('the address of the thief gets no link', async () => {
    const { email, thiefEmail, owner, thief, moveEmail } = await stolenAccount('ada');
    await moveEmail(thief, thiefEmail);
    await moveEmail(owner, email);
    const subject = 'Your email was changed';
    const mails = (await readMails(test)).filter((mail) => mail.subject.startsWith(subject));
    expect(mails.map(({ to, token }) => [to, token !== undefined])).toEqual([
      [email, true],
      [thiefEmail, false],
    ]);
  });

  it('links that the thief was emailed do nothing', async () => {
    const { id, email, thiefEmail, owner, thief, moveEmail, steal } = await stolenAccount('ben');
    await insertVenmo(id, '@ben');
    await moveEmail(thief, thiefEmail);
    await steal('venmo', '@thief');
    const user = await findUser(id);
    await test.db.transaction((tx) => insertNotice(tx, { kind: 'new-device', user, ip: null }));
    const links = [
      ['/api/undo', await tokenOfNotice(test, thiefEmail, 'Your Venmo name was changed')],
      ['/api/sign-out-everywhere', await tokenOfNotice(test, thiefEmail, 'New login')],
    ] as const;
    await moveEmail(owner, email);
    for (const [url, token] of links) {
      expect((await test.call('POST', url, { body: { token } })).statusCode).toBe(400);
    }
    expect((await owner.call('GET', '/api/user')).statusCode).toBe(200);
  });

  it('the first email still restores what the thief changed', async () => {
    const { id, email, thiefEmail, owner, thief, moveEmail, steal } = await stolenAccount('cyd');
    await insertVenmo(id, '@cyd');
    await moveEmail(thief, thiefEmail);
    await steal('venmo', '@thief');
    await moveEmail(owner, email);
    await undo(test, await tokenOfNotice(test, email, 'Your email was changed'));
    expect(await handlesOf(id)).toEqual(['@cyd']);
    expect((await findUser(id)).email).toBe(email);
  });

  it('the address that is left gets its email however many others it got, and learns what to do', async () => {
    const { email, thiefEmail, owner, thief, moveEmail } = await stolenAccount('quin');
    await moveEmail(thief, thiefEmail);
    const { hits, seconds } = MAILBOX_LIMIT;
    for (let count = 0; count <= hits; count += 1) {
      await countHit(test.db, mailboxCounterKey(thiefEmail), seconds);
    }
    await moveEmail(owner, email);
    const mail = await noticeTo(test, thiefEmail, 'Your email was changed');
    expect(mail.text).toContain(
      'open the link in “Your email was changed”, which we sent to that address',
    );
  });

  it('also over several addresses', async () => {
    const { email, thiefEmail, owner, thief, moveEmail } = await stolenAccount('dee');
    await moveEmail(thief, thiefEmail);
    await moveEmail(thief, `again-${thiefEmail}`);
    const link = await tokenOfNotice(test, thiefEmail, 'Your email was changed');
    await moveEmail(owner, email);
    expect((await undo(test, link)).statusCode).toBe(400);
    expect(await tokensTo(`again-${thiefEmail}`, 'Your email was changed')).toEqual([]);
  });
});

describe('the owner of the first address has the last word', () => {
  /** As if so many days had passed. */
  const passDays = (id: number, days: number) =>
    test.pool.query(
      `UPDATE undos SET created_at = created_at - $2 * interval '1 day',
         expires_at = expires_at - $2 * interval '1 day' WHERE user_id = $1`,
      [id, days],
    );

  it('however late the thief uses a link', async () => {
    const { id, email, thiefEmail, owner, thief, moveEmail } = await stolenAccount('nia');
    await moveEmail(thief, thiefEmail);
    await passDays(id, 1);
    await moveEmail(owner, `new-${email}`);
    await passDays(id, 6.9);
    const stolen = await undo(
      test,
      await tokenOfNotice(test, thiefEmail, 'Your email was changed'),
    );
    expect(stolen.statusCode).toBe(200);
    await passDays(id, 6);
    const first = await tokenOfNotice(test, email, 'Your email was changed');
    expect((await undo(test, first)).statusCode).toBe(200);
    expect((await findUser(id)).email).toBe(email);
  });

  it('over everything since, also after more than 7 days', async () => {
    const { id, email, thiefEmail, thief, moveEmail, steal } = await stolenAccount('ole');
    await insertVenmo(id, '@ole');
    await moveEmail(thief, thiefEmail);
    await steal('venmo', '@thief');
    await steal('cashapp', '$thief');
    await test.db.insert(passkeys).values({
      userId: id,
      credentialId: Buffer.from('thief of ole'),
      publicKey: Buffer.from('key'),
      counter: 0,
      name: 'thief',
    });
    await passDays(id, 6);
    await moveEmail(thief, `again-${thiefEmail}`);
    await passDays(id, 2);
    for (const [table, column] of [
      ['passkeys', 'created_at'],
      ['payment_accounts', 'handle_since'],
    ]) {
      await test.pool.query(
        `UPDATE ${table} SET ${column} = ${column} - interval '8 days' WHERE user_id = $1`,
        [id],
      );
    }
    await sweep(test.db);
    await undo(test, await tokenOfNotice(test, email, 'Your email was changed'));
    expect(await handlesOf(id)).toEqual(['@ole']);
    expect(await test.db.select().from(passkeys).where(eq(passkeys.userId, id))).toEqual([]);
  });

  it('a thief who returns to their own address does not take the link from the owner', async () => {
    const { email, thiefEmail, owner, thief, moveEmail } = await stolenAccount('pam');
    await moveEmail(thief, thiefEmail);
    await moveEmail(owner, `new-${email}`);
    await moveEmail(thief, thiefEmail);
    expect(await tokensTo(`new-${email}`, 'Your email was changed')).toHaveLength(1);
  });
});

describe('an older link voids newer ones about the same', () => {
  it('handle', async () => {
    const { id, email, steal } = await stolenAccount('eva');
    await insertVenmo(id, '@eva');
    await steal('venmo', '@thief-one');
    await steal('venmo', '@thief-two');
    const [first = '', second = ''] = await tokensTo(email, 'Your Venmo name was changed');
    expect((await undo(test, first)).statusCode).toBe(200);
    expect((await undo(test, second)).statusCode).toBe(400);
    expect(await handlesOf(id)).toEqual(['@eva']);
  });

  it('handle that was changed and then removed', async () => {
    const { id, email, thief, steal } = await stolenAccount('fay');
    await insertVenmo(id, '@fay');
    await steal('venmo', '@thief-one');
    await thief.call('DELETE', '/api/payment-accounts/venmo');
    await undo(test, await tokenOfNotice(test, email, 'Your Venmo name was changed'));
    const second = await tokenOfNotice(test, email, 'Your Venmo name was removed');
    expect((await undo(test, second)).statusCode).toBe(400);
    expect(await handlesOf(id)).toEqual(['@fay']);
  });

  it('username', async () => {
    const { id, email, thief } = await stolenAccount('gus');
    for (const username of ['thief-a', 'thief-b']) {
      await thief.call('PATCH', '/api/me', { body: { username } });
    }
    const [first = '', second = ''] = await tokensTo(email, 'Your username was changed');
    await undo(test, first);
    expect((await undo(test, second)).statusCode).toBe(400);
    expect((await findUser(id)).username).toBe('gus');
  });

  it('password, also with a change of email', async () => {
    const { email, thiefEmail, thief, owner, moveEmail } = await stolenAccount('hal');
    await moveEmail(thief, thiefEmail);
    await moveEmail(owner, email);
    const change = { currentPassword: PASSWORD, newPassword: 'the thief’s password' };
    await thief.call('POST', '/api/me/password', { body: change });
    const more = { currentPassword: 'the thief’s password', newPassword: 'another password' };
    await thief.call('POST', '/api/me/password', { body: more });
    const [, second = ''] = await tokensTo(email, 'Your password was changed');
    await undo(test, await tokenOfNotice(test, email, 'Your email was changed'));
    expect((await undo(test, second)).statusCode).toBe(400);
    expect(await logIn(email, PASSWORD)).toBe(200);
  });

  it('but not those about something else, and not newer changes', async () => {
    const { id, email, thief, steal } = await stolenAccount('ivy');
    await insertVenmo(id, '@ivy');
    await steal('venmo', '@thief-one');
    await thief.call('PATCH', '/api/me', { body: { username: 'not-ivy' } });
    await undo(test, await tokenOfNotice(test, email, 'Your Venmo name was changed'));
    const other = await tokenOfNotice(test, email, 'Your username was changed');
    expect((await undo(test, other)).statusCode).toBe(200);
    expect((await findUser(id)).username).toBe('ivy');
    await test.pool.query('UPDATE users SET needs_new_password = false WHERE id = $1', [id]);
    const again = await test.loginAs({ id });
    const body = { platform: 'venmo', username: '@thief-two' };
    await again.call('POST', '/api/payment-accounts', { body });
    const newer = await tokenOfNotice(test, email, 'Your Venmo name was changed');
    expect((await undo(test, newer)).statusCode).toBe(200);
    expect(await handlesOf(id)).toEqual(['@ivy']);
  });
});

describe('Sign out everywhere', () => {
  it('resets no other account that has the address by now, and says what to do', async () => {
    const { id, email, thiefEmail, thief, moveEmail } = await stolenAccount('jan');
    const user = await findUser(id);
    await test.db.transaction((tx) => insertNotice(tx, { kind: 'new-device', user, ip: null }));
    const token = await tokenOfNotice(test, email, 'New login');
    await moveEmail(thief, thiefEmail);
    const decoy = { name: 'Decoy', email, password: 'correct horse' };
    expect((await test.call('POST', '/api/register', { body: decoy })).statusCode).toBe(201);
    const answer = await test.call('POST', '/api/sign-out-everywhere', { body: { token } });
    expect(answer.json()).toEqual({
      message:
        'All devices were logged out. Your account’s email was changed. To get the account back, open the link in the email we sent you about that.',
    });
    expect((await thief.call('GET', '/api/user')).statusCode).toBe(401);
    expect(await tokensTo(email, 'Reset your password')).toEqual([]);
  });
});

describe('an undo names the handles of the last 7 days', () => {
  it('also if all are new', async () => {
    const { email, thiefEmail, thief, moveEmail, steal } = await stolenAccount('kai');
    await steal('cashapp', '$thief');
    await moveEmail(thief, thiefEmail);
    const answer = await undo(test, await tokenOfNotice(test, email, 'Your email was changed'));
    expect(answer.json().message).toContain(
      'Check Cash App $thief, which was added in the last 7 days.',
    );
  });

  it('also one that it restores', async () => {
    const { email, steal } = await stolenAccount('lea');
    await steal('venmo', '@thief-one');
    await steal('venmo', '@thief-two');
    const token = await tokenOfNotice(test, email, 'Your Venmo name was changed');
    expect((await undo(test, token)).json().message).toContain(
      'Your previous payment name is back: @thief-one. Check Venmo @thief-one, which was added in the last 7 days.',
    );
  });
});

it('notices are ordered by when the change was made, not by when its transaction began', async () => {
  const { id } = await stolenAccount('mia');
  const user = await findUser(id);
  const notice = { kind: 'passkey-added', user, ip: null } as const;
  await test.db.transaction(async (began) => {
    await began.execute('SELECT now()');
    await test.db.transaction((tx) => insertNotice(tx, { ...notice, kind: 'new-device' }));
    await insertNotice(began, notice);
  });
  const rows = await test.db
    .select()
    .from(undos)
    .where(eq(undos.userId, id))
    .orderBy(undos.createdAt);
  expect(rows.map(({ kind }) => kind)).toEqual(['new-device', 'passkey-added']);
});
