import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertJob } from '#server/db/jobs.ts';
import { auditLog, users } from '#server/db/schema.ts';
import { sessionOf } from '#tests/support/cookies.ts';
import { lastTokenTo, readMails } from '#tests/support/mails.ts';
import { pictureUrl } from '#tests/support/pictures.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.close());

/** A member with something in every table. */
async function registerFully(email: string) {
  const username = email.split('@')[0];
  const answer = await test.call('POST', '/api/register-with-accounts', {
    body: {
      user: {
        name: `Name of ${username}`,
        screenName: `Screen of ${username}`,
        email,
        password: 'correct horse',
        phoneNumber: '+15550001111',
        profileImage: await pictureUrl(),
      },
      accounts: [{ platform: 'venmo', username: `@${username}-pay` }],
    },
  });
  const cookies = sessionOf(answer);
  await test.call('POST', '/api/add-person', {
    cookies,
    body: {
      name: `Contact of ${username}`,
      screenName: 'Friend',
      paymentPlatform: 'cashapp',
      paymentUsername: 'friend',
    },
  });
  await readMails(test);
  await test.call('POST', '/api/forgot-password', { body: { email } });
  await readMails(test);
  return { id: answer.json().id as number, cookies, profileImage: answer.json().profileImage };
}

/** Every table of the database but the audit and those with nothing of anybody, as text. */
async function everythingStored(): Promise<string> {
  const { rows } = await test.pool.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'
     AND tablename NOT IN ('audit_log', 'migrations', 'user_counts', 'secrets', 'search_changes',
       'retired_usernames', 'rate_limits')`,
  );
  const tables = await Promise.all(
    rows.map(async ({ name }) => [name, (await test.pool.query(`SELECT * FROM ${name}`)).rows]),
  );
  return JSON.stringify(tables);
}

describe('deleting an account', () => {
  it('by its owner leaves only the audit log, and ends the session', async () => {
    const before = await everythingStored();
    const { id, cookies, profileImage } = await registerFully('leaving@example.com');
    // Something still waits to be emailed.
    const payload = { kind: 'reset-password', recipient: 'Leaving@example.com', data: {} };
    await insertJob(test.db, 'send-mail', payload, { delaySeconds: 3_600 });
    const answer = await test.call('DELETE', `/api/user/${id}`, { cookies });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ message: 'The account was deleted' });
    expect(answer.cookies).toMatchObject([{ name: 'session', value: '' }]);
    expect((await test.call('GET', '/api/user', { cookies })).statusCode).toBe(401);
    expect((await test.call('GET', profileImage)).statusCode).toBe(404);
    // The email about it is sent, and then deleted as well.
    const mails = await readMails(test);
    expect(mails.at(-1)).toMatchObject({
      to: 'leaving@example.com',
      subject: 'Your account was deleted - Payfolk',
    });
    const after = await everythingStored();
    expect(after).not.toContain('leaving');
    expect(after).toBe(before);
    const audit = await test.db.select().from(auditLog).where(eq(auditLog.subjectId, id));
    expect(audit.at(-1)).toMatchObject({
      action: 'user-deleted',
      actorId: id,
      subject: { name: 'Name of leaving', email: 'leaving@example.com' },
    });
    // Only the username of the account is kept, so that nobody takes it over; everything else is free again.
    const retired = await test.pool.query('SELECT username, user_id FROM retired_usernames');
    expect(retired.rows).toEqual([{ username: 'screen.of.leaving', user_id: null }]);
    await registerFully('leaving@example.com');
  });

  it('by another member is 403, whether the account exists or not', async () => {
    const { id } = await test.insertPerson();
    const other = await test.loginAs();
    for (const target of [id, 999_999_999]) {
      expect((await other.call('DELETE', `/api/user/${target}`)).statusCode).toBe(403);
    }
    expect(await test.db.select().from(users).where(eq(users.id, id))).toHaveLength(1);
  });

  it('by an admin works and keeps the admin logged in; an unknown id is 404', async () => {
    const { id } = await test.insertPerson({ name: 'Spammer' });
    const admin = await test.loginAs({ isAdmin: true, name: 'Chief' });
    const answer = await admin.call('DELETE', `/api/user/${id}`);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect((await admin.call('GET', '/api/user')).statusCode).toBe(200);
    expect((await admin.call('DELETE', `/api/user/${id}`)).statusCode).toBe(404);
    const [entry] = await test.db.select().from(auditLog).where(eq(auditLog.subjectId, id));
    expect(entry).toMatchObject({ actor: { name: 'Chief' }, subject: { name: 'Spammer' } });
  });

  it.each(['0', '-1', 'abc', '1.5', '2147483648', '1e3', '0x10', '01'])(
    'of the id %s is 400',
    async (id) => {
      const { call } = await test.loginAs();
      expect((await call('DELETE', `/api/user/${id}`)).statusCode).toBe(400);
    },
  );

  it('is all or nothing', async () => {
    const member = await registerFully('staying@example.com');
    const before = await everythingStored();
    await test.pool.query(`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'no'; END $$;
      CREATE TRIGGER fail BEFORE INSERT ON audit_log EXECUTE FUNCTION fail()`);
    const answer = await test.call('DELETE', `/api/user/${member.id}`, { cookies: member.cookies });
    await test.pool.query('DROP TRIGGER fail ON audit_log');
    expect(answer.statusCode).toBe(500);
    expect(await everythingStored()).toBe(before);
  });
});

describe('the export', () => {
  it('has everything that is stored about the member, and no secret', async () => {
    const { id, cookies } = await registerFully('export@example.com');
    const token = await lastTokenTo(test, 'export@example.com');
    const answer = await test.call('GET', '/api/me/export', { cookies });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-disposition']).toContain('attachment');
    const held = answer.json();
    expect(held.user).toMatchObject({
      id,
      email: 'export@example.com',
      emailConfirmedAt: null,
      profileImageData: expect.stringMatching(/^data:image\/webp;base64,/),
    });
    expect(held.paymentAccounts).toMatchObject([{ platform: 'venmo', username: '@export-pay' }]);
    expect(held.contacts).toMatchObject([
      {
        name: 'Contact of export',
        nickname: 'Friend',
        accounts: [{ platform: 'cashapp', username: '$friend', isDefault: true }],
      },
    ]);
    expect(held.sessions).toHaveLength(1);
    expect(held.activity.map(({ action }: { action: string }) => action)).toEqual([
      'reset-requested',
      'registered',
    ]);
    const [row] = await test.db.select().from(users).where(eq(users.id, id));
    for (const secret of [
      token,
      row?.passwordHash,
      row?.resetTokenHash?.toString('hex'),
      Object.values(cookies)[0],
      'argon2',
      'tokenHash',
    ]) {
      expect(secret).toBeTruthy();
      expect(answer.body).not.toContain(secret);
    }
  });

  it('has nothing about anyone else', async () => {
    const neighbor = await registerFully('neighbor@example.com');
    const theirs = await test.call('GET', '/api/me/export', { cookies: neighbor.cookies });
    expect(theirs.body).toContain('neighbor');
    const { call } = await test.loginAs();
    const own = await call('GET', '/api/me/export');
    expect(own.statusCode).toBe(200);
    expect(own.body).not.toContain('neighbor');
  });
});
