import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sweep } from '#server/jobs/sweep.ts';
import { hashPassword } from '#server/lib/password.ts';
import { readMails, resetTokenTo } from '#tests/support/mails.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';

let test: TestApp;
let passwordHash: string;
beforeAll(async () => {
  test = await buildTestApp({ rateLimits: true });
  passwordHash = await hashPassword('correct horse');
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.pool.query('TRUNCATE rate_limits');
});

type Post = { url: string; body: object; from?: string; node?: TestApp['app'] };
const post = ({ url, body, from = '203.0.113.1', node = test.app }: Post) =>
  node.inject({ method: 'POST', url, payload: body, remoteAddress: from });
const login = (email: string, password: string, from?: string, node = test.app) =>
  post({ url: '/api/login', body: { email, password }, node, ...(from ? { from } : {}) });
const forgot = (email: string, from: string) =>
  post({ url: '/api/forgot-password', body: { email }, from });
/** Fails to log in this often, each time from another network and into another account unless given. */
async function failLogins(times: number, { email, from }: { email?: string; from?: string }) {
  const answers = await Promise.all(
    Array.from({ length: times }, (_, index) =>
      login(email ?? `guess${index}@example.com`, 'wrong password', from ?? `198.51.100.${index}`),
    ),
  );
  return answers.map(({ statusCode }) => statusCode);
}

/** Stores a count for a network. */
const storeHits = (limit: string, network: string, hits: number) =>
  test.pool.query(
    `INSERT INTO rate_limits (key, hits, resets_at) VALUES ($1, $2, now() + interval '5 minutes')`,
    [`${limit}:${network}`, hits],
  );

/** A 429 has the wait in its header and its message. */
function expectTooMany(
  answer: Awaited<ReturnType<typeof post>>,
  sentence: string,
  seconds: number,
) {
  expect(answer.statusCode).toBe(429);
  expect(answer.json().code).toBe('TOO_MANY_REQUESTS');
  expect(answer.json().message).toMatch(
    new RegExp(`^${sentence} Please try again in \\d+ (minutes|seconds)\\.$`),
  );
  const retryAfter = Number(answer.headers['retry-after']);
  expect(retryAfter).toBeGreaterThan(0);
  expect(retryAfter).toBeLessThanOrEqual(seconds);
}

describe('failed logins', () => {
  it('return 429 after 25 in 5 minutes from one address, also when they are simultaneous', async () => {
    const statuses = await failLogins(40, { from: '203.0.113.9' });
    expect(statuses.filter((status) => status === 401)).toHaveLength(25);
    expect(statuses.filter((status) => status === 429)).toHaveLength(15);
    const answer = await login('other@example.com', 'wrong', '203.0.113.9');
    expectTooMany(answer, 'Too many failed logins\\.', 300);
    expect((await login('other@example.com', 'wrong', '203.0.113.10')).statusCode).toBe(401);
  });

  it('return 429 after 25 in an hour for one account, existing or not; a reset still works and clears the count', async () => {
    await test.insertPerson({ email: 'known@example.com', passwordHash });
    for (const email of ['known@example.com', 'unknown@example.com']) {
      const statuses = await failLogins(25, { email });
      expect(new Set(statuses)).toEqual(new Set([401]));
      const answer = await login(email.toUpperCase(), 'correct horse', '192.0.2.77');
      expectTooMany(
        answer,
        'Too many failed logins for this email\\. You can reset your password now\\.',
        3_600,
      );
    }
    expect((await forgot('known@example.com', '192.0.2.77')).statusCode).toBe(200);
    const token = await resetTokenTo(test, 'known@example.com');
    const body = { token, password: 'a new password', confirmPassword: 'a new password' };
    const reset = await post({ url: '/api/reset-password', body, from: '192.0.2.77' });
    expect(reset.statusCode).toBe(200);
    const answer = await login('known@example.com', 'a new password', '192.0.2.77');
    expect(answer.statusCode).toBe(200);
  });

  it('are reset for the account by a success, which does not count for the address', async () => {
    await test.insertPerson({ email: 'clumsy@example.com', passwordHash });
    await failLogins(20, { email: 'clumsy@example.com' });
    expect((await login('clumsy@example.com', 'correct horse')).statusCode).toBe(200);
    const statuses = await failLogins(25, { email: 'clumsy@example.com' });
    expect(new Set(statuses)).toEqual(new Set([401]));
    await test.pool.query('TRUNCATE rate_limits');
    const from = '203.0.113.40';
    await storeHits('loginByAddress', from, 24);
    for (let count = 0; count < 3; count += 1) {
      expect((await login('clumsy@example.com', 'correct horse', from)).statusCode).toBe(200);
    }
    expect(await login('clumsy@example.com', 'wrong', from)).toMatchObject({ statusCode: 401 });
    expect(await login('clumsy@example.com', 'wrong', from)).toMatchObject({ statusCode: 429 });
  });

  it('return 429 after 100 in 5 minutes from one address, successful ones included', async () => {
    await test.insertPerson({ email: 'busy@example.com', passwordHash });
    await storeHits('login', '203.0.113.41', 99);
    expect((await login('busy@example.com', 'correct horse', '203.0.113.41')).statusCode).toBe(200);
    expectTooMany(
      await login('busy@example.com', 'correct horse', '203.0.113.41'),
      'Too many logins from your network\\.',
      300,
    );
    expect((await login('busy@example.com', 'correct horse', '203.0.113.42')).statusCode).toBe(200);
  });

  it('count IPv6 addresses of one /64 as one', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        login(`v6-${index}@example.com`, 'wrong', `2001:db8:1:2::${index.toString(16)}`),
      ),
    );
    expect(statuses.filter(({ statusCode }) => statusCode === 429)).toHaveLength(5);
    expect((await login('v6@example.com', 'wrong', '2001:db8:1:3::1')).statusCode).toBe(401);
  });

  it('are counted for all nodes together', async () => {
    const other = await test.anotherNode();
    await failLogins(25, { from: '203.0.113.50' });
    expect((await login('x@example.com', 'wrong', '203.0.113.50', other)).statusCode).toBe(429);
  });

  it('expire', async () => {
    await failLogins(26, { from: '203.0.113.60' });
    await test.pool.query(`UPDATE rate_limits SET resets_at = now() - interval '1 second'`);
    expect((await login('x@example.com', 'wrong', '203.0.113.60')).statusCode).toBe(401);
    const listCounts = async () => {
      const { rows } = await test.pool.query(
        `SELECT split_part(key, ':', 1) AS name, hits FROM rate_limits ORDER BY name`,
      );
      return rows;
    };
    // The expired ones of the 25 accounts are still there; the sweep leaves only the last guess.
    expect(await listCounts()).toHaveLength(25 + 3);
    await sweep(test.db);
    expect(await listCounts()).toEqual([
      { name: 'login', hits: 1 },
      { name: 'loginByAccount', hits: 1 },
      { name: 'loginByAddress', hits: 1 },
    ]);
  });

  it('leave no email address in the counters', async () => {
    await failLogins(1, { email: 'private@example.com' });
    const { rows } = await test.pool.query('SELECT key FROM rate_limits');
    expect(rows.length).toBe(3);
    expect(JSON.stringify(rows)).not.toContain('private');
  });
});

describe('other limits', () => {
  it('registration returns 429 after 10 in 30 minutes from one address, invalid input included', async () => {
    const register = (email: string, from: string) =>
      post({
        url: '/api/register',
        body: { name: 'Ana', email, password: 'correct horse' },
        from,
      });
    for (let count = 0; count < 5; count += 1) {
      expect((await register('not an email', '203.0.113.2')).statusCode).toBe(400);
    }
    for (let count = 0; count < 5; count += 1) {
      expect((await register(`r${count}@example.com`, '203.0.113.2')).statusCode).toBe(201);
    }
    const answer = await register('r10@example.com', '203.0.113.2');
    expectTooMany(answer, 'Too many new accounts from your network\\.', 1_800);
    expect((await register('r10@example.com', '203.0.113.3')).statusCode).toBe(201);
  });

  it('forgot-password returns 429 after 5 in 30 minutes for one email, with or without an account', async () => {
    await test.insertPerson({ email: 'forgetful@example.com' });
    for (const email of ['forgetful@example.com', 'nobody@example.com']) {
      for (let count = 0; count < 5; count += 1) {
        expect((await forgot(email, `198.51.100.${count}`)).statusCode).toBe(200);
      }
      expectTooMany(
        await forgot(email.toUpperCase(), '198.51.100.99'),
        'Too many reset links requested for this email\\. Please check your spam folder\\.',
        1_800,
      );
    }
    const mails = (await readMails(test)).filter(({ to }) => to === 'forgetful@example.com');
    expect(mails).toHaveLength(5);
  });

  it('forgot-password returns 429 after 25 in 5 minutes from one address', async () => {
    for (let count = 0; count < 25; count += 1) {
      expect((await forgot(`f${count}@example.com`, '203.0.113.4')).statusCode).toBe(200);
    }
    expectTooMany(
      await forgot('f25@example.com', '203.0.113.4'),
      'Too many reset links requested from your network\\.',
      300,
    );
  });

  it('search returns 429 after 300 in 5 minutes from one address', async () => {
    const search = (from: string) =>
      test.app.inject({ url: '/api/users/search?query=nobody', remoteAddress: from });
    const answers = await Promise.all(Array.from({ length: 300 }, () => search('203.0.113.5')));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expectTooMany(await search('203.0.113.5'), 'Too many searches from your network\\.', 300);
    expect((await search('203.0.113.6')).statusCode).toBe(200);
  });

  it('admin calls are not limited', async () => {
    const { cookies } = await test.loginAs({ isAdmin: true });
    for (let count = 0; count < 350; count += 1) {
      const answer = await test.app.inject({ url: '/api/admin/stats', cookies });
      expect(answer.statusCode).toBe(200);
    }
  });

  it('RATE_LIMITS=off disables all limits', async () => {
    const free = await buildTestApp();
    const answers = await Promise.all(
      Array.from({ length: 30 }, () =>
        free.call('POST', '/api/login', { body: { email: 'x@example.com', password: 'wrong' } }),
      ),
    );
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([401]));
    await free.close();
  });
});
