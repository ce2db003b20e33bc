import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hashPassword } from '#server/lib/password.ts';
import { sessionOf } from '#tests/support/cookies.ts';
import { readMails } from '#tests/support/mails.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';

const PASSWORD = 'correct horse';

let test: TestApp;
let passwordHash: string;
beforeAll(async () => {
  test = await buildTestApp({ rateLimits: true });
  passwordHash = await hashPassword(PASSWORD);
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.pool.query('TRUNCATE rate_limits');
});

type Member = Awaited<ReturnType<TestApp['loginAs']>>;
type Answer = Awaited<ReturnType<Member['call']>>;

/** As if the session's user had authenticated this long ago; never, without. */
const age = ({ id }: Member, interval: string | null) =>
  test.pool.query(
    'UPDATE sessions SET authenticated_at = now() - $1::interval WHERE user_id = $2',
    [interval, id],
  );

async function oldMember(person: Parameters<TestApp['loginAs']>[0] = {}): Promise<Member> {
  const member = await test.loginAs({ passwordHash, ...person });
  await age(member, '11 minutes');
  return member;
}

function expectRefused(answer: Answer) {
  expect(answer.statusCode).toBe(403);
  expect(answer.json()).toEqual({
    error: "Please confirm it's you.",
    message: "Please confirm it's you.",
    code: 'REAUTHENTICATE',
  });
}

async function confirm(member: Member, password = PASSWORD, remoteAddress = '203.0.113.1') {
  const answer = await member.call('POST', '/api/reauthenticate', {
    body: { password },
    remoteAddress,
  });
  if (answer.statusCode === 204) Object.assign(member.cookies, sessionOf(answer));
  return answer;
}

const addHandle = (member: Member, username: string, platform = 'venmo') =>
  member.call('POST', '/api/payment-accounts', { body: { platform, username } });

describe('recent authentication is required', () => {
  it.each<[method: 'GET' | 'POST' | 'DELETE' | 'PATCH', url: string, body?: object]>([
    ['PATCH', '/api/me', { email: 'other@example.com' }],
    ['PATCH', '/api/me', { username: 'another.name', name: 'Another Name' }],
    ['POST', '/api/me/password', { currentPassword: PASSWORD, newPassword: 'a quiet kettle' }],
    ['DELETE', '/api/payment-accounts/venmo'],
    ['POST', '/api/passkeys/options'],
    ['POST', '/api/passkeys', { response: {} }],
    ['DELETE', '/api/passkeys/1'],
    ['DELETE', '/api/user/:id'],
    ['GET', '/api/me/export'],
  ])('for %s %s', async (method, url, body) => {
    const member = await oldMember();
    const path = url.replace(':id', String(member.id));
    const call = () => member.call(method, path, body ? { body } : {});
    expectRefused(await call());
    await age(member, null);
    expectRefused(await call());
    await age(member, '9 minutes');
    expect((await call()).body).not.toContain('REAUTHENTICATE');
  });

  it('for every admin call that changes something', async () => {
    const admin = await oldMember({ isAdmin: true });
    const changes = [...test.app.routeAccess]
      .filter(([route, access]) => access === 'admin' && !/^(GET|HEAD) /.test(route))
      .map(([route]) => route);
    expect(changes.length).toBeGreaterThan(0);
    for (const route of changes) {
      const [method, pattern = ''] = route.split(' ') as ['PATCH', string];
      expectRefused(await admin.call(method, pattern.replace(/:\w+/g, '1')));
    }
    expect((await admin.call('GET', '/api/admin/users')).statusCode).toBe(200);
  });

  it('of an admin who deletes somebody else', async () => {
    const admin = await oldMember({ isAdmin: true });
    const { id } = await test.insertPerson();
    expectRefused(await admin.call('DELETE', `/api/user/${id}`));
  });

  it('for replacing a handle, not for the first one or the same one', async () => {
    const member = await oldMember();
    expect((await addHandle(member, 'first-one')).statusCode).toBe(201);
    for (const same of [' first-one', '@first-one', 'First-One', 'first-one']) {
      expect((await addHandle(member, same)).statusCode).toBe(200);
    }
    expectRefused(await addHandle(member, 'second-one'));
    expect((await addHandle(member, 'elsewhere', 'cashapp')).statusCode).toBe(201);
    expect((await member.call('GET', '/api/payment-accounts')).json()).toMatchObject([
      { platform: 'cashapp' },
      { platform: 'venmo', username: 'first-one' },
    ]);
    expect((await confirm(member)).statusCode).toBe(204);
    expect((await addHandle(member, 'second-one')).statusCode).toBe(200);
  });

  it('not for the rest of the profile, nor for what stays the same', async () => {
    const member = await oldMember({ email: 'Same@example.com', username: 'same.name' });
    const body = { name: 'New Name', email: 'same@example.com', username: 'same.name' };
    expect((await member.call('PATCH', '/api/me', { body })).statusCode).toBe(200);
  });

  it('of sessions from before the upgrade', async () => {
    const member = await test.loginAs();
    await age(member, null);
    expectRefused(await member.call('GET', '/api/me/export'));
    expect((await member.call('GET', '/api/me/security')).json().confirmedUntil).toBeNull();
  });
});

describe('confirming', () => {
  it('with the password lasts 10 minutes, by the database’s clock', async () => {
    const member = await oldMember();
    const answer = await confirm(member);
    expect(answer.statusCode).toBe(204);
    expect(answer.body).toBe('');
    const { confirmedUntil } = (await member.call('GET', '/api/me/security')).json();
    const { rows } = await test.pool.query(
      `SELECT authenticated_at + interval '10 minutes' AS until FROM sessions WHERE user_id = $1`,
      [member.id],
    );
    expect(confirmedUntil).toBe(rows[0].until.toISOString());
    expect((await member.call('GET', '/api/me/export')).statusCode).toBe(200);
  });

  it('replaces the cookie, so that a thief who has it gains nothing', async () => {
    const member = await oldMember();
    const stolen = { ...member.cookies };
    const [before] = (await member.call('GET', '/api/sessions')).json();
    const answer = await confirm(member);
    expect(answer.cookies).toMatchObject([
      { name: 'session', maxAge: 30 * 24 * 60 * 60, httpOnly: true, sameSite: 'Lax', path: '/' },
    ]);
    expect(member.cookies).not.toEqual(stolen);
    expect((await member.call('GET', '/api/sessions')).json()).toMatchObject([{ id: before.id }]);
    const thief = (method: 'GET' | 'DELETE', url: string) =>
      test.call(method, url, { cookies: stolen });
    // What the page sent before may still arrive. Its response must not bring the old cookie back.
    await test.pool.query(
      "UPDATE sessions SET last_used_at = now() - interval '2 hours' WHERE user_id = $1",
      [member.id],
    );
    expect((await thief('GET', '/api/user')).cookies).toEqual([]);
    expect((await thief('GET', '/api/user')).statusCode).toBe(200);
    expectRefused(await thief('GET', '/api/me/export'));
    expect((await thief('DELETE', '/api/sessions')).statusCode).toBe(401);
    await age(member, '61 seconds');
    expect((await thief('GET', '/api/user')).statusCode).toBe(401);
    expect((await member.call('GET', '/api/me/export')).statusCode).toBe(200);
  });

  it('after a minute, the replaced cookie ends nothing at logout, login and registration', async () => {
    const member = await oldMember({ email: 'owner@example.com' });
    const stolen = { ...member.cookies };
    await confirm(member);
    await age(member, '61 seconds');
    await test.loginAs({ passwordHash, email: 'thief@example.com' });
    const account = { email: 'thief@example.com', password: PASSWORD };
    const send = (url: string, body: object) =>
      test.call('POST', url, { body, cookies: stolen, remoteAddress: '203.0.113.2' });
    await send('/api/logout', {});
    expect((await send('/api/login', account)).statusCode).toBe(200);
    const another = { name: 'Thief', email: 'thief2@example.com', password: PASSWORD };
    expect((await send('/api/register', another)).statusCode).toBe(201);
    expect((await member.call('GET', '/api/user')).statusCode).toBe(200);
  });

  it('does not reach the member’s other sessions', async () => {
    const member = await oldMember();
    const other = await test.loginAs({ id: member.id });
    await age(member, '11 minutes');
    await confirm(member);
    expectRefused(await other.call('GET', '/api/me/export'));
  });

  it('with a wrong password is refused and keeps the session', async () => {
    const member = await oldMember();
    const answer = await confirm(member, 'wrong');
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({
      code: 'WRONG_PASSWORD',
      message: 'That password doesn’t match. Try again.',
      fields: { password: 'That password doesn’t match. Try again.' },
    });
    expectRefused(await member.call('GET', '/api/me/export'));
    expect((await member.call('GET', '/api/user')).statusCode).toBe(200);
    const { rows } = await test.pool.query('SELECT action FROM audit_log WHERE subject_id = $1', [
      member.id,
    ]);
    expect(rows).toEqual([{ action: 'login-failed' }]);
  });

  it('is limited like logins: by account, also where the guesses come at once', async () => {
    const member = await oldMember({ email: 'guessed@example.com' });
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => confirm(member, 'wrong', `198.51.100.${index}`)),
    );
    const statuses = answers.map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 400)).toHaveLength(25);
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
    expect((await confirm(member, PASSWORD, '198.51.100.99')).statusCode).toBe(429);
    const login = await test.call('POST', '/api/login', {
      body: { email: 'guessed@example.com', password: PASSWORD },
      remoteAddress: '198.51.100.98',
    });
    expect(login.statusCode).toBe(429);
  });

  it('is limited by network', async () => {
    const members = await Promise.all([oldMember(), oldMember()]);
    const answers = await Promise.all(
      Array.from({ length: 26 }, (_, index) => confirm(members[index % 2] as Member, 'wrong')),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(1);
  });

  it('needs a password or a passkey, not both and not neither', async () => {
    const member = await oldMember();
    for (const body of [
      {},
      { password: '' },
      { passkey: 'x' },
      { password: PASSWORD, isAdmin: 1 },
    ]) {
      const answer = await member.call('POST', '/api/reauthenticate', { body });
      expect(answer.statusCode).toBe(400);
    }
    expectRefused(await member.call('GET', '/api/me/export'));
  });

  it('is not possible for an account without a password', async () => {
    const member = await oldMember({ passwordHash: null });
    expect((await confirm(member)).statusCode).toBe(400);
  });

  it('does not help a session that has ended meanwhile', async () => {
    const member = await oldMember();
    await test.pool.query(`CREATE FUNCTION end_session() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN DELETE FROM sessions WHERE user_id = ${member.id}; RETURN NULL; END $$;
      CREATE TRIGGER end_session AFTER INSERT ON rate_limits EXECUTE FUNCTION end_session()`);
    const answer = await confirm(member);
    await test.pool.query('DROP FUNCTION end_session CASCADE');
    expect(answer.statusCode).toBe(401);
  });
});

describe('changing the password', () => {
  const change = (member: Member, body: object) =>
    member.call('POST', '/api/me/password', { body });
  const NEW = 'a quiet green kettle';
  const login = (email: string, password: string) =>
    test.call('POST', '/api/login', { body: { email, password } });

  it('ends all other sessions and reset links, keeps this session, and is mailed and audited', async () => {
    const email = 'changer@example.com';
    const resetTokenEmailKey = email;
    const member = await test.loginAs({
      email,
      passwordHash,
      resetTokenHash: Buffer.alloc(32),
      resetTokenExpiry: new Date(Date.now() + 3_600_000),
      resetTokenEmailKey,
    });
    const other = await test.loginAs({ id: member.id });
    const stranger = await test.loginAs();
    const answer = await change(member, { currentPassword: PASSWORD, newPassword: NEW });
    expect(answer.statusCode).toBe(204);
    expect((await member.call('GET', '/api/user')).statusCode).toBe(200);
    expect((await other.call('GET', '/api/user')).statusCode).toBe(401);
    expect((await stranger.call('GET', '/api/user')).statusCode).toBe(200);
    const { rows } = await test.pool.query(
      'SELECT reset_token_hash, password_changed_at FROM users WHERE id = $1',
      [member.id],
    );
    expect(rows[0]).toEqual({ reset_token_hash: null, password_changed_at: expect.any(Date) });
    expect((await login(email, PASSWORD)).statusCode).toBe(401);
    expect((await login(email, NEW)).statusCode).toBe(200);
    const audit = await test.pool.query(
      `SELECT action, details FROM audit_log WHERE subject_id = $1 AND action LIKE 'password%'`,
      [member.id],
    );
    expect(audit.rows).toEqual([
      { action: 'password-changed', details: { device: 'Unknown device' } },
    ]);
    const mails = (await readMails(test)).filter(({ to }) => to === email);
    expect(mails.some(({ subject }) => /password/i.test(subject))).toBe(true);
    const security = (await member.call('GET', '/api/me/security')).json();
    expect(security).toMatchObject({ hasPassword: true, passkeyCount: 0 });
    expect(security.passwordChangedAt).toBe(rows[0].password_changed_at.toISOString());
  });

  it('is all or nothing', async () => {
    const member = await test.loginAs({ email: 'whole@example.com', passwordHash });
    const other = await test.loginAs({ id: member.id });
    await test.pool.query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'no'; END $$;
      CREATE TRIGGER refuse BEFORE INSERT ON jobs EXECUTE FUNCTION refuse()`);
    const answer = await change(member, { currentPassword: PASSWORD, newPassword: NEW });
    await test.pool.query('DROP FUNCTION refuse CASCADE');
    expect(answer.statusCode).toBe(500);
    expect((await other.call('GET', '/api/user')).statusCode).toBe(200);
    expect((await login('whole@example.com', PASSWORD)).statusCode).toBe(200);
  });

  it('needs the current password, and counts wrong ones', async () => {
    const member = await test.loginAs({ email: 'counted@example.com', passwordHash });
    const answer = await change(member, { currentPassword: 'wrong', newPassword: NEW });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().fields).toEqual({
      currentPassword: 'That password doesn’t match. Try again.',
    });
    const { rows } = await test.pool.query(
      `SELECT split_part(key, ':', 1) AS name, hits FROM rate_limits WHERE key LIKE 'loginBy%' ORDER BY name`,
    );
    expect(rows).toEqual([
      { name: 'loginByAccount', hits: 1 },
      { name: 'loginByAddress', hits: 1 },
    ]);
  });

  it('has the rules for passwords', async () => {
    const strict = await buildTestApp({ passwordBlocklist: true });
    const member = await strict.loginAs({ name: 'Maya Okafor', passwordHash });
    for (const [newPassword, message] of [
      ['short', 'Password must be at least 8 characters'],
      ['maya.okafor', 'This password is too close to your name or email. Please choose another.'],
      ['password1', 'This password is too common. Please choose another.'],
    ]) {
      const answer = await member.call('POST', '/api/me/password', {
        body: { currentPassword: PASSWORD, newPassword },
      });
      expect(answer.statusCode).toBe(400);
      expect(answer.json().fields).toEqual({ newPassword: message });
    }
    await strict.close();
  });

  it('succeeds for one of two sessions that do it at once', async () => {
    const first = await test.loginAs({ email: 'twice@example.com', passwordHash });
    const second = await test.loginAs({ id: first.id });
    const answers = await Promise.all(
      [first, second].map((member, index) =>
        change(member, { currentPassword: PASSWORD, newPassword: `${NEW} ${index}` }),
      ),
    );
    const statuses = answers.map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 204)).toHaveLength(1);
    const winner = statuses.indexOf(204);
    expect((await login('twice@example.com', `${NEW} ${winner}`)).statusCode).toBe(200);
  });
});
