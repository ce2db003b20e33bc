import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLog, sessions } from '#server/db/schema.ts';
import { sweep } from '#server/jobs/sweep.ts';
import { hashPassword } from '#server/lib/password.ts';
import { hashToken } from '#server/lib/tokens.ts';
import { addPerson } from '#tests/support/contacts.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';
import { eventually } from '#tests/support/within.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.close());

const DAY = 24 * 60 * 60;
type Member = Awaited<ReturnType<TestApp['loginAs']>>;

/** As if the session had been started and last used this long ago. */
async function age({ id }: Member, { started, used }: { started: string; used: string }) {
  await test.pool.query(
    `UPDATE sessions SET created_at = now() - $1::interval, last_used_at = now() - $2::interval
     WHERE user_id = $3`,
    [started, used, id],
  );
}
const cookieOf = (answer: Awaited<ReturnType<TestApp['call']>>) =>
  answer.cookies.find(({ name }) => name === 'session');

describe('a page that shows another member than the session has', () => {
  const shownAs = ({ id }: { id: number }) => ({ headers: { 'x-user-id': String(id) } });

  it('changes and reads nothing', async () => {
    const member = await test.loginAs({ name: 'Now Here' });
    const other = await test.insertPerson();
    const change = { body: { name: 'From Elsewhere' } };
    for (const response of [
      await member.call('PATCH', '/api/me', { ...change, ...shownAs(other) }),
      await member.call('GET', '/api/contacts', shownAs(other)),
      await member.call('GET', '/api/me/export', shownAs(other)),
      await member.call('GET', '/api/contacts', { headers: { 'x-user-id': '' } }),
    ]) {
      expect(response.statusCode).toBe(401);
      expect(response.json().code).toBe('NOT_SIGNED_IN');
    }
    const { rows } = await test.pool.query('SELECT name FROM users WHERE id = $1', [member.id]);
    expect(rows).toEqual([{ name: 'Now Here' }]);
    const own = await member.call('PATCH', '/api/me', { ...change, ...shownAs(member) });
    expect(own.statusCode).toBe(200);
  });

  it('finds none of the contacts of the session’s member', async () => {
    const member = await test.loginAs();
    const other = await test.insertPerson();
    await addPerson(member, { name: 'Private Contact', screenName: 'Private Contact' });
    const find = async (person: { id: number }) =>
      (await member.call('GET', '/api/users/search?query=private', shownAs(person))).json();
    expect(await find(member)).toHaveLength(1);
    expect(await find(other)).toEqual([]);
  });

  it('still logs out', async () => {
    const member = await test.loginAs();
    const other = await test.insertPerson();
    expect((await member.call('POST', '/api/logout', shownAs(other))).statusCode).toBe(200);
    expect((await member.call('GET', '/api/user')).statusCode).toBe(401);
  });
});

describe('a session in use', () => {
  it('has its cookie renewed, at most once an hour', async () => {
    const member = await test.loginAs();
    expect(cookieOf(await member.call('GET', '/api/user'))).toBeUndefined();
    await age(member, { started: '29 days', used: '2 hours' });
    const renewed = cookieOf(await member.call('GET', '/api/user'));
    expect(renewed).toMatchObject({
      value: member.cookies.session,
      maxAge: 30 * DAY,
      httpOnly: true,
      sameSite: 'Lax',
      path: '/',
    });
    expect(cookieOf(await member.call('GET', '/api/user'))).toBeUndefined();
  });

  it('is renewed by a search as well', async () => {
    const member = await test.loginAs();
    await age(member, { started: '2 days', used: '1 day' });
    expect(cookieOf(await member.call('GET', '/api/users/search'))).toMatchObject({
      value: member.cookies.session,
    });
  });

  it('lasts up to 180 days with daily use', async () => {
    const member = await test.loginAs();
    await age(member, { started: '179 days', used: '1 day' });
    const last = await member.call('GET', '/api/user');
    expect(last.statusCode).toBe(200);
    expect(cookieOf(last)?.maxAge).toBeLessThanOrEqual(DAY);
    expect(cookieOf(last)?.maxAge).toBeGreaterThan(DAY - 600);
    await age(member, { started: '180 days', used: '1 minute' });
    expect((await member.call('GET', '/api/user')).statusCode).toBe(401);
    await sweep(test.db);
    expect(await test.db.select().from(sessions).where(eq(sessions.userId, member.id))).toEqual([]);
  });

  it('is not renewed or extended by keep-alive pings', async () => {
    const member = await test.loginAs();
    await age(member, { started: '20 days', used: '10 days' });
    for (const url of ['/api/keep-alive', '/api/db-heartbeat', '/api/check-updates']) {
      expect(cookieOf(await member.call('GET', url))).toBeUndefined();
    }
    const { rows } = await test.pool.query(
      `SELECT last_used_at < now() - interval '9 days' AS is_old FROM sessions WHERE user_id = $1`,
      [member.id],
    );
    expect(rows).toEqual([{ is_old: true }]);
  });

  it('is not renewed by the response that ends or replaces it', async () => {
    const email = 'renewal@example.com';
    const passwordHash = await hashPassword('correct horse');
    const person = await test.insertPerson({ email, passwordHash });
    const first = await test.loginAs({ id: person.id });
    await age(first, { started: '2 days', used: '1 day' });
    const login = await first.call('POST', '/api/login', {
      body: { email, password: 'correct horse' },
    });
    expect(login.cookies.map(({ value }) => value)).not.toContain(first.cookies.session);
    expect(login.cookies.map(({ name }) => name)).toEqual(['session', 'device']);

    const second = await test.loginAs({ id: person.id });
    await age(second, { started: '2 days', used: '1 day' });
    const logout = await second.call('POST', '/api/logout');
    expect(logout.cookies).toMatchObject([{ name: 'session', value: '' }]);

    const third = await test.loginAs({ id: person.id });
    await age(third, { started: '2 days', used: '1 day' });
    const deletion = await third.call('DELETE', `/api/user/${person.id}`);
    expect(deletion.cookies).toMatchObject([{ name: 'session', value: '' }]);
  });

  it('writes nothing to the database within an hour of its last use', async () => {
    const member = await test.loginAs();
    await age(member, { started: '2 days', used: '50 minutes' });
    // For each statement, not for each row: one that changes nothing is noticed too.
    await test.pool.query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'a write'; END $$;
      CREATE TRIGGER refuse BEFORE UPDATE ON sessions EXECUTE FUNCTION refuse()`);
    const answer = await member.call('GET', '/api/user');
    await test.pool.query('DROP FUNCTION refuse CASCADE');
    expect(answer.statusCode).toBe(200);
  });
});

describe('the list of sessions', () => {
  const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
  const list = async (member: Member) => (await member.call('GET', '/api/sessions')).json();

  it('shows where one is signed in, this session first, and no token or hash', async () => {
    const email = 'devices@example.com';
    const passwordHash = await hashPassword('correct horse');
    const { id } = await test.insertPerson({ email, passwordHash });
    const old = await test.loginAs({ id });
    await age(old, { started: '5 days', used: '1 day' });
    const login = await test.call('POST', '/api/login', {
      body: { email, password: 'correct horse' },
      headers: { 'user-agent': FIREFOX },
      remoteAddress: '2001:db8:1:2:3::4',
    });
    const token = cookieOf(login)?.value ?? '';
    const answer = await test.call('GET', '/api/sessions', { cookies: { session: token } });
    expect(answer.statusCode).toBe(200);
    const iso = expect.stringMatching(/^\d{4}-.*Z$/);
    expect(answer.json()).toEqual([
      {
        id: expect.any(String),
        device: 'Firefox on Linux',
        network: '2001:db8:1:2::/64',
        createdAt: iso,
        lastUsedAt: iso,
        isCurrent: true,
      },
      {
        id: expect.any(String),
        device: 'Unknown device',
        network: null,
        createdAt: iso,
        lastUsedAt: iso,
        isCurrent: false,
      },
    ]);
    const hash = hashToken(token);
    for (const secret of [token, hash.toString('hex'), hash.toString('base64url')]) {
      expect(answer.body).not.toContain(secret);
    }
    // An id is no way in.
    const [{ id: publicId }] = answer.json();
    const cookies = { session: publicId };
    expect((await test.call('GET', '/api/user', { cookies })).statusCode).toBe(401);
  });

  it('has neither sessions of others nor ended ones, and is bounded', async () => {
    const member = await test.loginAs();
    await test.loginAs();
    await test.pool.query(
      `INSERT INTO sessions (token_hash, user_id, created_at, last_used_at)
       SELECT sha256(('x' || number)::bytea), $1, now() - interval '40 days',
         now() - CASE WHEN number > 200 THEN interval '31 days' ELSE interval '1 day' END
       FROM generate_series(1, 210) AS number`,
      [member.id],
    );
    const rows = await list(member);
    expect(rows).toHaveLength(100);
    expect(rows[0]).toMatchObject({ isCurrent: true });
    await test.pool.query('DELETE FROM sessions WHERE created_at < now() - $1::interval', [
      '1 hour',
    ]);
    expect(await list(member)).toHaveLength(1);
  });

  it('lets its owner end one, and nobody else', async () => {
    const here = await test.loginAs();
    const there = await test.loginAs({ id: here.id });
    const stranger = await test.loginAs({ isAdmin: true });
    const [, { id: target }] = await list(here);
    for (const id of [target, '999999999', 'made-up', 'a'.repeat(100), '\u0000', "'--"]) {
      const url = `/api/sessions/${encodeURIComponent(id)}`;
      const answer = await stranger.call('DELETE', url);
      expect(answer.statusCode).toBe(404);
      expect(answer.json().code).toBe('NOT_FOUND');
    }
    expect((await there.call('GET', '/api/user')).statusCode).toBe(200);

    const answer = await here.call('DELETE', `/api/sessions/${target}`);
    expect(answer.statusCode).toBe(200);
    expect(answer.cookies).toEqual([]);
    expect((await there.call('GET', '/api/user')).statusCode).toBe(401);
    expect((await here.call('GET', '/api/user')).statusCode).toBe(200);
    expect((await here.call('DELETE', `/api/sessions/${target}`)).statusCode).toBe(404);
    const audit = await test.db.select().from(auditLog).where(eq(auditLog.subjectId, here.id));
    expect(audit).toMatchObject([{ action: 'session-ended', actorId: here.id }]);

    const [{ id: own }] = await list(here);
    const last = await here.call('DELETE', `/api/sessions/${own}`);
    expect(last.cookies).toMatchObject([{ name: 'session', value: '' }]);
    expect((await here.call('GET', '/api/user')).statusCode).toBe(401);
  });

  it('lets its owner end all others', async () => {
    const here = await test.loginAs();
    const others = [await test.loginAs({ id: here.id }), await test.loginAs({ id: here.id })];
    const stranger = await test.loginAs();
    expect((await here.call('DELETE', '/api/sessions')).statusCode).toBe(200);
    for (const other of others) {
      expect((await other.call('GET', '/api/user')).statusCode).toBe(401);
    }
    expect((await here.call('GET', '/api/user')).statusCode).toBe(200);
    expect((await stranger.call('GET', '/api/user')).statusCode).toBe(200);
    const audit = await test.db.select().from(auditLog).where(eq(auditLog.subjectId, here.id));
    expect(audit).toMatchObject([{ action: 'other-sessions-ended', actorId: here.id }]);
  });

  it('leaves one where several end all others at once', async () => {
    const first = await test.loginAs();
    const all = [first];
    for (let count = 1; count < 6; count += 1) all.push(await test.loginAs({ id: first.id }));
    const answers = await Promise.all(all.map(({ call }) => call('DELETE', '/api/sessions')));
    const statuses = answers.map(({ statusCode }) => statusCode).sort();
    expect(statuses).toEqual([200, 401, 401, 401, 401, 401]);
    const left = await test.db.select().from(sessions).where(eq(sessions.userId, first.id));
    expect(left).toHaveLength(1);
  });
});

describe('a request whose body arrives after', () => {
  /** Sends half of a body, waits until the session was checked, and returns how to send the rest. */
  async function beginRequest(member: Member, method: string, path: string, body: object) {
    await age(member, { started: '2 days', used: '1 day' });
    if (!test.app.server.listening) await test.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = test.app.server.address() as AddressInfo;
    const json = JSON.stringify(body);
    const request = http.request({
      port,
      method,
      path,
      headers: {
        'content-type': 'application/json',
        'content-length': json.length,
        'sec-fetch-site': 'same-origin',
        cookie: `session=${member.cookies.session}`,
      },
    });
    const response = new Promise<http.IncomingMessage>((resolve, reject) => {
      request.on('response', resolve).on('error', reject);
    });
    request.write(json.slice(0, 5));
    // Using a session that was idle for an hour is recorded.
    await eventually(async () => {
      const { rowCount } = await test.pool.query(
        "SELECT FROM sessions WHERE user_id = $1 AND last_used_at > now() - interval '1 hour'",
        [member.id],
      );
      expect(rowCount).toBe(1);
    });
    return async () => {
      request.end(json.slice(5));
      const answer = await response;
      await text(answer);
      return answer;
    };
  }

  it('the session ended changes nothing', async () => {
    const member = await test.loginAs({ name: 'Was Here' });
    const finish = await beginRequest(member, 'PATCH', '/api/me', { name: 'Came Late' });
    await test.pool.query('DELETE FROM sessions WHERE user_id = $1', [member.id]);
    expect((await finish()).statusCode).toBe(401);
    const { rows } = await test.pool.query('SELECT name FROM users WHERE id = $1', [member.id]);
    expect(rows).toEqual([{ name: 'Was Here' }]);
  });

  it('the admin role was revoked changes nothing', async () => {
    const admin = await test.loginAs({ isAdmin: true });
    const { id } = await test.insertPerson();
    const path = `/api/admin/users/${id}`;
    const finish = await beginRequest(admin, 'PATCH', path, { isVerified: true });
    await test.pool.query('UPDATE users SET is_admin = false WHERE id = $1', [admin.id]);
    expect((await finish()).statusCode).toBe(403);
    const { rows } = await test.pool.query('SELECT is_verified FROM users WHERE id = $1', [id]);
    expect(rows).toEqual([{ is_verified: false }]);
  });

  it('the recent authentication ended changes nothing', async () => {
    const member = await test.loginAs({ username: 'was.here' });
    const finish = await beginRequest(member, 'PATCH', '/api/me', { username: 'came.late' });
    await test.pool.query(
      "UPDATE sessions SET authenticated_at = now() - interval '11 minutes' WHERE user_id = $1",
      [member.id],
    );
    expect((await finish()).statusCode).toBe(403);
    const { rows } = await test.pool.query('SELECT username FROM users WHERE id = $1', [member.id]);
    expect(rows).toEqual([{ username: 'was.here' }]);
  });
});
