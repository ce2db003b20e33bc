import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { restoreBackup } from '#server/db/backup/restore.ts';
import { writeBackup } from '#server/db/backup/write.ts';
import { migrate, readMigrations } from '#server/db/migrate.ts';
import { runCommand } from '#tests/support/run-command.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';

let source: TestDatabase;
let pool: pg.Pool;
let folder: string;
let file: string;
let count = 0;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'payfolk-backup-'));
  source = await createTestDatabase();
  pool = source.openPool();
  await pool.query(`
    INSERT INTO users (name, screen_name, screen_name_key, username, email, email_key)
      SELECT 'Person ' || n, E'tab\\tand\\nline\\\\' || n, 's' || n, 'person.' || n, n || '@example.org', n || '@example.org'
        FROM generate_series(1, 3000) AS n;
    INSERT INTO payment_accounts (user_id, platform, username)
      SELECT id, 'venmo', repeat('x', 200) FROM users;
    INSERT INTO contacts (user_id, name, notes) VALUES (1, 'Ünïcode ✓', E'\\\\.\\n\\\\.\\n');
    INSERT INTO sessions (token_hash, user_id) VALUES (decode(repeat('0a', 32), 'hex'), 1);
    INSERT INTO audit_log (action, details) VALUES ('test', '{"a": ["\\\\.", null]}');
    SELECT setval('users_id_seq', 9000);`);
});

afterAll(async () => {
  await pool.end();
  await source.drop();
  await rm(folder, { recursive: true, force: true });
});

beforeEach(() => {
  count += 1;
  file = path.join(folder, `${count}.backup`);
});

/** A sum of every table but sessions and those of the search, and the next number of every sequence. */
async function contents(of: pg.Pool): Promise<Record<string, string>> {
  const { rows: relations } = await of.query<{ name: string; kind: 'r' | 'S' }>(
    `SELECT relname AS name, relkind AS kind FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'S')
        AND relname NOT IN ('migrations', 'rate_limits', 'sessions') AND NOT starts_with(relname, 'search_') ORDER BY 1`,
  );
  const found: Record<string, string> = {};
  for (const { name, kind } of relations) {
    const { rows } = await of.query<{ line: string }>(
      kind === 'S'
        ? `SELECT last_value + is_called::int || '' AS line FROM ${name}`
        : `SELECT count(*) || md5(string_agg(t::text, ',' ORDER BY t::text)) AS line FROM ${name} AS t`,
    );
    found[name] = rows[0]?.line ?? '';
  }
  return found;
}

async function withDatabase(
  work: (target: pg.Pool, database: TestDatabase) => Promise<void>,
  options: { isEmpty?: boolean } = {},
) {
  const database = await createTestDatabase(options);
  const target = database.openPool();
  // Dropping the database may terminate a connection that is still closing.
  try {
    await work(target, database);
  } finally {
    await target.end();
    await database.drop();
  }
}

test('a backup restored elsewhere holds the same rows, sequences and guards', async () => {
  const { rows, bytes } = await writeBackup(pool, file);
  expect(rows).toMatchObject({ users: 3000, payment_accounts: 3000, contacts: 1, sessions: 1 });
  expect(bytes).toBe((await stat(file)).size);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  await withDatabase(async (target) => {
    const restored = await restoreBackup(target, file, { isReplacing: false });
    expect(restored.rows).toEqual(rows);
    const found = await contents(target);
    expect(found).toEqual(await contents(pool));
    expect((await target.query('SELECT FROM sessions')).rows).toHaveLength(0);
    expect(found).toMatchObject({ users_id_seq: '9001', contacts_id_seq: '2' });
    await expect(target.query('DELETE FROM audit_log')).rejects.toThrow('append-only');
    await expect(
      target.query(
        `INSERT INTO payment_accounts (user_id, platform, username) VALUES (0, 'venmo', 'x')`,
      ),
    ).rejects.toThrow('foreign key');
    const left = await target.query(`SELECT FROM pg_namespace WHERE nspname = 'payfolk_restore'`);
    expect(left.rows).toHaveLength(0);
  });
});

test('a restore ends sessions and mailed links', async () => {
  const hash = "decode(repeat('0b', 32), 'hex')";
  await pool.query(
    `INSERT INTO webauthn_challenges (challenge_hash, purpose, expires_at) VALUES (${hash}, 'login', now() + interval '1 hour');
     INSERT INTO email_confirmations (token_hash, user_id, email_key, expires_at)
       SELECT ${hash}, id, 'person-1@example.com', now() + interval '1 hour' FROM users WHERE id = 1;
     UPDATE users SET reset_token_hash = ${hash}, reset_token_expiry = now() + interval '1 hour',
       reset_token_email_key = 'person-1@example.com' WHERE id = 1`,
  );
  await writeBackup(pool, file);
  await withDatabase(async (target) => {
    const kept = async (of: pg.Pool) =>
      (
        await of.query(
          `SELECT 'challenge' AS kind FROM webauthn_challenges UNION SELECT 'session' FROM sessions
           UNION SELECT 'confirmation' FROM email_confirmations
           UNION SELECT 'reset' FROM users WHERE num_nonnulls(reset_token_hash, reset_token_expiry, reset_token_email_key) > 0
           ORDER BY kind`,
        )
      ).rows.map(({ kind }) => kind);
    expect(await kept(pool)).toEqual(['challenge', 'confirmation', 'reset', 'session']);
    await restoreBackup(target, file, { isReplacing: false });
    expect(await kept(target)).toEqual([]);
  });
  await pool.query(
    `DELETE FROM webauthn_challenges; DELETE FROM email_confirmations;
     UPDATE users SET reset_token_hash = NULL, reset_token_expiry = NULL, reset_token_email_key = NULL`,
  );
});

test('a database with content is refused, and replaced when asked', async () => {
  await writeBackup(pool, file);
  await withDatabase(async (target) => {
    await target.query(`INSERT INTO users (name) VALUES ('Somebody else')`);
    await target.query(`INSERT INTO audit_log (action) VALUES ('other')`);
    await expect(restoreBackup(target, file, { isReplacing: false })).rejects.toThrow('not empty');
    await restoreBackup(target, file, { isReplacing: true });
    const { rows } = await target.query(
      `SELECT count(*)::int FROM users WHERE name = 'Somebody else'`,
    );
    expect(rows).toEqual([{ count: 0 }]);
    expect(await contents(target)).toEqual(await contents(pool));
  });
});

test('a truncated or altered file is refused and nothing is changed', async () => {
  await writeBackup(pool, file);
  const whole = await readFile(file);
  const plain = gunzipSync(whole).toString('latin1');
  const alter = (text: string) => gzipSync(Buffer.from(text, 'latin1'));
  const damaged: [string, Buffer][] = [
    ['cut in the middle', whole.subarray(0, whole.length / 2)],
    ['without its last byte', whole.subarray(0, -1)],
    ['empty', Buffer.alloc(0)],
    ['no backup at all', Buffer.from('hello')],
    ['another gzip', gzipSync('hello\n')],
    ['one letter changed', alter(plain.replace('Person 17\t', 'Person 18\t'))],
    ['a row missing', alter(plain.replace(/^2999\t.*\n/m, ''))],
    ['the end missing', alter(plain.slice(0, plain.lastIndexOf('{"rows"')))],
    ['a value missing', alter(plain.replace(/^(2999\t.*)\t[^\t]*\n/m, '$1\n'))],
    ['a number with letters', alter(plain.replace(/^2999\t/m, '29x9\t'))],
    ['something after the end', alter(`${plain}more\n`)],
  ];
  await withDatabase(async (target) => {
    await target.query(`INSERT INTO users (name) VALUES ('Still here')`);
    for (const [name, content] of damaged) {
      await writeFile(file, content);
      const restoring = restoreBackup(target, file, { isReplacing: true });
      await expect(restoring, name).rejects.toThrow(
        /(not a complete Payfolk backup|does not match its checksum|is damaged); nothing was changed\.$/,
      );
      const { rows } = await target.query('SELECT name FROM users');
      expect(rows, name).toEqual([{ name: 'Still here' }]);
    }
  });
});

test('a backup of an older schema is brought up to date on the way', async () => {
  const [first, ...later] = readMigrations();
  expect(later.length).toBeGreaterThan(0);
  await withDatabase(
    async (old) => {
      await old.query(first?.sql ?? '');
      await old.query('CREATE TABLE migrations (name text PRIMARY KEY, checksum text NOT NULL)');
      await old.query('INSERT INTO migrations VALUES ($1, $2)', [first?.name, first?.checksum]);
      await old.query(`INSERT INTO users (name) VALUES ('From long ago')`);
      await writeBackup(old, file);
    },
    { isEmpty: true },
  );
  await withDatabase(async (target) => {
    await restoreBackup(target, file, { isReplacing: false });
    expect((await target.query('SELECT id, name FROM users')).rows).toEqual([
      { id: 1, name: 'From long ago' },
    ]);
    const again = await target.query(`INSERT INTO users (name) VALUES ('The next') RETURNING id`);
    expect(again.rows).toEqual([{ id: 2 }]);
    expect(await migrate(target)).toEqual([]);
  });
});

test('a backup of a newer Payfolk is refused', async () => {
  await withDatabase(async (newer) => {
    await newer.query(`INSERT INTO migrations (name, checksum) VALUES ('9999-later.sql', 'x')`);
    await writeBackup(newer, file);
  });
  await withDatabase(async (target) => {
    const restoring = restoreBackup(target, file, { isReplacing: true });
    await expect(restoring).rejects.toThrow('9999-later.sql, which this Payfolk does not know');
  });
});

test('an existing file is never overwritten, and a failed backup leaves none', async () => {
  await writeFile(file, 'precious');
  await expect(writeBackup(pool, file)).rejects.toThrow('exists already');
  expect(await readFile(file, 'utf8')).toBe('precious');
  await truncate(file, 0);

  const inner = path.join(folder, 'failing');
  await withDatabase(async (broken) => {
    await broken.query('DROP TABLE migrations');
    await expect(writeBackup(broken, inner)).rejects.toThrow('migrations');
  });
  expect((await readdir(folder)).filter((name) => name.startsWith('failing'))).toEqual([]);
});

test('a backup into a folder that cannot be used names the folder, not the partial file', async () => {
  await writeFile(file, 'a file');
  for (const [target, cause] of [
    [path.join(folder, 'none', 'x.backup'), /^The folder .*none does not exist: create the folder/],
    [path.join(file, 'x.backup'), /^The folder .* is not a folder: choose another one\.\n$/],
  ] as const) {
    const making = runCommand('backup', { url: source.url, folder }, target);
    await expect(making).rejects.toMatchObject({ code: 1, stderr: expect.stringMatching(cause) });
  }
});

test('the two commands work on DATABASE_URL and say what they did', async () => {
  const run = (command: string, url: string, ...args: string[]) =>
    runCommand(command, { url, folder }, ...args);
  const made = await run('backup', source.url, path.basename(file));
  expect(made.stdout).toMatch(
    /^Backed up 6,00\d rows of \d+ tables to .*\.backup \([\d,]+ kB\)\.\n$/,
  );
  await withDatabase(async (target, database) => {
    const restored = await run('restore', database.url, path.basename(file));
    expect(restored.stdout).toMatch(/^Restored 6,00\d rows of \d+ tables from .*\.backup, made 20/);
    expect((await target.query('SELECT count(*)::int FROM users')).rows).toEqual([{ count: 3000 }]);
    const again = run('restore', database.url, path.basename(file));
    await expect(again).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^The database is not empty/),
    });
  });
});
