import path from 'node:path';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { makeFolder, postmasterPid, stopAndRemove } from '#tests/support/embedded.ts';
import { type ServerProcess, startServer } from '#tests/support/server-process.ts';
import { createCleanups, eventually, within } from '#tests/support/within.ts';
import { expectWhole, streamWrites } from '#tests/support/write-stream.ts';

/** 20 in `npm test`, 100 in `npm run test:faults`. */
const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 20);
const WRITERS = 4;

const cleanups = createCleanups();
afterEach(() => cleanups.run());

/**
 * Data that the kernel had accepted survives SIGKILL, so this proves the recovery and that commits come
 * before responses, not that the disk keeps what fsync wrote.
 */
describe('kill -9 under a stream of writes', () => {
  it(`loses no acknowledged write in ${ROUNDS} rounds`, { timeout: ROUNDS * 120_000 }, async () => {
    const dataDir = await makeFolder();
    cleanups.add('the folder', () => stopAndRemove(dataDir));
    const start = () => startServer({ DATA_DIR: dataDir, DEMO: 'off', LOG_LEVEL: 'fatal' });
    let server: ServerProcess = await start();
    cleanups.add('the server', () => server.stop());
    const stream = streamWrites(WRITERS, () => server.url);
    cleanups.add('the writers', () => stream.stop());

    for (let round = 0; round < ROUNDS; round += 1) {
      // In the middle of writes, at a random point.
      await stream.more(5 + Math.floor(Math.random() * 30));
      const victim = (['server', 'PostgreSQL', 'both'] as const)[round % 3];
      if (victim !== 'server') process.kill(await postmasterPid(dataDir), 'SIGKILL');
      if (victim !== 'PostgreSQL') {
        await server.kill();
        server = await start();
      }
      await withDatabase(dataDir, (client) => expectWhole(client, stream));
      await stream.more(1);
    }

    await stream.stop();
    const stored = await withDatabase(dataDir, (client) => expectWhole(client, stream));
    expect(stored).toBeGreaterThanOrEqual(stream.acknowledged.size);
    // Failed requests are 503 only.
    expect([...stream.refusals.keys()].filter((status) => status !== 503)).toEqual([]);
    console.info(
      `${ROUNDS} rounds of kill -9: ${stream.acknowledged.size} acknowledged writes, ${stream.registered.size} registrations, ${stored} stored, none lost`,
    );
    expect(await server.stop()).toBe(0);
    // PostgreSQL has ended with its server.
    await expect(postmasterPid(dataDir)).rejects.toThrow('ENOENT');
  });
});

/** Waits until PostgreSQL accepts connections again. */
async function withDatabase<T>(
  dataDir: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = await eventually(() => connect(dataDir));
  try {
    return await within(300, 'the stored rows to be read', work(client));
  } finally {
    await within(300, 'the connection to be closed', client.end());
  }
}

async function connect(dataDir: string): Promise<pg.Client> {
  const client = new pg.Client({
    host: path.join(dataDir, 'postgres'),
    user: 'payfolk',
    database: 'payfolk',
    connectionTimeoutMillis: 5_000,
  });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
