import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
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

async function query(statement: string) {
  const pool = database.openPool();
  return pool.query(statement).finally(() => pool.end());
}

test.each([
  ['demo-clear', ['--help']],
  ['demo-clear', ['all']],
  ['doctor', ['--help']],
  ['bench-login', ['--help']],
  ['bench', ['--help']],
  ['bench', ['--people', 'many']],
  ['bench-load', ['--help']],
  ['bench-hostile', ['--seed', '0']],
  ['cluster-demo', ['--help']],
  ['backup', []],
  ['backup', ['--help']],
  ['backup', ['one.backup', 'two.backup']],
  ['restore', ['--help']],
  ['restore', ['one.backup', '--force']],
  ['import', []],
  ['import', ['']],
  ['import', ['--help']],
  ['import', ['people.csv', 'two.csv']],
  ['import', ['people.csv', '--dry-run']],
] as const)('%s %j prints its usage and does nothing', async (command, args) => {
  await query(`DELETE FROM users; INSERT INTO users (name, is_demo) VALUES ('Fictional', true)`);
  const place = { url: database.url, folder: file.folder };
  await expect(runCommand(command, place, ...args)).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining(`Usage: npm run ${command.replace('-', ':')}`),
  });
  expect((await query('SELECT name FROM users')).rows).toEqual([{ name: 'Fictional' }]);
});

test.each([
  [['--help']],
  [['promote', 'ana@example.com']],
  [['suspend', 'ana@example.com', '--reason']],
])('admin %j prints its usage before it opens a database', async (args) => {
  const dataDir = path.join(file.folder, 'data');
  const place = { url: '', dataDir, folder: file.folder };
  await expect(runCommand('admin', place, ...args)).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^npm run admin {4,}who is an admin\n/),
  });
  expect(existsSync(dataDir)).toBe(false);
});
