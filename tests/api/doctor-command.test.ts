import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findFreePort } from '#tests/support/free-port.ts';
import { hasPgBouncer, startPgBouncer } from '#tests/support/pgbouncer.ts';
import { runCommand } from '#tests/support/run-command.ts';
import { startServer } from '#tests/support/server-process.ts';
import { createTestDatabase } from '#tests/support/test-database.ts';
import { createCleanups, eventually } from '#tests/support/within.ts';

const cleanups = createCleanups();
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'payfolk-doctor-'));
  cleanups.add('folder', () => rm(folder, { recursive: true, force: true }));
});
afterEach(() => cleanups.run());

type Env = Record<string, string>;
interface Result {
  code: number;
  stdout: string;
  stderr: string;
}

async function runDoctor(env: Env, dataDir = path.join(folder, 'none')): Promise<Result> {
  const place = { url: '', dataDir, folder, env };
  return runCommand('doctor', place).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: Result) => error,
  );
}

async function startMailServer() {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ password }, _session, done) =>
      password === 'right' ? done(null, { user: 'x' }) : done(new Error('Wrong password')),
  });
  server.on('error', () => undefined);
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  cleanups.add('mail server', () => new Promise<void>((resolve) => server.close(resolve)));
  const address = listening.address();
  return typeof address === 'object' && address ? address.port : 0;
}

const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://pay.example.com',
  RATE_LIMITS: 'on',
};

it('finds no problem in a good installation with its server running, and prints no secret', async () => {
  const dataDir = path.join(folder, 'data');
  const port = await startMailServer();
  const env = {
    ...PRODUCTION,
    DATA_DIR: dataDir,
    SMTP_URL: `smtp://user:right@127.0.0.1:${port}`,
    TRUST_PROXY: '1',
    BACKUP_DIR: folder,
  };
  const server = await startServer({ ...env, LOG_LEVEL: 'info' });
  cleanups.add('server', () => server.stop());
  await eventually(() => expect(server.output()).toContain('Backup made'));
  const client = new pg.Client({
    host: path.join(dataDir, 'postgres'),
    port: 5432,
    user: 'payfolk',
    database: 'payfolk',
  });
  await client.connect();
  await client.query(
    `INSERT INTO users (name, username, email, email_key, is_admin, email_proven_at)
       VALUES ('Ana', 'ana', 'ana@example.com', 'ana@example.com', true, now())`,
  );
  await client.end();

  const { code, stdout, stderr } = await runDoctor(env, dataDir);
  expect(stderr).toBe('');
  for (const subject of [
    'Node.js',
    'disk of BACKUP_DIR',
    'database',
    'migrations',
    'search index',
    'admins',
    'mail',
    'PUBLIC_URL',
    'TRUST_PROXY',
    'rate limits',
    'backups',
  ]) {
    expect(stdout).toMatch(new RegExp(`^OK {7}${subject}: `, 'm'));
  }
  expect(stdout).toMatch(/^\w+ +memory: .* GB/m);
  expect(stdout).toMatch(/^\w+ +disk of DATA_DIR: .* GB free/m);
  expect(stdout).not.toMatch(/^problem/m);
  expect(stdout).not.toContain('right');
  expect(code).toBe(0);
});

it('names every problem of a bad installation and what to do, and exits with 1', async () => {
  const database = await createTestDatabase();
  cleanups.add('database', () => database.drop());
  const port = await startMailServer();
  const env = {
    ...PRODUCTION,
    RATE_LIMITS: 'off',
    DATABASE_URL: database.url,
    SMTP_URL: `smtp://user:smtp-secret@127.0.0.1:${port}`,
    BACKUP_DIR: path.join(folder, 'missing'),
  };
  const pool = database.openPool();
  await pool.query('UPDATE search_index SET version = version - 1');
  const { code, stdout } = await runDoctor(env);
  expect(code).toBe(1);
  expect(stdout).toMatch(/^problem {2}database: fsync .* set both to on\.$/m);
  expect(stdout).toMatch(/^warning {2}search index: .* restart the server/m);
  expect(stdout).toMatch(/^problem {2}admins: none\. .* dist\/cli\/admin\.js grant EMAIL /m);
  expect(stdout).toMatch(/^problem {2}mail: .* refuses the name or the password in SMTP_URL/m);
  expect(stdout).toMatch(/^problem {2}backups: BACKUP_DIR .* does not exist: create the folder/m);
  expect(stdout).toMatch(/^warning {2}TRUST_PROXY: off: .* Set it to the number of proxies/m);
  expect(stdout).toMatch(/^warning {2}rate limits: .* Remove RATE_LIMITS=off\.$/m);
  expect(stdout).not.toContain('secret');

  await pool.query(
    `INSERT INTO users (name, username, email, email_key, is_admin)
       VALUES ('Ana', 'ana', 'ana@example.com', 'ana@example.com', true)`,
  );
  const unconfirmed = await runDoctor(env);
  expect(unconfirmed.stdout).toMatch(/^warning {2}admins: 1, none with a confirmed address: /m);

  await pool.query("INSERT INTO migrations (name, checksum) VALUES ('9999-newer.sql', 'x')");
  await pool.end();
  const newer = await runDoctor(env);
  expect(newer.stdout).toMatch(
    /^problem {2}migrations: .*9999-newer\.sql.* install a newer version/m,
  );
});

it('says that the database or the mail server does not answer', async () => {
  const port = await findFreePort();
  const { code, stdout } = await runDoctor({
    DATABASE_URL: `postgres://user:db-secret@127.0.0.1:${port}/payfolk`,
    SMTP_URL: `smtp://user:smtp-secret@127.0.0.1:${port}`,
  });
  expect(code).toBe(1);
  expect(stdout).toMatch(
    /^problem {2}database: DATABASE_URL names a server that refuses connections: check that .*ECONNREFUSED.*\)\.$/m,
  );
  expect(stdout).toMatch(
    /^problem {2}mail: .* cannot be reached, or not with this encryption: check host, port/m,
  );
  expect(stdout).not.toContain('secret');
});

it('names a setting that is wrong, and creates no database', async () => {
  const wrong = await runDoctor({ PORT: 'eighty' });
  expect(wrong.code).toBe(1);
  expect(wrong.stdout).toMatch(/^problem {2}settings: PORT must be a port number/m);
  const empty = await runDoctor({});
  expect(empty.code).toBe(0);
  expect(empty.stdout).toMatch(/^warning {2}database: .* has none yet: run npm start/m);
});

async function openDatabase(options: { isEmpty?: boolean } = {}) {
  const database = await createTestDatabase(options);
  cleanups.add('database', () => database.drop());
  return { ...database, name: String(database.connection.database) };
}

async function openPooler(...args: Parameters<typeof startPgBouncer>) {
  const pooler = await startPgBouncer(...args);
  cleanups.add('PgBouncer', () => pooler.stop());
  return pooler;
}

it.skipIf(!hasPgBouncer)('says what to set behind a pooler, as the server does', async () => {
  const { name, url } = await openDatabase();
  const other = await openDatabase();
  const pooler = await openPooler('transaction');
  const pooled = pooler.urlOf(name);
  const alone = await runDoctor({ DATABASE_URL: pooled });
  expect(alone.code).toBe(1);
  expect(alone.stdout).toMatch(
    /^problem {2}database: DATABASE_URL goes through a connection pooler in transaction mode: keep it, and set DATABASE_DIRECT_URL to the address of PostgreSQL itself, /m,
  );
  const both = await runDoctor({ DATABASE_URL: pooled, DATABASE_DIRECT_URL: url });
  expect(both.stdout).toMatch(/^OK {7}pooler: reachable$/m);
  expect(both.stdout).toMatch(
    /^warning {2}pooler: .* run ALTER ROLE … SET statement_timeout = 8000 /m,
  );
  const wrong = await runDoctor({ DATABASE_URL: pooled, DATABASE_DIRECT_URL: other.url });
  expect(wrong.code).toBe(1);
  expect(wrong.stdout).toMatch(
    /^problem {2}pooler: DATABASE_DIRECT_URL names another database than DATABASE_URL: correct it\.$/m,
  );
  const sessions = await openPooler('session');
  const refused = await runDoctor({ DATABASE_URL: sessions.urlOf(name) });
  expect(refused.stdout).toMatch(
    /^problem {2}database: PgBouncer refuses our settings: set its ignore_startup_parameters to /m,
  );
  const unlimited = await openPooler('session', [
    'ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout',
  ]);
  const { stdout } = await runDoctor({ DATABASE_URL: unlimited.urlOf(name) });
  expect(stdout).toMatch(/^warning {2}database: Behind a pooler .* SET statement_timeout = 8000 /m);
});

it('names rights that the database user lacks', async () => {
  const empty = await openDatabase({ isEmpty: true });
  const full = await openDatabase();
  const run = async ({ openPool }: typeof full, ...statements: string[]) => {
    const pool = openPool();
    for (const statement of statements) await pool.query(statement);
    await pool.end();
  };
  const revoke = 'REVOKE CREATE ON SCHEMA public FROM pg_database_owner, PUBLIC';
  const right =
    'The database user of DATABASE_URL lacks a right: .* GRANT CREATE ON SCHEMA public TO it ';
  await run(empty, revoke);
  const unmigrated = await runDoctor({ DATABASE_URL: empty.url });
  expect(unmigrated.code).toBe(1);
  expect(unmigrated.stdout).toMatch(new RegExp(`^problem {2}rights: ${right}`, 'm'));
  await run(full, revoke);
  const migrated = await runDoctor({ DATABASE_URL: full.url });
  expect(migrated.stdout).toMatch(
    new RegExp(`^warning {2}rights: ${right}.*\\. The next upgrade needs it\\.$`, 'm'),
  );
  await run(full, 'REVOKE UPDATE ON users FROM CURRENT_USER');
  const unusable = await runDoctor({ DATABASE_URL: full.url });
  expect(unusable.code).toBe(1);
  expect(unusable.stdout).toMatch(
    /^problem {2}database: The database user of DATABASE_URL does not own all of its tables: .* OWNER TO .*\(permission denied for table users\)\.$/m,
  );
});

it('says that DATA_DIR is missing or cannot be written', async () => {
  const { url } = await openDatabase();
  const missing = await runDoctor({ DATABASE_URL: url });
  expect(missing.stdout).toMatch(
    /^warning {2}DATA_DIR: .*none does not exist yet: .* correct DATA_DIR/m,
  );
  const file = path.join(folder, 'file');
  await writeFile(file, '');
  const inFile = await runDoctor({ DATABASE_URL: url }, path.join(file, 'data'));
  expect(inFile.code).toBe(1);
  expect(inFile.stdout).toMatch(
    /^problem {2}DATA_DIR: DATA_DIR .* is not a folder: choose another/m,
  );
  // Nothing is written there.
  const unused = await runDoctor({ DATABASE_URL: url, SMTP_URL: 'smtp://127.0.0.1:9' });
  expect(unused.stdout).not.toMatch(/^\w+ +DATA_DIR: /m);
});

it('warns of backups in the folder of the database', async () => {
  const dataDir = path.join(folder, 'data');
  const backups = path.join(dataDir, 'backups');
  await mkdir(backups, { recursive: true });
  const inside = await runDoctor({ BACKUP_DIR: backups }, dataDir);
  expect(inside.stdout).toMatch(
    /^warning {2}backups: BACKUP_DIR .* is in DATA_DIR, .* set it to a folder on another disk\.$/m,
  );
  // The database is elsewhere.
  const { url } = await openDatabase();
  const outside = await runDoctor({ BACKUP_DIR: backups, DATABASE_URL: url }, dataDir);
  expect(outside.stdout).not.toContain('is in DATA_DIR');
});
