import { hash } from '@node-rs/argon2';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLog, sessions, users } from '#server/db/schema.ts';
import { sweep } from '#server/jobs/sweep.ts';
import { hashPassword } from '#server/lib/password.ts';
import { sessionOf } from '#tests/support/cookies.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.close());

const password = 'correct horse';
const login = (email: string, typed = password, cookies?: Record<string, string>) =>
  test.call('POST', '/api/login', {
    body: { email, password: typed },
    ...(cookies ? { cookies } : {}),
  });

async function insertMember(email: string) {
  return test.insertPerson({ email, passwordHash: await hashPassword(password) });
}

describe('logging in', () => {
  it('returns the own record and no secret', async () => {
    await test.insertPerson({
      name: 'Ana Ruiz',
      email: 'Ana@Example.com',
      username: 'ana',
      phoneNumber: '+15551234567',
      passwordHash: await hashPassword(password),
    });
    const answer = await login(' ana@example.COM ');
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      id: expect.any(Number),
      name: 'Ana Ruiz',
      screenName: null,
      email: 'Ana@Example.com',
      username: 'ana',
      phoneNumber: '+15551234567',
      websiteUrl: null,
      profileImage: null,
      isVerified: false,
      isAdmin: false,
      isEmailConfirmed: false,
      pendingEmail: null,
      suspension: null,
      phoneVisibility: 'everyone',
      isListed: true,
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      memberSince: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    });
    const me = await test.call('GET', '/api/user', { cookies: sessionOf(answer) });
    expect(me.json()).toEqual(answer.json());
  });

  it('sets an HttpOnly cookie with 256 random bits, of which only the hash is stored', async () => {
    await insertMember('cookie@example.com');
    const answer = await login('cookie@example.com');
    const [header = ''] = [answer.headers['set-cookie']].flat();
    expect(header).toMatch(/^session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
    const token = Object.values(sessionOf(answer))[0] ?? '';
    const stored = await test.db.select().from(sessions);
    expect(stored.every((row) => row.tokenHash.length === 32)).toBe(true);
    expect(JSON.stringify(stored)).not.toContain(token);
  });

  it('uses a __Host- cookie, sent over https only, in production', async () => {
    const production = await buildTestApp({ isProduction: true });
    const email = 'host@example.com';
    await production.insertPerson({ email, passwordHash: await hashPassword(password) });
    const answer = await production.call('POST', '/api/login', { body: { email, password } });
    const [session, device] = [answer.headers['set-cookie']].flat();
    expect(session).toMatch(
      /^__Host-session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect(device).toMatch(
      /^__Host-device=[\w.-]+; Max-Age=31536000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    await production.close();
  });

  it('returns the same error for a wrong email and a wrong password', async () => {
    await insertMember('known@example.com');
    await test.insertPerson({ email: 'imported@example.com', passwordHash: null });
    const answers = await Promise.all([
      login('known@example.com', 'wrong password'),
      login('unknown@example.com'),
      login('imported@example.com'),
    ]);
    for (const answer of answers) {
      expect(answer.statusCode).toBe(401);
      expect(answer.headers['set-cookie']).toBeUndefined();
      expect(answer.json()).toEqual({
        error: 'Invalid email or password',
        message: 'Invalid email or password',
        code: 'INVALID_CREDENTIALS',
      });
    }
  });

  it('starts a new session and ends the one it was sent with, not those of other devices', async () => {
    await insertMember('devices@example.com');
    const phone = sessionOf(await login('devices@example.com'));
    const laptop = sessionOf(await login('devices@example.com'));
    const again = sessionOf(await login('devices@example.com', password, laptop));
    const status = async (cookies: Record<string, string>) =>
      (await test.call('GET', '/api/user', { cookies })).statusCode;
    expect(again).not.toEqual(laptop);
    expect([await status(phone), await status(laptop), await status(again)]).toEqual([
      200, 401, 200,
    ]);
  });

  it('replaces a hash of older costs, and the password still works', async () => {
    const older = await hash(password, { memoryCost: 8_192, timeCost: 2, parallelism: 1 });
    const { id } = await test.insertPerson({ email: 'older@example.com', passwordHash: older });
    expect((await login('older@example.com')).statusCode).toBe(200);
    const [row] = await test.db.select().from(users).where(eq(users.id, id));
    expect(row?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect((await login('older@example.com')).statusCode).toBe(200);
  });

  it('is in the audit log, failures too, never with the password', async () => {
    const { id } = await insertMember('audited@example.com');
    await login('audited@example.com', 'mistyped secret');
    await login('audited@example.com');
    const rows = await test.db.select().from(auditLog).where(eq(auditLog.subjectId, id));
    expect(rows.map((row) => row.action)).toEqual(['login-failed', 'logged-in']);
    expect(rows[0]).toMatchObject({ actorId: null, ip: '127.0.0.1' });
    expect(rows[1]).toMatchObject({ actorId: id, subject: { email: 'audited@example.com' } });
    expect(JSON.stringify(rows)).not.toMatch(/mistyped secret|correct horse|argon2/);
  });
});

describe('a session', () => {
  it('ends with the logout: a replayed cookie is 401', async () => {
    await insertMember('replay@example.com');
    const cookies = sessionOf(await login('replay@example.com'));
    const answer = await test.call('POST', '/api/logout', { cookies });
    expect(answer.statusCode).toBe(200);
    expect(answer.cookies).toMatchObject([{ name: 'session', value: '' }]);
    expect((await test.call('GET', '/api/user', { cookies })).statusCode).toBe(401);
  });

  it('can be logged out of twice, and without a session', async () => {
    expect((await test.call('POST', '/api/logout')).statusCode).toBe(200);
    const cookies = { session: 'made-up' };
    expect((await test.call('POST', '/api/logout', { cookies })).statusCode).toBe(200);
  });

  it('of a deleted user fails at the next request', async () => {
    const { id, call } = await test.loginAs();
    expect((await call('GET', '/api/user')).statusCode).toBe(200);
    await test.db.delete(users).where(eq(users.id, id));
    expect((await call('GET', '/api/user')).statusCode).toBe(401);
  });

  it('has no role: it is read from the database at every request', async () => {
    const { id, call } = await test.loginAs();
    expect((await call('GET', '/api/admin/stats')).statusCode).toBe(403);
    await test.db.update(users).set({ isAdmin: true }).where(eq(users.id, id));
    expect((await call('GET', '/api/admin/stats')).statusCode).toBe(200);
    await test.db.update(users).set({ isAdmin: false }).where(eq(users.id, id));
    expect((await call('GET', '/api/admin/stats')).statusCode).toBe(403);
  });

  it('ends after 30 days without use, and a keep-alive does not count as use', async () => {
    const { id, call } = await test.loginAs();
    const age = (days: number) =>
      test.pool.query(
        `UPDATE sessions SET last_used_at = now() - make_interval(days => $1) WHERE user_id = $2`,
        [days, id],
      );
    await age(29);
    await call('GET', '/api/keep-alive');
    const { rows } = await test.pool.query(
      `SELECT last_used_at < now() - interval '28 days' AS is_old FROM sessions WHERE user_id = $1`,
      [id],
    );
    expect(rows).toEqual([{ is_old: true }]);
    expect((await call('GET', '/api/user')).statusCode).toBe(200);
    await age(31);
    expect((await call('GET', '/api/user')).statusCode).toBe(401);
    await sweep(test.db);
    expect(await test.db.select().from(sessions).where(eq(sessions.userId, id))).toEqual([]);
  });

  it('is not started by a login during which the password was reset', async () => {
    const { id } = await insertMember('overtaken@example.com');
    const client = await test.pool.connect();
    await client.query('BEGIN');
    await client.query('UPDATE users SET password_hash = $1 WHERE id = $2', [
      await hashPassword('another one'),
      id,
    ]);
    // The login reads the old hash, and then waits for the row.
    const pending = login('overtaken@example.com');
    const waiting = `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
    while ((await test.pool.query(waiting)).rowCount === 0);
    await client.query('COMMIT');
    client.release();
    expect((await pending).statusCode).toBe(401);
    const left = await test.db.select().from(sessions).where(eq(sessions.userId, id));
    expect(left).toEqual([]);
  });
});
