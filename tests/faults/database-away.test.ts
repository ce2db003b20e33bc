import { rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { urlOf } from '#cli/cluster/replication-pair.ts';
import { openEmbeddedPostgres } from '#server/db/embedded/open.ts';
import { makeFolder, quiet } from '#tests/support/embedded.ts';
import { type Answer, callServer, registerMember } from '#tests/support/http-member.ts';
import { startServer } from '#tests/support/server-process.ts';
import { createCleanups, eventually } from '#tests/support/within.ts';
import { expectWhole, streamWrites } from '#tests/support/write-stream.ts';

const cleanups = createCleanups();
afterEach(() => cleanups.run());

/** A PostgreSQL of the operator's own, which the server neither starts nor stops. */
async function openOperatorsDatabase() {
  const dataDir = await makeFolder();
  cleanups.add('the folder', () => rm(dataDir, { recursive: true, force: true }));
  const open = () => openEmbeddedPostgres({ dataDir, log: quiet, mode: 'server' });
  let postgres = await open();
  cleanups.add('PostgreSQL', () => postgres.stop());
  return {
    url: urlOf(postgres),
    connection: postgres.connection,
    stop: () => postgres.stop(),
    start: async () => {
      postgres = await open();
    },
  };
}

/** Sends one request after the other and keeps every response with its duration. */
function keepAsking(ask: () => Promise<Answer>) {
  const answers: { status: number; code: string | undefined; ms: number }[] = [];
  const failures: unknown[] = [];
  let isStopped = false;
  const asking = (async () => {
    while (!isStopped) {
      const start = performance.now();
      try {
        const { status, text, headers } = await ask();
        const code = status === 503 ? JSON.parse(text).code : undefined;
        if (status === 503) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
        answers.push({ status, code, ms: performance.now() - start });
      } catch (error) {
        failures.push(error);
      }
      await pause(5);
    }
  })();
  cleanups.add('the visitor', async () => {
    isStopped = true;
    await asking;
  });
  return { answers, failures };
}

describe('PostgreSQL stopped and started under load', () => {
  it('returns 503 for API calls, serves the pages, and recovers without a restart', async () => {
    const database = await openOperatorsDatabase();
    const dataDir = await makeFolder();
    cleanups.add('the folder', () => rm(dataDir, { recursive: true, force: true }));
    const server = await startServer({
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'fatal',
    });
    cleanups.add('the server', () => server.stop());
    const { url } = server;
    const member = await registerMember(url);
    const searches = keepAsking(() => callServer(url, 'GET', '/api/users/search?platform=all'));
    const contacts = keepAsking(() => member.call(url, 'GET', '/api/contacts'));
    const stream = streamWrites(2, () => url);
    cleanups.add('the writers', () => stream.stop());
    await stream.more(20);

    const status = async (path: string) => (await callServer(url, 'GET', path)).status;
    await database.stop();
    await eventually(async () => expect(await status('/readyz')).toBe(503));
    const before = searches.answers.length;
    // A page with its script, /healthz, and a route that needs no database.
    const page = await callServer(url, 'GET', '/');
    expect(page.status).toBe(200);
    expect(page.text).toContain('<div id="root"');
    const script = /src="(\/assets\/[^"]+\.js)"/.exec(page.text)?.[1] ?? '';
    expect(await status(script)).toBe(200);
    expect(await status('/healthz')).toBe(200);
    expect(await status('/api/check-updates')).toBe(200);
    expect(await status('/api/db-heartbeat')).toBe(503);
    expect((await member.call(url, 'GET', '/api/user')).status).toBe(503);
    await eventually(() => expect(searches.answers.length).toBeGreaterThan(before + 5));
    expect(searches.answers.slice(before + 1).map(({ status: each }) => each)).toContain(503);

    await database.start();
    const back = performance.now();
    await eventually(async () => expect(await status('/readyz')).toBe(200));
    const recovery = Math.round(performance.now() - back);
    console.info(`Ready ${recovery} ms after PostgreSQL came back`);
    await stream.more(10);
    expect((await member.call(url, 'GET', '/api/user')).status).toBe(200);

    for (const { answers, failures } of [searches, contacts]) {
      expect(failures).toEqual([]);
      const codes = new Set(answers.map(({ status: each, code }) => code ?? each));
      // A busy machine may also overload it.
      codes.delete('OVERLOADED');
      expect([...codes].sort()).toEqual([200, 'DATABASE_UNAVAILABLE']);
    }
    expect([...stream.refusals.keys()]).toEqual([503]);
    expect(server.process.exitCode).toBeNull();
    await stream.stop();
    const pool = new pg.Pool(database.connection);
    await expectWhole(pool, stream).finally(() => pool.end());
  });
});
