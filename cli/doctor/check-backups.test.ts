import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { backupName } from '#server/db/backup/files.ts';
import { checkBackups } from './check-backups.ts';

const HOUR = 3_600_000;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'payfolk-check-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const nameOf = (hoursAgo: number) => backupName(new Date(Date.now() - hoursAgo * HOUR));
async function put(name: string, content = 'content') {
  await writeFile(path.join(folder, name), content);
  return name;
}
const check = () =>
  checkBackups({
    backups: { folder, everySeconds: 86_400, keep: 7 },
    dataDir: path.join(folder, 'data'),
    databaseUrl: undefined,
    isProduction: true,
  });

it('the age is that of the newest file; a folder does not count', async () => {
  await mkdir(path.join(folder, nameOf(1)));
  expect(await check()).toEqual([
    { level: 'warning', subject: 'backups', text: expect.stringContaining('has no backup yet') },
  ]);
  await put(nameOf(72));
  expect(await check()).toEqual([
    { level: 'problem', subject: 'backups', text: expect.stringContaining('is 72.0 h old: read') },
  ]);
  await put(nameOf(2));
  expect(await check()).toEqual([
    { level: 'OK', subject: 'backups', text: expect.stringMatching(/ is 2\.0 h old\.$/) },
  ]);
});

it('an empty file gets a warning, and is not the newest', async () => {
  await put(nameOf(72));
  const empty = await put(nameOf(1), '');
  const [age, ...others] = await check();
  expect(age).toMatchObject({ level: 'problem', text: expect.stringContaining('72.0 h') });
  expect(others).toEqual([
    {
      level: 'warning',
      subject: 'backups',
      text: `${empty} is empty and cannot be restored: delete it.`,
    },
  ]);
});

it('a date in the future, or one that does not exist, gets a warning, and is not the newest', async () => {
  await put(nameOf(2));
  const wrong = 'payfolk-20269999T000000000Z.backup';
  for (const name of [nameOf(-48), wrong]) {
    await put(name);
    const [age, ...others] = await check();
    expect(age).toMatchObject({ level: 'OK', text: expect.stringContaining('2.0 h') });
    expect(others).toEqual([
      {
        level: 'warning',
        subject: 'backups',
        text: `${name} has a date in the future: check the clock of each server, then delete the file.`,
      },
    ]);
    await rm(path.join(folder, name));
  }
});
