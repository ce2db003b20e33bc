import { open, rm } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { makeFolder, stopAndRemove } from '#tests/support/embedded.ts';
import { registerMember } from '#tests/support/http-member.ts';
import { startServer } from '#tests/support/server-process.ts';
import { mountSmallDisk } from '#tests/support/small-disk.ts';
import { createCleanups, eventually } from '#tests/support/within.ts';
import { expectWhole, streamWrites } from '#tests/support/write-stream.ts';

const cleanups = createCleanups();
afterEach(() => cleanups.run());

interface Disk {
  dataDir: string;
  fill(): Promise<void>;
  free(): Promise<void>;
}

async function mountDisk(): Promise<Disk | undefined> {
  const disk = await mountSmallDisk('200m');
  if (!disk) return undefined;
  cleanups.add('the small disk', disk.remove);
  const ballast = path.join(disk.folder, 'ballast');
  return {
    dataDir: path.join(disk.folder, 'data'),
    fill: () => writeUntilFull(ballast),
    free: () => rm(ballast),
  };
}

async function writeUntilFull(file: string) {
  const handle = await open(file, 'w');
  try {
    for (let size = 1_048_576; size >= 1_024; ) {
      const room = await handle.write(Buffer.alloc(size)).catch((error: { code: string }) => {
        expect(error.code).toBe('ENOSPC');
        return undefined;
      });
      if (!room) size /= 2;
    }
  } finally {
    await handle.close();
  }
}

/**
 * Where nothing can be mounted, PostgreSQL's own answer to a full disk is given in its place: the table
 * refuses new rows with disk_full (53100), which is what a failed extension of its file reports.
 */
async function simulateSmallDisk(): Promise<Disk> {
  const dataDir = await makeFolder();
  cleanups.add('the folder', () => stopAndRemove(dataDir));
  const tellDatabase = async (statement: string) => {
    const client = new pg.Client(connectionOf(dataDir));
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  return {
    dataDir,
    fill: () =>
      tellDatabase(`CREATE FUNCTION no_space() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
          RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full';
        END $$;
        CREATE TRIGGER no_space BEFORE INSERT ON contacts EXECUTE FUNCTION no_space()`),
    free: () => tellDatabase('DROP FUNCTION no_space CASCADE'),
  };
}

const connectionOf = (dataDir: string) => ({
  host: path.join(dataDir, 'postgres'),
  user: 'payfolk',
  database: 'payfolk',
});

describe('a full disk', () => {
  it.each([
    ['a small file system, where one may be mounted', mountDisk],
    ['the answer that PostgreSQL gives', simulateSmallDisk],
  ])(
    'refuses writes with 503, serves reads, and takes writes again when there is room: %s',
    async (_, makeDisk) => {
      const disk = (await makeDisk()) ?? (await simulateSmallDisk());
      const { dataDir } = disk;
      const server = await startServer({ DATA_DIR: dataDir, DEMO: 'off', LOG_LEVEL: 'fatal' });
      cleanups.add('the server', () => server.stop());
      const reader = await registerMember(server.url);
      const stream = streamWrites(2, () => server.url);
      cleanups.add('the writers', () => stream.stop());
      await stream.more(20);

      await disk.fill();
      await eventually(() => expect(stream.refusals.get(503)).toBeGreaterThan(5));
      expect((await reader.call(server.url, 'GET', '/api/user')).status).toBe(200);
      expect((await reader.call(server.url, 'GET', '/api/users/search?platform=all')).status).toBe(
        200,
      );
      expect((await reader.call(server.url, 'GET', '/readyz')).status).toBe(200);

      await disk.free();
      await stream.more(20);
      await stream.stop();
      expect([...stream.refusals.keys()]).toEqual([503]);
      const client = new pg.Client(connectionOf(dataDir));
      await client.connect();
      await expectWhole(client, stream).finally(() => client.end());
      expect(await server.stop()).toBe(0);
    },
  );
});
