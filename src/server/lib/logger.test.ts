import { DrizzleQueryError } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { createLogger, describeError } from './logger.ts';

it('logs what failed in the database, never the values of the statement', () => {
  const cause = Object.assign(new Error('duplicate key value violates unique constraint'), {
    code: '23505',
    constraint: 'users_email_key_key',
    detail: 'Key (email_key)=(ana@example.com) already exists.',
  });
  const error = new DrizzleQueryError(
    'insert into "users" values ($1)',
    ['$argon2id$x', 'ana@example.com'],
    cause,
  );
  expect(error.message).toContain('ana@example.com');
  const logged = describeError(error);
  expect(logged).toMatchObject({
    message: 'Failed query: insert into "users" values ($1)',
    stack: expect.stringContaining('logger.test.ts'),
    cause: { code: '23505', constraint: 'users_email_key_key' },
  });
  expect(JSON.stringify(logged)).not.toMatch(/argon2id|ana@example\.com/);
});

it('logs the code and the routine of a refused value, never the value', () => {
  const cause = Object.assign(new Error('value "secret-1" is out of range for type integer'), {
    code: '22003',
    routine: 'pg_strtoint32_safe',
    where: "unnamed portal parameter $1 = 'secret-1'",
  });
  const error = new DrizzleQueryError('select $1', ['secret-1'], cause);
  const logged = describeError(error);
  expect(logged).toMatchObject({
    cause: {
      message: 'The database refused a value',
      code: '22003',
      routine: 'pg_strtoint32_safe',
      stack: expect.stringContaining('logger.test.ts'),
    },
  });
  expect(JSON.stringify(logged)).not.toContain('secret-1');
  expect(describeError(Object.assign(new Error('kept'), { code: '40P01' }))).toMatchObject({
    message: 'kept',
  });
});

it('hides tokens in addresses, cookies and passwords', () => {
  const lines: string[] = [];
  const log = createLogger('info', { write: (line) => void lines.push(line) });
  const request = { method: 'GET', url: '/reset-password?a=1&token=secret-1&b=2', ip: '192.0.2.1' };
  const headers = { cookie: 'session=secret-2', authorization: 'Bearer secret-3' };
  log.info({ req: { ...request, headers } }, 'incoming request');
  log.info({ res: { headers: { 'set-cookie': 'session=secret-4' } } });
  log.info({ body: { password: 'secret-5', token: 'secret-6', name: 'Ana' } });
  const text = lines.join('');
  expect(text).not.toContain('secret-');
  expect(text).toContain('"url":"/reset-password"');
  expect(text).toContain('Ana');
});

it('logs the path of a request without its query: a search text next to an address is personal', () => {
  const lines: string[] = [];
  const log = createLogger('info', { write: (line) => void lines.push(line) });
  for (const url of ['/api/users/search?query=secret-1', '/?search=secret-2', '/a#secret-3']) {
    log.info({ req: { method: 'GET', url, ip: '192.0.2.1' } }, 'incoming request');
  }
  expect(lines.join('')).not.toContain('secret-');
  expect(lines.map((line) => JSON.parse(line).req)).toEqual([
    { method: 'GET', url: '/api/users/search', ip: '192.0.2.1' },
    { method: 'GET', url: '/', ip: '192.0.2.1' },
    { method: 'GET', url: '/a', ip: '192.0.2.1' },
  ]);
});
