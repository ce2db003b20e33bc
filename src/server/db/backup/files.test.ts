import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  backupName,
  deleteOldBackups,
  deleteUnfinished,
  explainFileError,
  listBackups,
  timeOfBackup,
} from './files.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'payfolk-files-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const nameOn = (day: number) => backupName(new Date(Date.UTC(2026, 0, day, 2, 3, 4, 5)));

async function put(...names: string[]) {
  for (const name of names) await writeFile(path.join(folder, name), 'content');
}

it('names backups so that the order of names is the order of time', () => {
  expect(nameOn(31)).toBe('payfolk-20260131T020304005Z.backup');
  expect(timeOfBackup(nameOn(31)).toISOString()).toBe('2026-01-31T02:03:04.005Z');
});

it('deletes the oldest backups and nothing with another name', async () => {
  const others = [
    'notes.txt',
    'payfolk-before-upgrade.backup',
    `${nameOn(1)}.gpg`,
    `my-${nameOn(1)}`,
  ];
  await put(...others, nameOn(1), nameOn(2), nameOn(3), nameOn(4));
  expect(await deleteOldBackups(folder, 2, nameOn(4))).toEqual({
    deleted: [nameOn(1), nameOn(2)],
    undeleted: [],
    faulty: [],
  });
  expect(await listBackups(folder)).toEqual([nameOn(3), nameOn(4)]);
  expect((await readdir(folder)).sort()).toEqual([...others, nameOn(3), nameOn(4)].sort());
});

it('keeps the one just verified, also where the clock was set back', async () => {
  await put(nameOn(1), nameOn(2), nameOn(3));
  await deleteOldBackups(folder, 1, nameOn(1));
  expect(await listBackups(folder)).toEqual([nameOn(1)]);
});

it('neither lists nor deletes a folder with the name of a backup', async () => {
  const unfinished = `${nameOn(1)}.unverified`;
  for (const name of [nameOn(1), unfinished]) await mkdir(path.join(folder, name));
  await put(nameOn(2), nameOn(3), nameOn(4));
  expect(await deleteUnfinished(folder)).toEqual({ deleted: [], undeleted: [] });
  expect(await deleteOldBackups(folder, 2, nameOn(4))).toEqual({
    deleted: [nameOn(2)],
    undeleted: [],
    faulty: [],
  });
  expect(await listBackups(folder)).toEqual([nameOn(3), nameOn(4)]);
  expect((await readdir(folder)).sort()).toEqual([nameOn(1), unfinished, nameOn(3), nameOn(4)]);
});

it('deletes the other old backups where one cannot be deleted, and says which', async () => {
  await put(nameOn(1), nameOn(2), nameOn(3));
  const remove = async (file: string) => {
    if (path.basename(file) === nameOn(1)) throw Object.assign(new Error('no'), { code: 'EPERM' });
    await rm(file);
  };
  expect(await deleteOldBackups(folder, 1, nameOn(3), remove)).toEqual({
    deleted: [nameOn(2)],
    undeleted: [`${nameOn(1)} (EPERM)`],
    faulty: [],
  });
  expect(await listBackups(folder)).toEqual([nameOn(1), nameOn(3)]);
});

it('says what to do about a full disk, and leaves other errors alone', () => {
  const full = Object.assign(new Error('write'), { code: 'ENOSPC' });
  expect(explainFileError(full, '/backups')).toMatchObject({
    message: 'BACKUP_DIR /backups is on a full disk: free some space, or lower BACKUP_KEEP.',
  });
  const other = new Error('other');
  expect(explainFileError(other, '/backups')).toBe(other);
});

it('keeps as many good backups beside empty ones and those of the future, and names these', async () => {
  await put(nameOn(1), nameOn(2), nameOn(3));
  const empty = nameOn(4);
  await writeFile(path.join(folder, empty), '');
  const future = backupName(new Date(Date.UTC(2999, 0, 1)));
  await put(future);
  expect(await deleteOldBackups(folder, 2, nameOn(3))).toEqual({
    deleted: [nameOn(1)],
    undeleted: [],
    faulty: [
      `${empty} is empty and cannot be restored: delete it`,
      `${future} has a date in the future: check the clock of each server, then delete the file`,
    ],
  });
  expect(await listBackups(folder)).toEqual([nameOn(2), nameOn(3), empty, future]);
});
