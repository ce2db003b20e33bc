import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { applyMigration, findMissing, type Migration, readMigrations } from '#server/db/migrate.ts';
import { rebuildOutdatedIndex } from '#server/db/rebuild-search-index.ts';
import { lockForRestore } from '#server/db/restore-lock.ts';
import {
  currentSchema,
  liftTimeouts,
  listTables,
  qualified,
  readSequences,
  type Table,
} from './catalog.ts';
import {
  BackupError,
  type BackupHeader,
  type BackupTrailer,
  backupHeader,
  backupTable,
  backupTrailer,
  FORMAT,
} from './format.ts';
import { BackupReader } from './reader.ts';

const STAGE = 'payfolk_restore';
const LOCK_TIMEOUT_SECONDS = 30;

export interface RestoreSummary {
  createdAt: string;
  rows: Record<string, number>;
}

interface RestoreOptions {
  isReplacing: boolean;
  onProgress?: (message: string) => void;
}

/**
 * Loads a backup in one transaction: all of it or nothing. It is unpacked into a schema of its own, at
 * the version it was made with, brought up to date there, and only then moved into place. The database
 * itself is migrated in the same transaction. Refuses to run while a server, a command or another restore
 * has the database open.
 */
export async function restoreBackup(
  pool: pg.Pool,
  file: string,
  { isReplacing, onProgress = () => undefined }: RestoreOptions,
): Promise<RestoreSummary> {
  const unlock = await lockForRestore(pool);
  const reader = new BackupReader(file);
  const client = await pool.connect();
  try {
    await liftTimeouts(client);
    const header = await reader.readLine(backupHeader);
    const { before, after } = splitMigrations(header);
    const { missing } = await findMissing(client);
    await client.query('BEGIN');
    const schema = await currentSchema(client);
    const tables = await listTables(client, schema);
    await lockTables(client, tables);
    if (!isReplacing) await requireEmpty(client, tables);
    for (const migration of missing) await applyMigration(client, migration);
    await createStage(client, schema);
    await applyAll(client, before);
    const { rows } = await unpack(client, reader, onProgress);
    await applyAll(client, after);
    await moveIntoPlace(client, schema, onProgress);
    await endSessionsAndLinks(client);
    await client.query('COMMIT');
    // Without fresh statistics the first searches would be planned for empty tables.
    await client.query('ANALYZE');
    await rebuildOutdatedIndex(pool, onProgress);
    await client.query('ANALYZE');
    return { createdAt: header.createdAt, rows };
  } finally {
    reader.close();
    // Ends the transaction too, where it was not committed.
    client.release(true);
    await unlock();
  }
}

/** Blocks writes between checking the tables and replacing them. */
async function lockTables(client: pg.ClientBase, tables: Table[]): Promise<void> {
  const names = tables.map(({ name }) => client.escapeIdentifier(name));
  if (names.length === 0) return;
  try {
    await client.query(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT_SECONDS}s'`);
    await client.query(`LOCK TABLE ${names.join(', ')} IN ACCESS EXCLUSIVE MODE`);
    await client.query('SET LOCAL lock_timeout = 0');
  } catch (error) {
    if ((error as { code?: string }).code !== '55P03') throw error;
    throw new BackupError('Another program is using the tables of this database: stop it first.');
  }
}

/** The migrations that the backup has seen, and those that came later. */
function splitMigrations(header: BackupHeader): { before: Migration[]; after: Migration[] } {
  if (header.payfolkBackup !== FORMAT) {
    throw new BackupError('This backup was made by a newer Payfolk: restore it with that version.');
  }
  const known = readMigrations();
  const unknown = header.migrations.find(
    ({ name, checksum }, index) =>
      known[index]?.name !== name || known[index]?.checksum !== checksum,
  );
  if (unknown) {
    throw new BackupError(
      `This backup has migration ${unknown.name}, which this Payfolk does not know: restore it with the version that made it.`,
    );
  }
  const { length } = header.migrations;
  return { before: known.slice(0, length), after: known.slice(length) };
}

async function requireEmpty(client: pg.ClientBase, tables: Table[]): Promise<void> {
  for (const { name, isDerived } of tables) {
    // A server that has only been started has a secret and periodic jobs, but no data.
    if (isDerived || name === 'secrets' || name === 'jobs') continue;
    const { rows } = await client.query(`SELECT FROM ${client.escapeIdentifier(name)} LIMIT 1`);
    if (rows.length > 0) {
      throw new BackupError(
        'The database is not empty: add --replace to put the backup in place of what is there.',
      );
    }
  }
}

async function createStage(client: pg.ClientBase, schema: string): Promise<void> {
  try {
    await client.query(`CREATE SCHEMA ${STAGE}`);
  } catch (error) {
    if ((error as { code?: string }).code !== '42501') throw error;
    throw new BackupError(
      'The database user may not create a schema: GRANT CREATE ON DATABASE … TO it, then try again.',
    );
  }
  await client.query(`SET LOCAL search_path = ${STAGE}, ${client.escapeIdentifier(schema)}`);
}

async function applyAll(client: pg.ClientBase, migrations: Migration[]): Promise<void> {
  for (const { sql } of migrations) await client.query(sql);
}

async function unpack(
  client: pg.ClientBase,
  reader: BackupReader,
  onProgress: (message: string) => void,
): Promise<BackupTrailer> {
  const staged = await listTables(client, STAGE);
  // Triggers ran when the rows were first written; what they did is in the backup as well.
  await setTriggers(client, STAGE, staged, 'DISABLE');
  const arrived: Record<string, number> = {};
  for (;;) {
    const { sha256 } = reader;
    const next = await reader.readLine(backupTable.or(backupTrailer));
    if ('sha256' in next) {
      const isWhole = next.sha256 === sha256 && (await reader.isAtEnd());
      const isCounted = JSON.stringify(next.rows) === JSON.stringify(arrived);
      if (!isWhole || !isCounted) {
        throw new BackupError('The backup does not match its checksum; nothing was changed.');
      }
      await setTriggers(client, STAGE, staged, 'ENABLE');
      await setSequences(client, STAGE, next.sequences);
      return next;
    }
    if (!staged.some(({ name }) => name === next.table)) {
      throw new BackupError(`The backup holds a table ${next.table} that no migration makes.`);
    }
    const columns = next.columns.map((column) => client.escapeIdentifier(column)).join(', ');
    const copy = client.query(
      copyFrom(`COPY ${qualified(client, STAGE, next.table)} (${columns}) FROM STDIN`),
    );
    const rows = reader.readRows();
    try {
      await pipeline(
        Readable.from(rows),
        async function* (chunks: AsyncIterable<Buffer>) {
          for await (const chunk of chunks) {
            onProgress(`Reading ${next.table}: ${reader.progress} of the file`);
            yield chunk;
          }
        },
        copy,
      );
    } catch (error) {
      throw isRefusedRow(error) ? reader.damaged({ cause: error }) : error;
    }
    arrived[next.table] = copy.rowCount;
  }
}

/** A row of another shape, a value that its column does not take, a broken rule, an unknown column. */
function isRefusedRow(error: unknown): boolean {
  const { code = '' } = error as { code?: string };
  return /^2[23]...$/.test(code) || code === '42703';
}

/** What is derived is emptied, to be rebuilt: an older backup may hold it in another form. */
async function moveIntoPlace(
  client: pg.ClientBase,
  schema: string,
  onProgress: (message: string) => void,
): Promise<void> {
  const tables = await listTables(client, STAGE);
  await setTriggers(client, schema, tables, 'DISABLE');
  const places = tables.map(({ name }) => qualified(client, schema, name));
  await client.query(`TRUNCATE ${places.join(', ')}`);
  for (const { name, columns, isDerived } of tables) {
    if (isDerived) continue;
    onProgress(`Moving ${name} into place`);
    const list = columns.map((column) => client.escapeIdentifier(column)).join(', ');
    await client.query(
      `INSERT INTO ${qualified(client, schema, name)} (${list}) OVERRIDING SYSTEM VALUE
         SELECT ${list} FROM ${qualified(client, STAGE, name)}`,
    );
  }
  await setTriggers(client, schema, tables, 'ENABLE');
  await setSequences(client, schema, await readSequences(client, STAGE));
  await client.query(`DROP SCHEMA ${STAGE} CASCADE`);
}

/** Those that ended since the backup would be valid again, a thief's among them. Undo links stay: owners need them. */
async function endSessionsAndLinks(client: pg.ClientBase): Promise<void> {
  await client.query('DELETE FROM sessions');
  await client.query('DELETE FROM webauthn_challenges');
  await client.query('DELETE FROM email_confirmations');
  await client.query(
    `UPDATE users SET reset_token_hash = NULL, reset_token_expiry = NULL, reset_token_email_key = NULL
     WHERE reset_token_hash IS NOT NULL`,
  );
}

/** Our own triggers only: foreign keys are still checked. */
async function setTriggers(
  client: pg.ClientBase,
  schema: string,
  tables: Table[],
  action: 'ENABLE' | 'DISABLE',
): Promise<void> {
  for (const { name } of tables) {
    await client.query(`ALTER TABLE ${qualified(client, schema, name)} ${action} TRIGGER USER`);
  }
}

/** RESTART and not setval(), which a rollback would not undo. */
async function setSequences(
  client: pg.ClientBase,
  schema: string,
  sequences: Record<string, string>,
): Promise<void> {
  for (const [name, next] of Object.entries(sequences)) {
    await client.query(`ALTER SEQUENCE ${qualified(client, schema, name)} RESTART WITH ${next}`);
  }
}
