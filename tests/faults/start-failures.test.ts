import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { findFreePort } from '#tests/support/free-port.ts';
import { runCommand } from '#tests/support/run-command.ts';
import { startServer } from '#tests/support/server-process.ts';
import { createTestDatabase } from '#tests/support/test-database.ts';
import { createCleanups } from '#tests/support/within.ts';

const cleanups = createCleanups();
afterEach(() => cleanups.run());

async function asAdmin(...statements: string[]) {
  const { host, port, user } = inject('postgres');
  const client = new pg.Client({ host, port, user, database: 'postgres' });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

async function openDatabase() {
  const database = await createTestDatabase({ isEmpty: true });
  cleanups.add('database', () => database.drop());
  return database;
}

/** The one line of a server that does not start. */
async function failureOf(env: Record<string, string>): Promise<string> {
  const started = startServer(env).then(async (server) => {
    await server.stop();
    return 'started';
  });
  return started.catch(({ message }: Error) => message.replace('Payfolk could not start: ', ''));
}

describe('a start that fails says in one sentence what to check', () => {
  it('where nothing listens, also at a host with two addresses, as a command does', async () => {
    const url = `postgres://user:secret@localhost:${await findFreePort()}/payfolk`;
    const sentence =
      /^DATABASE_URL names a server that refuses connections: check that PostgreSQL runs, and the host and port in DATABASE_URL \(connect ECONNREFUSED .*\)\.$/;
    expect(await failureOf({ DATABASE_URL: url })).toMatch(sentence);
    const command = await runCommand('admin', { url, folder: '/' }).catch((error) => error);
    expect(command.stderr.trim()).toMatch(sentence);
  });

  it('where the host or the database does not exist, or TLS is not offered', async () => {
    const { url } = await openDatabase();
    expect(await failureOf({ DATABASE_URL: 'postgres://nowhere.invalid/payfolk' })).toMatch(
      /^DATABASE_URL names a host that cannot be found: /,
    );
    expect(await failureOf({ DATABASE_URL: url.replace(/test_\w+/, 'missing') })).toMatch(
      /^DATABASE_URL names a database that does not exist: create it /,
    );
    expect(await failureOf({ DATABASE_URL: `${url}&sslmode=verify-full` })).toMatch(
      /^The database at DATABASE_URL offers no TLS: /,
    );
  });

  it('where the user may not create tables', async () => {
    const database = await openDatabase();
    const pool = database.openPool();
    await pool.query('REVOKE CREATE ON SCHEMA public FROM pg_database_owner, PUBLIC');
    await pool.end();
    expect(await failureOf({ DATABASE_URL: database.url })).toMatch(
      /^The database user of DATABASE_URL lacks a right: .* GRANT CREATE ON SCHEMA public TO it \(permission denied for schema public\)\.$/,
    );
  });

  it('where the encoding is not UTF-8', async () => {
    const name = `test_${randomBytes(6).toString('hex')}`;
    await asAdmin(
      `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'LATIN1' LOCALE_PROVIDER libc LC_COLLATE 'C' LC_CTYPE 'C'`,
    );
    cleanups.add('database', () => asAdmin(`DROP DATABASE ${name} WITH (FORCE)`));
    const { url } = await openDatabase();
    expect(await failureOf({ DATABASE_URL: url.replace(/test_\w+/, name) })).toMatch(
      /^DATABASE_URL names a database with the encoding LATIN1, .*: create one with createdb --encoding=UTF8 --template=template0\.$/,
    );
  });

  it('where HOST cannot be used', async () => {
    expect(await failureOf({ HOST: 'nonsense.invalid' })).toMatch(/^HOST nonsense\.invalid cannot/);
    expect(await failureOf({ HOST: '192.0.2.1' })).toMatch(
      /^HOST 192\.0\.2\.1 is no address of this machine/,
    );
  });
});
