import { chmod, cp, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { type EmbeddedPostgres, openEmbeddedPostgres } from '#server/db/embedded/open.ts';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
/** What a copy of a running cluster leaves out: the log is streamed, the rest is that process's own. */
const NOT_COPIED =
  /^(pg_wal|pg_replslot|pg_dynshmem|pg_stat_tmp|pg_subtrans)\/.|^postmaster\.|^\.s\./;

export interface ReplicationPair {
  primary: EmbeddedPostgres;
  standby: EmbeddedPostgres;
  /** Where each has its files and its socket. */
  folders: { primary: string; standby: string };
}

/**
 * Two PostgreSQL servers from the installed programs, the second a hot standby of the first by
 * streaming replication. What pg_basebackup does is done here by PostgreSQL's own low-level calls.
 */
export async function openReplicationPair(folder: string): Promise<ReplicationPair> {
  // The standby needs to reach the primary's socket; the data directories stay closed.
  await chmod(folder, 0o711);
  const dirs = { primary: path.join(folder, 'a'), standby: path.join(folder, 'b') };
  await Promise.all(Object.values(dirs).map((dir) => mkdir(dir, { mode: 0o711 })));
  const folders = {
    primary: path.join(dirs.primary, 'postgres'),
    standby: path.join(dirs.standby, 'postgres'),
  };
  const primary = await open(dirs.primary);
  try {
    await copyRunningCluster(primary, folders.primary, folders.standby);
    const standby = await open(dirs.standby);
    return { primary, standby, folders };
  } catch (error) {
    await primary.stop();
    throw error;
  }
}

function open(dataDir: string): Promise<EmbeddedPostgres> {
  return openEmbeddedPostgres({ dataDir, log: quiet, mode: 'server' });
}

async function copyRunningCluster(primary: EmbeddedPostgres, from: string, to: string) {
  const client = await connectAsSuperuser(primary);
  try {
    // The slot makes the primary keep its log until the standby has it.
    await client.query("SELECT pg_create_physical_replication_slot('standby', true)");
    await client.query("SELECT pg_backup_start('standby', true)");
    await cp(from, to, {
      recursive: true,
      filter: (source) => !NOT_COPIED.test(path.relative(from, source)),
    });
    const { rows } = await client.query<{ labelfile: string }>(
      'SELECT labelfile FROM pg_backup_stop(false)',
    );
    await writeFile(path.join(to, 'backup_label'), rows[0]?.labelfile ?? '');
  } finally {
    await client.end();
  }
  await chmod(to, 0o700);
  await writeFile(path.join(to, 'standby.signal'), '');
  const { host, port } = primary.connection;
  await writeFile(
    path.join(to, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${host} port=${port} user=postgres application_name=standby'
primary_slot_name = 'standby'
`,
  );
}

export async function connectAsSuperuser({ connection }: EmbeddedPostgres): Promise<pg.Client> {
  const client = new pg.Client({ ...connection, user: 'postgres', database: 'postgres' });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/**
 * Simulates the loss of the primary's machine: kills its processes and removes its files, or our own supervisor
 * would restart it.
 */
export async function killPrimary({ folders }: ReplicationPair): Promise<void> {
  const file = await readFile(path.join(folders.primary, 'postmaster.pid'), 'utf8');
  await rename(folders.primary, `${folders.primary}.lost`);
  process.kill(Number(file.split('\n')[0]), 'SIGKILL');
}

/** Runs one statement as the superuser. */
export async function runStatement(
  server: EmbeddedPostgres,
  statement: string,
): Promise<pg.QueryResult> {
  const client = await connectAsSuperuser(server);
  try {
    return await client.query(statement);
  } finally {
    await client.end();
  }
}

/** For DATABASE_URL and DATABASE_REPLICA_URLS. */
export function urlOf({ connection }: EmbeddedPostgres): string {
  const { host, port, user, database } = connection;
  return `postgres:///${database}?${new URLSearchParams({ host, port: String(port), user })}`;
}
