import { execFile } from 'node:child_process';
import { open, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { importPeople } from '#cli/import/import-people.ts';
import { COLUMNS } from '#cli/import/read-people.ts';
import { searchAll, searchPage, searchUrl } from '#tests/support/directory.ts';
import { writePeopleFile } from '#tests/support/people-file.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createCleanups } from '#tests/support/within.ts';

/** The first import of a directory is one transaction that replaces the table of the search keys. */
let test: TestApp;
let folder: string;
const cleanups = createCleanups();
beforeEach(async () => {
  test = await buildTestApp();
  cleanups.add('app', () => test.close());
  const file = await writePeopleFile([]);
  cleanups.add('folder', file.remove);
  folder = file.folder;
});
afterEach(() => cleanups.run());

const BATCH = 10;
const rowsOf = (from: number, to: number) =>
  Array.from(
    { length: to - from },
    (_, at) => `Bulk Person${from + at},,bulk${from + at},b${from + at}@bulk.example,,,,,,,\n`,
  ).join('');

const importFile = (file: string, onProgress?: () => void) =>
  importPeople(test.pool, file, {
    rejectsFile: `${file}.rejects`,
    batchSize: BATCH,
    ...(onProgress && { onProgress }),
  });

async function importText(text: string) {
  const file = path.join(folder, 'people.csv');
  await writeFile(file, `${COLUMNS}\n${text}`);
  return importFile(file);
}

/** An import that has stored its first batch and waits for the rest of its file, which is a pipe. */
async function importHalf() {
  const file = path.join(folder, 'pipe.csv');
  await promisify(execFile)('mkfifo', [file]);
  cleanups.add('pipe', () => rm(file));
  let onStored = () => {};
  const stored = new Promise<void>((resolve) => {
    onStored = resolve;
  });
  const done = importFile(file, onStored);
  // Opening this end waits for the reader.
  const pipe = await open(file, 'w');
  // Whole rows beyond the first batch, so that the reader has all of that.
  await pipe.write(`${COLUMNS}\n${rowsOf(0, 3 * BATCH)}`);
  await Promise.race([stored, done]);
  return {
    done,
    async finish() {
      await pipe.write(rowsOf(3 * BATCH, 5 * BATCH));
      await pipe.close();
      return done;
    },
  };
}

async function countUsers() {
  const { rows } = await test.pool.query('SELECT count(*)::int AS count FROM users');
  return rows[0].count;
}

async function namesBy(query: string) {
  test.app.peopleSearch.markChanged();
  const { cards } = await searchPage(test.call, searchUrl({ query }));
  return cards.map(({ name }) => name);
}

/** Columns, index and settings. */
async function describeKeys() {
  const { rows } = await test.pool.query(
    `SELECT c.reloptions, c.relname,
       (SELECT array_agg(format('%s %s %s %s', attname, atttypid::regtype, attnotnull, attcollation) ORDER BY attnum)
          FROM pg_attribute WHERE attrelid = c.oid AND attnum > 0) AS columns,
       (SELECT array_agg(pg_get_indexdef(indexrelid)) FROM pg_index WHERE indrelid = c.oid AND indisvalid) AS indexes
     FROM pg_class c WHERE relname LIKE 'search_keys%' AND relkind = 'r'`,
  );
  return rows;
}

it('leaves the search_keys table as the migrations created it', async () => {
  const before = await describeKeys();
  const { rows } = await test.pool.query(`SELECT 'search_keys'::regclass::oid AS oid`);
  await importText(rowsOf(0, 25));
  const after = await test.pool.query(`SELECT 'search_keys'::regclass::oid AS oid`);
  expect(after.rows).not.toEqual(rows);
  expect(await describeKeys()).toEqual(before);
});

it('leaves nothing behind when it is interrupted, and can be repeated', async () => {
  const half = await importHalf();
  const { rowCount } = await test.pool.query(
    // Databases of other tests have tables with the same number.
    `SELECT pg_terminate_backend(pid) FROM pg_locks JOIN pg_database d ON d.oid = database
     WHERE datname = current_database()
       AND relation = 'search_index'::regclass AND mode = 'ShareRowExclusiveLock'`,
  );
  expect(rowCount).toBe(1);
  const ended = expect(half.done).rejects.toThrow();
  await half.finish().catch(() => undefined);
  await ended;
  expect(await countUsers()).toBe(0);
  expect(await describeKeys()).toHaveLength(1);
  expect(await namesBy('bulk')).toEqual([]);

  expect(await importText(rowsOf(0, 50))).toMatchObject({ added: 50, known: 0 });
  expect(await namesBy('bulk person37')).toContain('Bulk Person37');
});

it('does not block registrations and searches, and new people are found afterwards', async () => {
  const half = await importHalf();
  const password = 'correct horse battery';
  const body = { name: 'Bulk Between', email: 'between@example.com', password };
  const answer = await test.call('POST', '/api/register', { body });
  expect(answer.statusCode).toBe(201);
  expect(await namesBy('bulk')).toEqual(['Bulk Between']);

  expect(await half.finish()).toMatchObject({ added: 50 });
  expect(await namesBy('betwen')).toEqual(['Bulk Between']);
  expect(await searchAll(test.call, { query: 'bulk' })).toHaveLength(51);
});

it('runs at the same time as another import, and both succeed', async () => {
  const half = await importHalf();
  const other = await importText('Other Import,,other.import,,,,,,,,\n');
  expect(other).toMatchObject({ added: 1 });
  expect(await half.finish()).toMatchObject({ added: 50 });
  expect(await namesBy('other import')).toEqual(['Other Import']);
  expect(await searchAll(test.call, { query: 'bulk' })).toHaveLength(50);
});

it('does not add people twice who are in the file twice or register meanwhile', async () => {
  const half = await importHalf();
  const name = 'Bulk Early';
  await test.insertPerson({ name, username: 'bulk42', email: 'b42@bulk.example' });
  expect(await half.finish()).toMatchObject({ added: 49, known: 1, refused: 0 });
  const again = await importText(rowsOf(0, 50) + rowsOf(0, 5));
  expect(again).toMatchObject({ added: 0, known: 55, refused: 0 });
});

it('recognizes a row that a later batch of the same file repeats', async () => {
  const result = await importText(rowsOf(0, 25) + rowsOf(3, 8) + rowsOf(25, 30));
  expect(result).toEqual({ read: 35, added: 30, known: 5, refused: 0 });
  expect(await searchAll(test.call, { query: 'bulk' })).toHaveLength(30);
});

it('keeps every row before an unclosed quote', async () => {
  const broken = importText(`${rowsOf(0, 15)}"Never Closed,,never,,,,,,,,\n`);
  await expect(broken).rejects.toThrow(/line 17.*never closed/);
  expect(await countUsers()).toBe(15);
  expect((await namesBy('person14'))[0]).toBe('Bulk Person14');
});
