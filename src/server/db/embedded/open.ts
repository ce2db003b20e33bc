import { resolve } from 'node:path';
import { isInterrupted, onInterrupt } from '#server/lib/interrupts.ts';
import { type Acquired, acquire, type Log, type Mode } from './acquire.ts';
import { prepareBinaries } from './binaries.ts';
import { clusterFolder, ensureCluster, ensureDataDir } from './cluster.ts';
import { type Endpoint, loopbackEndpoint, socketEndpoint } from './endpoint.ts';
import { EmbeddedPostgresError, explainFailure } from './failure.ts';
import { restartOnExit } from './owner.ts';
import { APPLICATION, awaitDatabase, ensureDatabase } from './ownership.ts';
import type { Launch } from './postmaster.ts';
import { chooseRunAs } from './run-as.ts';

export type EmbeddedPostgresOptions = {
  dataDir: string;
  log: Log;
  /** A server must own its database; a tool can use that of a running server. */
  mode: Mode;
  /** Further PostgreSQL settings; tests turn durability off. */
  settings?: Record<string, string>;
  /** LC_CTYPE of a new cluster: used by extensions, never by our own queries. */
  ctype?: string;
  /** Where the programs are, if not in the npm package. */
  nativeDir?: string;
};

export type EmbeddedPostgres = {
  /** For pg.Pool and pg.Client. */
  connection: Endpoint & { user: string; database: string };
  /** Whether this call made the database. */
  isNew: boolean;
  role: 'owner' | 'guest';
  /** Stops PostgreSQL cleanly; as a guest, nothing. */
  stop: () => Promise<void>;
};

/** Our own PostgreSQL in DATA_DIR. A signal that ends this process ends PostgreSQL first, at any stage. */
export async function openEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const aborting = new AbortController();
  const opening = open(options, aborting.signal);
  const forget = onInterrupt(async () => {
    aborting.abort();
    const opened = await opening.catch(() => undefined);
    await opened?.stop();
  });
  try {
    const opened = await opening;
    const stop = () => opened.stop().finally(forget);
    return { ...opened, stop };
  } catch (error) {
    forget();
    throw error;
  }
}

async function open(
  options: EmbeddedPostgresOptions,
  signal: AbortSignal,
): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir);
  try {
    if (isInterrupted()) throw new EmbeddedPostgresError('This process is being stopped.');
    await ensureDataDir(dataDir);
    const launch = await prepare(dataDir, options, signal);
    const { mode, log } = options;
    const acquired = await acquire(launch, mode, log, signal);
    return await (acquired.isOwner ? openAsOwner : openAsGuest)(launch, acquired, options);
  } catch (error) {
    if (error instanceof EmbeddedPostgresError) throw error;
    throw explainFailure('open the database', String(error), dataDir);
  }
}

async function prepare(
  dataDir: string,
  options: EmbeddedPostgresOptions,
  signal: AbortSignal,
): Promise<Launch> {
  const cluster = clusterFolder(dataDir);
  const runAs = await chooseRunAs([cluster, dataDir]);
  const binaries = await prepareBinaries(dataDir, runAs, options.nativeDir);
  const isWindows = process.platform === 'win32';
  const endpoint = await (isWindows ? loopbackEndpoint(dataDir, cluster) : socketEndpoint(cluster));
  if (await ensureCluster(dataDir, binaries, runAs, signal, options.ctype)) {
    // Names the folder: DATA_DIR may have been mistyped.
    options.log.info(`Created a new database in ${dataDir}`);
  }
  return { dataDir, cluster, binaries, endpoint, runAs, settings: options.settings ?? {} };
}

async function openAsGuest({ endpoint }: Launch, { client }: Acquired): Promise<EmbeddedPostgres> {
  try {
    await awaitDatabase(client, 10_000);
  } finally {
    await client.end();
  }
  const connection = { ...endpoint, ...APPLICATION };
  return { connection, isNew: false, role: 'guest', stop: async () => undefined };
}

async function openAsOwner(
  launch: Launch,
  acquired: Acquired,
  { log, mode }: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const { endpoint } = launch;
  const stop = await restartOnExit(launch, acquired, mode, log);
  try {
    const isNew = await ensureDatabase(acquired.client, endpoint.password);
    return { connection: { ...endpoint, ...APPLICATION }, isNew, role: 'owner', stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
