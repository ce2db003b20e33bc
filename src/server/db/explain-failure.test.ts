import { expect, it } from 'vitest';
import { explainDatabaseFailure } from './explain-failure.ts';

const failure = (message: string, details: object = {}) =>
  Object.assign(new Error(message), details);

it.each([
  [
    failure('connect ECONNREFUSED ::1:5432', { code: 'ECONNREFUSED' }),
    'check that PostgreSQL runs',
  ],
  [failure('getaddrinfo ENOTFOUND db', { code: 'ENOTFOUND' }), 'a host that cannot be found'],
  [failure('timeout expired'), 'does not answer: check'],
  [failure('Connection terminated due to connection timeout'), 'does not answer: check'],
  [failure('database "x" does not exist', { code: '3D000' }), 'create it with createdb'],
  [failure('permission denied for schema public', { code: '42501' }), 'GRANT CREATE ON SCHEMA'],
  [failure('must be owner of table users', { code: '42501' }), 'OWNER TO that user for each'],
  [failure('password authentication failed', { code: '28P01' }), 'correct its user and password'],
  [
    failure('no PostgreSQL user name specified in startup packet', { code: '28000' }),
    'add one, in a socket address as &user=NAME',
  ],
  [failure('The server does not support SSL connections'), 'remove sslmode'],
])('%s: names the variable and says what to do', (error, advice) => {
  for (const setting of ['DATABASE_URL', 'DATABASE_DIRECT_URL'] as const) {
    const { message } = explainDatabaseFailure(error, setting) as Error;
    expect(message).toContain(setting);
    expect(message).toContain(advice);
    expect(message).toContain(`(${error.message}).`);
  }
});

it('explains a failure once', () => {
  const once = explainDatabaseFailure(new Error('timeout expired'), 'DATABASE_URL');
  expect(explainDatabaseFailure(once, 'DATABASE_DIRECT_URL')).toBe(once);
});

it('explains the first of several failures, as of a host with two addresses', () => {
  const refused = failure('connect ECONNREFUSED ::1:5432', { code: 'ECONNREFUSED' });
  const both = new AggregateError([refused, new Error('other')]);
  expect((explainDatabaseFailure(both, 'DATABASE_URL') as Error).message).toMatch(
    /^DATABASE_URL names .*ECONNREFUSED ::1:5432\)\.$/,
  );
});

it('leaves other errors alone', () => {
  const missing = failure('open', { code: 'ENOENT', syscall: 'open' });
  for (const error of [missing, new Error('other'), 'text']) {
    expect(explainDatabaseFailure(error, 'DATABASE_URL')).toBe(error);
  }
});
