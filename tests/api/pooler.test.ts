import { afterEach, expect, it } from 'vitest';
import { hasPgBouncer, startPgBouncer } from '#tests/support/pgbouncer.ts';
import { startServer } from '#tests/support/server-process.ts';
import { createTestDatabase } from '#tests/support/test-database.ts';
import { createCleanups } from '#tests/support/within.ts';

if (!hasPgBouncer) console.info('Skipped the tests behind PgBouncer: pgbouncer is not installed.');

const cleanups = createCleanups();
afterEach(() => cleanups.run());

async function openDatabase() {
  const database = await createTestDatabase();
  cleanups.add('database', () => database.drop());
  return { url: database.url, name: String(database.connection.database) };
}

async function openPooler(...[mode, more]: Parameters<typeof startPgBouncer>) {
  const pooler = await startPgBouncer(mode, more);
  cleanups.add('PgBouncer', () => pooler.stop());
  return pooler;
}

const SESSION_SETTINGS = [
  'ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout',
];

it.skipIf(!hasPgBouncer)(
  'a server behind PgBouncer in transaction mode says at the start what to set',
  async () => {
    const { name } = await openDatabase();
    const pooler = await openPooler('transaction', SESSION_SETTINGS);
    await expect(startServer({ DATABASE_URL: pooler.urlOf(name) })).rejects.toThrow(
      /^Payfolk could not start: DATABASE_URL goes through a connection pooler in transaction mode: keep it, and set DATABASE_DIRECT_URL to the address of PostgreSQL itself, for migrations, locks and backups\.$/,
    );
    const url = pooler.urlOf(name);
    await expect(startServer({ DATABASE_URL: url, DATABASE_DIRECT_URL: url })).rejects.toThrow(
      'DATABASE_DIRECT_URL goes through a connection pooler in transaction mode: set it to',
    );
  },
);

it.skipIf(!hasPgBouncer)(
  'a server behind PgBouncer in transaction mode works with DATABASE_DIRECT_URL',
  async () => {
    const { url, name } = await openDatabase();
    const pooler = await openPooler('transaction');
    const server = await startServer({
      DATABASE_URL: pooler.urlOf(name),
      DATABASE_DIRECT_URL: url,
      LOG_LEVEL: 'warn',
    });
    cleanups.add('server', () => server.stop());
    const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
    const names = ['Quillon', 'Brambel', 'Tovash', 'Zephyrine'];
    const register = (name: string) =>
      fetch(`${server.url}/api/register`, {
        method: 'POST',
        headers,
        body: JSON.stringify({
          name,
          email: `${name}@example.com`,
          password: 'correct horse battery staple',
        }),
      });
    const registered = await Promise.all(names.map(register));
    expect(registered.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    const searches = Array.from({ length: 60 }, async (_, index) => {
      const name = String(names[index % 4]);
      const response = await fetch(`${server.url}/api/users/search?query=${name}`);
      return { name, status: response.status, found: await response.json() };
    });
    for (const { name, status, found } of await Promise.all(searches)) {
      expect(status).toBe(200);
      expect(found).toEqual([expect.objectContaining({ name })]);
    }
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    expect(server.output()).toContain('ALTER ROLE … SET statement_timeout');
    expect(server.output()).not.toMatch(/"level":[56]0|prepared statement/);
  },
);

it.skipIf(!hasPgBouncer)('DATABASE_DIRECT_URL must name the same database', async () => {
  const { name } = await openDatabase();
  const other = await openDatabase();
  const pooler = await openPooler('transaction');
  await expect(
    startServer({ DATABASE_URL: pooler.urlOf(name), DATABASE_DIRECT_URL: other.url }),
  ).rejects.toThrow('DATABASE_DIRECT_URL names another database than DATABASE_URL');
});

it.skipIf(!hasPgBouncer)(
  'PgBouncer in session mode works without it, or says what to set',
  async () => {
    const { name } = await openDatabase();
    const strict = await openPooler('session');
    await expect(startServer({ DATABASE_URL: strict.urlOf(name) })).rejects.toThrow(
      'set its ignore_startup_parameters to statement_timeout,idle_in_transaction_session_timeout',
    );
    const pooler = await openPooler('session', [...SESSION_SETTINGS, 'default_pool_size = 30']);
    const server = await startServer({ DATABASE_URL: pooler.urlOf(name), LOG_LEVEL: 'warn' });
    cleanups.add('server', () => server.stop());
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    expect(server.output()).toContain('ALTER ROLE … SET statement_timeout');
  },
);
