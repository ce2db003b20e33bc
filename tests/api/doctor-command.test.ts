import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findFreePort } from '#tests/support/free-port.ts';
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
  expect(stdout).toMatch(/^problem {2}admins: none: .* dist\/cli\/admin\.js grant EMAIL /m);
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
