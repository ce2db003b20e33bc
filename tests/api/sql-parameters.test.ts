import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { searchUrl } from '#tests/support/directory.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';

/** The text of every statement that leaves for PostgreSQL, without its parameters. */
const statements: string[] = [];
const sendQuery = pg.Client.prototype.query;
pg.Client.prototype.query = function query(this: pg.Client, ...given: unknown[]) {
  const [statement] = given as [string | { text?: string }];
  statements.push(typeof statement === 'string' ? statement : (statement.text ?? ''));
  return Reflect.apply(sendQuery, this, given);
} as typeof sendQuery;

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(async () => {
  await test.close();
  pg.Client.prototype.query = sendQuery;
});

/** In everything that is typed, so that no statement can hold any of it unnoticed. */
const MARK = 'zqxmark';
const QUOTED = `${MARK}'"; --`;

it('typed text is always a parameter, never part of an SQL statement', async () => {
  const admin = await test.loginAs({ isAdmin: true });
  const member = await test.loginAs();
  const user = {
    name: `Robert '${MARK}`,
    screenName: QUOTED,
    email: `${MARK}'@example.com`,
    password: `${MARK} correct horse`,
  };
  const accounts = [{ platform: 'applepay', username: `${MARK}@example.com` }];
  type Asked = [TestApp['call'], 'GET' | 'POST' | 'PATCH', string, object | undefined, number];
  const calls: Asked[] = [
    [test.call, 'POST', '/api/register-with-accounts', { user, accounts }, 201],
    [test.call, 'POST', '/api/login', { email: user.email, password: user.password }, 200],
    [test.call, 'POST', '/api/login', { email: `no.${MARK}'@example.com`, password: QUOTED }, 401],
    [test.call, 'POST', '/api/forgot-password', { email: user.email }, 200],
    [
      test.call,
      'POST',
      '/api/reset-password',
      { token: QUOTED, password: user.password, confirmPassword: user.password },
      400,
    ],
    [test.call, 'POST', '/api/confirm-email', { token: QUOTED }, 400],
    ...[MARK, `${MARK} ${MARK}`, `${MARK}99`, QUOTED, `$${MARK}'`].map(
      (query): Asked => [test.call, 'GET', searchUrl({ query }), undefined, 200],
    ),
    [test.call, 'GET', searchUrl({ query: MARK, platform: 'applepay' }), undefined, 200],
    [
      member.call,
      'PATCH',
      '/api/me',
      {
        name: QUOTED,
        screenName: `Also ${QUOTED}`,
        username: `${MARK}.me`,
        email: `${MARK}.me'@example.com`,
        websiteUrl: `https://${MARK}.example/'`,
      },
      200,
    ],
    [
      member.call,
      'POST',
      '/api/payment-accounts',
      { platform: 'applepay', username: `${MARK}2@example.com` },
      201,
    ],
    [
      member.call,
      'POST',
      '/api/add-person',
      {
        name: QUOTED,
        screenName: QUOTED,
        paymentPlatform: 'applepay',
        paymentUsername: `${MARK}3@example.com`,
      },
      201,
    ],
    [member.call, 'GET', searchUrl({ query: MARK }), undefined, 200],
    [admin.call, 'GET', `/api/admin/users?query=${encodeURIComponent(QUOTED)}`, undefined, 200],
  ];
  for (const [call, method, url, body, status] of calls) {
    const answer = await call(method, url, { body });
    expect([
      method,
      url,
      answer.statusCode,
      answer.statusCode === status ? '' : answer.body,
    ]).toEqual([method, url, status, '']);
  }
  const { rows } = await test.pool.query('SELECT id FROM contacts');
  const contact = `/api/contacts/${rows[0]?.id}`;
  const changed = await member.call('PATCH', contact, {
    body: { notes: QUOTED, relationship: QUOTED, nickname: QUOTED },
  });
  expect(changed.statusCode).toBe(200);
  expect((await member.call('DELETE', `/api/user/${member.id}`)).statusCode).toBe(200);

  // All were stored and found by their marks, so they did reach the database.
  const stored = await test.pool.query('SELECT FROM users WHERE name LIKE $1', [`%${MARK}%`]);
  expect(stored.rowCount).toBe(1);
  expect(statements.length).toBeGreaterThan(50);
  expect(statements.filter((text) => text.toLowerCase().includes(MARK))).toEqual([]);
});
