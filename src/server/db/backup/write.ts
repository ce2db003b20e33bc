import { createHash, type Hash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { access, open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { onInterrupt } from '#server/lib/interrupts.ts';
import { currentSchema, liftTimeouts, listTables, readSequences } from './catalog.ts';
import { BackupError, type BackupTrailer, END_OF_ROWS, FORMAT } from './format.ts';

export interface BackupSummary {
  rows: Record<string, number>;
  bytes: number;
}

/** Writes the whole database, as it was at one moment, to a new file that is complete or not there. */
export async function writeBackup(pool: pg.Pool, file: string): Promise<BackupSummary> {
  if (await exists(file)) {
    throw new BackupError(`${file} exists already: choose another name, or remove it first.`);
  }
  const client = await pool.connect();
  const partial = `${file}.${process.pid}.partial`;
  const forget = onInterrupt(() => rm(partial, { force: true }));
  try {
    await liftTimeouts(client);
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const rows: Record<string, number> = {};
    await pipeline(
      Readable.from(content(client, rows)),
      createGzip(),
      // The file contains password hashes.
      createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true }),
    );
    await rename(partial, file);
    await syncFolder(file);
    return { rows, bytes: (await stat(file)).size };
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  } finally {
    client.release(true);
    forget();
  }
}

async function* content(client: pg.ClientBase, rows: Record<string, number>) {
  const hash = createHash('sha256');
  const schema = await currentSchema(client);
  const migrations = await findMigrations(client);
  const header = { payfolkBackup: FORMAT, createdAt: new Date().toISOString(), migrations };
  yield hashed(hash, line(header));
  for (const { name, columns, isDerived } of await listTables(client, schema)) {
    if (isDerived) continue;
    yield hashed(hash, line({ table: name, columns }));
    const list = columns.map((column) => client.escapeIdentifier(column)).join(', ');
    const copy = client.query(copyTo(`COPY ${client.escapeIdentifier(name)} (${list}) TO STDOUT`));
    for await (const chunk of copy) yield hashed(hash, chunk as Buffer);
    rows[name] = copy.rowCount;
    yield hashed(hash, Buffer.from(END_OF_ROWS));
  }
  // After the rows, since sequences know no snapshot: never behind a number that was given out.
  const sequences = await readSequences(client, schema);
  const trailer: BackupTrailer = { rows, sequences, sha256: hash.digest('hex') };
  yield line(trailer);
}

async function findMigrations(client: pg.ClientBase) {
  try {
    const { rows } = await client.query<{ name: string; checksum: string }>(
      'SELECT name, checksum FROM migrations ORDER BY name',
    );
    return rows;
  } catch (error) {
    if ((error as { code?: string }).code !== '42P01') throw error;
    throw new BackupError(
      'The database has no table migrations, so there is nothing to back up: check that DATABASE_URL or DATA_DIR names the right one.',
      { cause: error },
    );
  }
}

function line(value: object): Buffer {
  return Buffer.from(`${JSON.stringify(value)}\n`);
}

function hashed(hash: Hash, chunk: Buffer): Buffer {
  hash.update(chunk);
  return chunk;
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

/** Makes the rename durable. Windows cannot open a folder. */
async function syncFolder(file: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path.dirname(file), 'r');
  await folder.sync();
  await folder.close();
}
