import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findBackupRisk, requireDataDir } from './folders.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'payfolk-folders-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const DATABASE = 'postgres://localhost/payfolk';
const MAIL = 'smtp://localhost';

describe('requireDataDir', () => {
  const check = (dataDir: string, databaseUrl?: string, smtpUrl?: string) =>
    requireDataDir({ dataDir, databaseUrl, smtpUrl });

  it('accepts a folder, and one that can be created', async () => {
    expect(await check(folder)).toBe('there');
    expect(await check(path.join(folder, 'a', 'b'), DATABASE)).toBe('missing');
  });

  it('refuses a file, also for one above, unless nothing is written', async () => {
    const file = path.join(folder, 'file');
    await writeFile(file, '');
    for (const place of [file, path.join(file, 'data')]) {
      await expect(check(place)).rejects.toThrow(
        `DATA_DIR ${place} is not a folder: choose another one.`,
      );
      expect(await check(place, DATABASE, MAIL)).toBe('unused');
    }
  });
});

describe('findBackupRisk', () => {
  const check = (backups: string, databaseUrl?: string) =>
    findBackupRisk({
      dataDir: path.join(folder, 'data'),
      databaseUrl,
      backups: { folder: path.join(folder, backups) },
    });

  it('is a sentence if a backup is in the folder of the embedded database', async () => {
    for (const name of ['data/backups', 'data-backups']) {
      await mkdir(path.join(folder, name), { recursive: true });
    }
    await symlink(path.join(folder, 'data/backups'), path.join(folder, 'link'));
    for (const inside of ['data', 'data/backups', 'link']) {
      expect(await check(inside)).toContain('is in DATA_DIR, so backups are lost');
    }
    expect(await check('data/backups', DATABASE)).toBeUndefined();
    for (const outside of ['data-backups', '.', 'missing']) {
      expect(await check(outside)).toBeUndefined();
    }
  });
});
