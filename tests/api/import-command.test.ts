import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { COLUMNS } from '#cli/import/read-people.ts';
import { writePeopleFile } from '#tests/support/people-file.ts';
import { runCommand } from '#tests/support/run-command.ts';
import { mountSmallDisk } from '#tests/support/small-disk.ts';
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

const rejectsFile = () => path.join(file.folder, 'people.rejects.csv');

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

  const text = await readFile(rejectsFile(), 'utf8');
  expect(text).toMatch(/^line,reason,name,.*\n3,name: .*,B,,bad\.row,/);
  await writeFile(rejectsFile(), text.replace(',B,', ',Better Row,'));
  const second = await run('people.rejects.csv');
  expect(second.stdout).toContain('1 added, 0 already there, 0 refused.\n');
  expect(await usernames()).toEqual(['bad.row', 'good.row']);
});

test('writes the refused rows to a file that only its owner can read', async () => {
  await writeFile(file.path, [COLUMNS.join(','), 'B,,bad.row,,,,,,,,'].join('\n'));
  await rm(rejectsFile(), { force: true });
  await run('people.csv');
  expect((await stat(rejectsFile())).mode & 0o777).toBe(0o600);
  expect(await readFile(rejectsFile(), 'utf8')).toMatch(/^line,reason,/);
});

test('imports nothing if there is a file of refused rows, which may hold corrections', async () => {
  await writeFile(
    file.path,
    [COLUMNS.join(','), 'After Rejects,,after.rejects,,,,,,,,'].join('\n'),
  );
  await writeFile(rejectsFile(), 'corrected');
  await expect(run('people.csv')).rejects.toMatchObject({
    code: 1,
    stderr: `${rejectsFile()} exists already. If no other import is writing it, rename or delete it and import again: it may hold corrections.\n`,
  });
  expect(await readFile(rejectsFile(), 'utf8')).toBe('corrected');
  expect(await usernames()).not.toContain('after.rejects');

  await rm(rejectsFile());
  await run('people.csv');
  expect(await usernames()).toContain('after.rejects');
  expect(await readdir(file.folder)).not.toContain('people.rejects.csv');
});

test('leaves no file of refused rows if it fails, so that the corrected file can be imported', async () => {
  const rows = ['B,,bad.row,,,,,,,,', '"Open,,open.row,,,,,,,,'];
  await writeFile(file.path, [COLUMNS.join(','), ...rows].join('\n'));
  await expect(run('people.csv')).rejects.toMatchObject({ code: 1 });
  expect(await readdir(file.folder)).not.toContain('people.rejects.csv');
});

test('names the folder if the refused rows cannot be written there', async (context) => {
  const disk = await mountSmallDisk('64k');
  if (!disk) return context.skip('No disk can be mounted here');
  const runThere = () => runCommand('import', { url: database.url, folder: disk.folder }, 'p.csv');
  try {
    const refused = Array.from({ length: 1_000 }, (_, at) => `B,,bad${at},,,,,,,,`);
    const text = [COLUMNS.join(','), 'On Disk,,on.disk,,,,,,,,', ...refused].join('\n');
    await writeFile(path.join(disk.folder, 'p.csv'), text);
    await expect(runThere()).rejects.toMatchObject({
      code: 1,
      stderr: `The folder ${disk.folder} is on a full disk: free some space.\n`,
    });
    expect(await readdir(disk.folder)).toEqual(['p.csv']);

    await writeFile(path.join(disk.folder, 'p.csv'), text.replaceAll('\nB,', '\nBetter Name,'));
    const before = await usernames();
    await disk.makeReadOnly();
    await expect(runThere()).rejects.toMatchObject({
      code: 1,
      stderr: `The folder ${disk.folder} is on a read-only disk: mount it writable.\n`,
    });
    expect(await usernames()).toEqual(before);
  } finally {
    await disk.remove();
  }
});

test('reports in one line what is wrong with the file', async () => {
  await expect(run('nowhere.csv')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^ENOENT: no such file or directory, stat '.*nowhere\.csv'\n$/),
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
