import { execFile, spawn } from 'node:child_process';
import { on, once } from 'node:events';
import { watch } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { COLUMNS } from '#cli/import/read-people.ts';
import { makeFolder, openInProcess, query, stopAndRemove } from '#tests/support/embedded.ts';
import { createTestDatabase } from '#tests/support/test-database.ts';
import { createCleanups, within } from '#tests/support/within.ts';

/** For states that last; `untilThere` is for those that do not. */
const WAIT = { timeout: 300_000, interval: 100 };

/** A cluster whose migrations hang if there is a file `hang` in its folder. */
let template: string;
beforeAll(async () => {
  template = await makeFolder();
  const opener = openInProcess({ dataDir: template, mode: 'tool' });
  const { connection } = await opener.opened;
  await query(
    { ...connection, user: 'postgres' },
    `CREATE FUNCTION hang() RETURNS event_trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
       BEGIN
         IF (pg_stat_file('hang', true)).size IS NOT NULL THEN PERFORM pg_sleep(600); END IF;
       END $$;
     CREATE EVENT TRIGGER hang ON ddl_command_start EXECUTE FUNCTION hang()`,
  );
  await opener.stop();
});
afterAll(() => stopAndRemove(template));

const cleanups = createCleanups();
afterEach(() => cleanups.run());

async function makeDataDir({ isNew = false } = {}): Promise<string> {
  const folder = await makeFolder();
  cleanups.add('folder', () => stopAndRemove(folder));
  if (!isNew)
    await fs.cp(path.join(template, 'postgres'), path.join(folder, 'postgres'), {
      recursive: true,
    });
  return folder;
}

const source = (file: string) => fileURLToPath(new URL(`../../${file}`, import.meta.url));
const built = (file: string) => source(`dist/${file.replace(/ts$/, 'js')}`);

/** Starts a program in a process group of its own, as a terminal would. */
function start(args: string[], env: Record<string, string>) {
  const { PATH, HOME, USER } = process.env;
  const child = spawn(process.execPath, args, {
    cwd: source('.'),
    env: { PATH, HOME, USER, PORT: '0', NODE_ENV: 'development', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      text += chunk;
    });
  }
  const pid = child.pid as number;
  const ended = once(child, 'exit');
  cleanups.add('process', async () => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-pid, 'SIGKILL');
    await ended;
  });
  return {
    output: () => text,
    /** Sends the signal and waits for the end. */
    async interrupt(signal: NodeJS.Signals, to: 'group' | 'process') {
      process.kill(to === 'group' ? -pid : pid, signal);
      return this.ended();
    },
    async ended() {
      await within(300, () => `the end; it printed: ${text}`, ended);
      return child.exitCode ?? child.signalCode;
    },
  };
}

/** Every process that works in the folder, such as those of a PostgreSQL. */
async function processesIn(folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const name of await fs.readdir('/proc')) {
    const cwd = await fs.readlink(`/proc/${name}/cwd`).catch(() => '');
    if (!cwd.startsWith(folder)) continue;
    found.push((await fs.readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '')).slice(0, 80));
  }
  return found;
}

const exists = (file: string) =>
  fs.stat(file).then(
    () => true,
    () => false,
  );
const socketOf = (dataDir: string) => ({
  host: path.join(dataDir, 'postgres'),
  port: 5432,
  user: 'postgres',
  database: 'payfolk',
});

/** Waits until the folder has an entry of that name. A poll would have to be very frequent. */
async function untilThere(folder: string, name: RegExp) {
  const watcher = watch(folder);
  const changes = on(watcher, 'change');
  const isThere = async () => (await fs.readdir(folder)).some((entry) => name.test(entry));
  const wait = async () => {
    while (!(await isThere())) await changes.next();
  };
  try {
    await within(300, `${name} in ${folder}`, wait());
  } finally {
    watcher.close();
  }
}

/** Waits until a session is in pg_sleep. */
async function untilHeld(connection: pg.ClientConfig) {
  await vi.waitFor(async () => {
    const asleep = `SELECT FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND datname = current_database()`;
    expect(await query(connection, asleep)).toHaveLength(1);
  }, WAIT);
}

const moments = {
  'creating its database': (dataDir: string) => untilThere(dataDir, /^postgres\.new-/),
  'starting PostgreSQL': (dataDir: string) =>
    untilThere(path.join(dataDir, 'postgres'), /^postmaster\.pid$/),
  migrating: (dataDir: string) => untilHeld(socketOf(dataDir)),
  listening: async (_dataDir: string, output: () => string) => {
    await vi.waitFor(() => expect(output()).toContain('Open http'), WAIT);
  },
  'reading its file': async (dataDir: string) => {
    // Opening the other end of a pipe succeeds at the moment when the command reads it.
    const handle = await fs.open(path.join(dataDir, 'input'), 'w');
    cleanups.add('pipe', () => handle.close());
  },
};
type Moment = keyof typeof moments;

const cases: [string, Moment, NodeJS.Signals, 'group' | 'process', ...string[]][] = [
  ['src/server/main.ts', 'creating its database', 'SIGINT', 'group'],
  ['src/server/main.ts', 'creating its database', 'SIGTERM', 'process'],
  ['src/server/main.ts', 'starting PostgreSQL', 'SIGINT', 'process'],
  ['src/server/main.ts', 'migrating', 'SIGHUP', 'group'],
  ['src/server/main.ts', 'listening', 'SIGHUP', 'group'],
  ['cli/admin.ts', 'migrating', 'SIGTERM', 'process'],
  ['cli/import.ts', 'reading its file', 'SIGINT', 'group', 'input'],
  ['cli/restore.ts', 'reading its file', 'SIGTERM', 'process', 'input'],
];

test.runIf(process.platform === 'linux').each(cases)(
  '%s, %s: %s to the %s leaves no PostgreSQL and nothing that the next start trips over',
  async (file, moment, signal, to, ...args) => {
    const dataDir = await makeDataDir({ isNew: moment === 'creating its database' });
    if (moment === 'migrating') await fs.writeFile(path.join(dataDir, 'postgres', 'hang'), '');
    await promisify(execFile)('mkfifo', [path.join(dataDir, 'input')]);
    const env = { DATA_DIR: dataDir, INIT_CWD: dataDir, DEMO: 'off' };
    const running = start([built(file), ...args], env);
    await moments[moment](dataDir, running.output);
    const code = await running.interrupt(signal, to);
    // A server that listens stops as planned; everything else ends by the signal itself.
    expect(code, running.output()).toBe(moment === 'listening' ? 0 : signal);
    expect(running.output()).not.toContain('Lost an idle database connection');
    if (file === 'cli/import.ts') {
      expect(running.output()).toMatch(/Interrupted: nothing was imported\.\n$/);
    }

    expect(await processesIn(dataDir)).toEqual([]);
    const left = await fs.readdir(dataDir);
    expect(left.filter((name) => !['postgres', 'postgres.log', 'input'].includes(name))).toEqual(
      [],
    );
    const next = openInProcess({ dataDir, mode: 'server' });
    expect(await query((await next.opened).connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await next.stop();
  },
);

test.runIf(process.platform === 'linux').each([
  ['a benchmark', [built('cli/bench-login.ts')], 'SIGTERM', 'process'],
  [
    'a test run',
    [
      source('node_modules/vitest/vitest.mjs'),
      'run',
      '--project',
      'api',
      'tests/api/schema.test.ts',
    ],
    'SIGINT',
    'group',
  ],
] as const)(
  '%s that is interrupted takes its PostgreSQL with it',
  async (_what, args, signal, to) => {
    const folder = await makeFolder();
    cleanups.add('folder', () => fs.rm(folder, { recursive: true, force: true }));
    const running = start([...args], { TMPDIR: folder });
    await vi.waitUntil(async () => {
      const files = (await fs.readdir(folder)).map((name) =>
        exists(path.join(folder, name, 'postgres', 'postmaster.pid')),
      );
      return (await Promise.all(files)).includes(true);
    }, WAIT);
    await running.interrupt(signal, to);
    // A test run ends without waiting: PostgreSQL has been asked to stop and does so by itself.
    await vi.waitFor(async () => expect(await processesIn(folder)).toEqual([]), WAIT);
  },
);

test('a backup that is interrupted leaves no file', async () => {
  const database = await createTestDatabase();
  cleanups.add('database', () => database.drop());
  await query(
    database.connection,
    `INSERT INTO users (name) VALUES ('Somebody');
     ALTER TABLE users ENABLE ROW LEVEL SECURITY; ALTER TABLE users FORCE ROW LEVEL SECURITY;
     CREATE POLICY hang ON users USING (pg_sleep(600) IS NULL)`,
  );
  const folder = await makeFolder();
  cleanups.add('folder', () => fs.rm(folder, { recursive: true, force: true }));
  const env = { DATABASE_URL: database.url, INIT_CWD: folder };
  const running = start([built('cli/backup.ts'), 'people.backup'], env);
  await untilHeld(database.connection);
  expect(await running.interrupt('SIGINT', 'group'), running.output()).toBe('SIGINT');
  expect(await fs.readdir(folder)).toEqual([]);
});

test.runIf(process.platform === 'linux').each([
  [
    'the first import of a directory',
    "SELECT FROM pg_locks WHERE relation = 'search_index'::regclass AND mode = 'ShareRowExclusiveLock'",
    'SELECT',
    /(^|\n)Interrupted: nothing was imported\.\n$/,
    0,
  ],
  [
    'another import',
    'SELECT FROM users HAVING count(*) > 10000',
    "INSERT INTO users (name) VALUES ('Somebody')",
    /(^|\n)Interrupted: import the same file again; people who are there already are skipped\.\n$/,
    10_001,
  ],
])(
  '%s that is interrupted says what holds, and leaves no file',
  async (_what, underWay, prepare, message, people) => {
    const database = await createTestDatabase();
    cleanups.add('database', () => database.drop());
    await query(database.connection, prepare);
    const folder = await makeFolder();
    cleanups.add('folder', () => fs.rm(folder, { recursive: true, force: true }));
    const input = path.join(folder, 'input');
    await promisify(execFile)('mkfifo', [input]);
    const env = { DATABASE_URL: database.url, INIT_CWD: folder };
    const running = start([built('cli/import.ts'), 'input'], env);
    const pipe = await fs.open(input, 'w');
    cleanups.add('pipe', () => pipe.close());
    // One batch and the beginning of the next.
    const rows = Array.from({ length: 12_000 }, (_, at) => `Person ${at},,person${at},,,,,,,,\n`);
    await pipe.writeFile(`${COLUMNS}\n${rows.join('')}`);
    await vi.waitFor(
      async () => expect(await query(database.connection, underWay)).toHaveLength(1),
      WAIT,
    );
    expect(await running.interrupt('SIGINT', 'group'), running.output()).toBe('SIGINT');
    expect(running.output()).toMatch(message);
    expect(await fs.readdir(folder)).toEqual(['input']);
    expect(await query(database.connection, 'SELECT count(*)::int FROM users')).toEqual([
      { count: people },
    ]);
  },
);

test.runIf(process.platform === 'linux')(
  'a signal that ends initdb first ends the program too, without an error',
  async () => {
    const dataDir = await makeDataDir({ isNew: true });
    const nativeDir = await makeFolder();
    cleanups.add('programs', () => fs.rm(nativeDir, { recursive: true }));
    await fs.chmod(nativeDir, 0o755);
    for (const file of [
      'bin/initdb',
      'bin/postgres',
      'bin/pg_ctl',
      'share/postgresql/postgres.bki',
    ]) {
      await fs.mkdir(path.join(nativeDir, path.dirname(file)), { recursive: true });
      await fs.writeFile(path.join(nativeDir, file), '#!/bin/sh\nkill -INT $$\n', { mode: 0o755 });
    }
    const task = JSON.stringify({ dataDir, mode: 'server', nativeDir });
    const running = start([source('tests/support/embedded-owner.mjs'), task], {});
    expect(await running.ended(), running.output()).toBe('SIGINT');
    expect(await fs.readdir(dataDir)).toEqual([]);
  },
);
