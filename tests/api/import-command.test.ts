import { chmod, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { COLUMNS } from '#cli/import/read-people.ts';
import { writePeopleFile } from '#tests/support/people-file.ts';
import { runCommand } from '#tests/support/run-command.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';

let database: TestDatabase;
let file: Awaited<ReturnType<typeof writePeopleFile>>;
beforeAll(async () => {
  database = await createTestDatabase();
  file = await writePeopleFile([]);
});
afterAll(async () => {
  await file.remove();
  await database.drop();
});

const run = (...names: string[]) =>
  runCommand('import', { url: database.url, folder: file.folder }, ...names);

async function usernames() {
  const client = new pg.Client(database.connection);
  await client.connect();
  try {
    const { rows } = await client.query('SELECT username FROM users ORDER BY username');
    return rows.map(({ username }) => username);
  } finally {
    await client.end();
  }
}

test('shows progress and a summary, and imports its rejects once they are corrected', async () => {
  const rows = ['Good Row,,good.row,,,,,,,,', 'B,,bad.row,,,,,,,,'];
  await writeFile(file.path, [COLUMNS.join(','), ...rows].join('\n'));
  const first = await run('people.csv');
  expect(first.stdout).toMatch(
    /^1 added, 0 already there, 1 refused, [\d,]+ rows a second, \d+ s left\nBuilding the search index: 1 added, 0 already there, 1 refused, [\d,]+ rows a second, \d+ s left\n(?:1 added, 0 already there, 1 refused, [\d,]+ rows a second\n)?Read 2 rows in [\d.]+ s \([\d,]+ a second\): 1 added, 0 already there, 1 refused\.\nThe refused rows and why: .*people\.rejects\.csv\n$/,
  );
  expect(await usernames()).toEqual(['good.row']);

  const rejects = path.join(file.folder, 'people.rejects.csv');
  const text = await readFile(rejects, 'utf8');
  expect(text).toMatch(/^line,reason,name,.*\n3,name: .*,B,,bad\.row,/);
  await writeFile(rejects, text.replace(',B,', ',Better Row,'));
  const second = await run('people.rejects.csv');
  expect(second.stdout).toContain('1 added, 0 already there, 0 refused.\n');
  expect(await usernames()).toEqual(['bad.row', 'good.row']);
});

test('writes the refused rows to a file that only its owner can read', async () => {
  await writeFile(file.path, [COLUMNS.join(','), 'B,,bad.row,,,,,,,,'].join('\n'));
  const rejects = path.join(file.folder, 'people.rejects.csv');
  await writeFile(rejects, 'old');
  await chmod(rejects, 0o666);
  await run('people.csv');
  expect((await stat(rejects)).mode & 0o777).toBe(0o600);
  expect(await readFile(rejects, 'utf8')).toMatch(/^line,reason,/);
});

test('reports in one line what is wrong with the file', async () => {
  await expect(run('nowhere.csv')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^ENOENT: no such file or directory, open '.*nowhere\.csv'\n$/),
  });
  await expect(run('.')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^EISDIR/),
  });
  await expect(run()).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^Usage: npm run import -- people\.csv\nIts first line is name,/),
  });
});
