import { DrizzleQueryError } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { describeError } from './logger.ts';

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
