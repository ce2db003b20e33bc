import type { Config } from '#server/config.ts';
import { createDatabase, createPool, type Database, POOLED } from './client.ts';
import { openEmbeddedPostgres } from './embedded/open.ts';
import { type AddressSetting, explainDatabaseFailure } from './explain-failure.ts';
import { checkLimited, checkPooled, explainPooler, requireSessions } from './pooler.ts';
import { blockRestores } from './restore-lock.ts';
import { upgradeDatabase, upgradeUnusedDatabase } from './upgrade-database.ts';

interface Log {
  info(details: object | string, message?: string): void;
  warn(details: object | string, message?: string): void;
  error(details: object | string, message?: string): void;
}

export interface OpenDatabase extends Database {
  /** True if this start created the embedded database. */
  isNewEmbedded: boolean;
}

/**
 * A server and a tool migrate, a tool only where no server runs. A backup must not: it is made before an
 * upgrade, for the version that runs. A restore migrates in its own transaction, when it has checked its file.
 */
export type OpenMode = 'server' | 'tool' | 'backup' | 'restore';

/**
 * Opens the configured database, our own or the one at DATABASE_URL.
 * A server owns the embedded one; a tool is the guest of a running server, or starts it for a while.
 * No restore runs while a server or a tool has it open; a restore is a tool that takes that lock itself.
 */
export async function openDatabase(
  config: Config,
  log: Log,
  mode: OpenMode,
): Promise<OpenDatabase> {
  const embedded = config.databaseUrl
    ? undefined
    : await openEmbeddedPostgres({
        dataDir: config.dataDir,
        log,
        mode: mode === 'server' ? 'server' : 'tool',
      });
  const { databaseUrl, directUrl } = config;
  const direct = embedded?.connection ?? { connectionString: directUrl ?? databaseUrl };
  // Commands take many settings and locks for a session.
  const isPooled = directUrl !== undefined && mode === 'server';
  const pool = createPool(
    isPooled ? { connectionString: databaseUrl, ...POOLED } : { ...direct },
    log,
  );
  const replicas = config.replicaUrls.map((connectionString) =>
    createPool({ connectionString, ...(isPooled ? POOLED : {}) }, log),
  );
  const database = createDatabase(pool, replicas, log, direct);
  const setting = directUrl === undefined ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL';
  let release = async () => {};
  const close = async () => {
    await database.close();
    await release();
    await embedded?.stop();
  };
  try {
    if (!embedded) await requireSessions(direct, setting);
    if (isPooled) await explainAs('DATABASE_URL', pool.query('SELECT'));
    await requireServer(database, mode);
    if (!embedded && mode === 'server') await checkLimited(pool, log);
    if (mode !== 'restore') release = await blockRestores(direct, mode, log);
    if (isPooled) await upgradeOverDirectConnection(database, log);
    else if (mode === 'server') await upgradeDatabase(pool, log);
    else if (mode === 'tool') await upgradeUnusedDatabase(pool, log);
  } catch (error) {
    await close();
    const pooler = explainPooler(error);
    throw embedded || pooler !== error ? pooler : explainDatabaseFailure(error, setting);
  }
  return { ...database, close, isNewEmbedded: embedded?.isNew ?? false };
}

/** Migrations hold a lock for a session. */
async function upgradeOverDirectConnection({ pool, direct }: Database, log: Log) {
  const directPool = createPool({ ...direct }, log);
  try {
    await checkPooled(pool, directPool);
    await upgradeDatabase(directPool, log);
  } finally {
    await directPool.end();
  }
}

async function explainAs(setting: AddressSetting, work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    throw explainDatabaseFailure(error, setting);
  }
}

/** A database with another encoding can still be backed up, to be restored into a new one. */
async function requireServer({ pool }: Database, mode: OpenMode) {
  const { rows } = await pool.query<{ version: string; encoding: string }>(
    `SELECT current_setting('server_version_num') AS version,
            current_setting('server_encoding') AS encoding`,
  );
  const major = Math.floor(Number(rows[0]?.version) / 10_000);
  if (major < 15) {
    throw new Error(`DATABASE_URL names a PostgreSQL ${major}; Payfolk needs version 15 or newer.`);
  }
  const encoding = rows[0]?.encoding;
  if (encoding !== 'UTF8' && mode !== 'backup') {
    throw new Error(
      `DATABASE_URL names a database with the encoding ${encoding}, which cannot store every name: create one with createdb --encoding=UTF8 --template=template0.`,
    );
  }
}
