import { rm } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { ADVISORY_LOCKS } from '#server/db/advisory-locks.ts';
import { projectRoot } from '#server/lib/project-root.ts';
import { makeFolder } from '#tests/support/embedded.ts';
import { hasUnshare, startFirstProcess } from '#tests/support/first-process.ts';
import { callServer, registerMember } from '#tests/support/http-member.ts';
import { type ServerProcess, startServer } from '#tests/support/server-process.ts';
import { createTestDatabase } from '#tests/support/test-database.ts';
import { createCleanups, eventually } from '#tests/support/within.ts';
import { streamWrites } from '#tests/support/write-stream.ts';

const cleanups = createCleanups();
afterEach(() => cleanups.run());

/** On a busy machine no request is cut off for being late. */
const RELAXED_STOP = `--import=${path.join(projectRoot, 'tests/support/relaxed-stop-timeouts.mjs')}`;

async function startOnDatabase(env: Record<string, string> = {}) {
  const database = await createTestDatabase();
  cleanups.add('the database', () => database.drop());
  const dataDir = await makeFolder();
  cleanups.add('the folder', () => rm(dataDir, { recursive: true, force: true }));
  const server = await startServer({
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    METRICS: 'on',
    NODE_OPTIONS: RELAXED_STOP,
    ...env,
  });
  cleanups.add('the server', () => server.stop());
  return { server, database };
}

/** The number of accepted requests without a response. */
async function inFlight({ url }: ServerProcess): Promise<number> {
  const { text } = await callServer(url, 'GET', '/metrics');
  return Number(/^payfolk_http_requests_in_flight (\d+)$/m.exec(text)?.[1]);
}

describe('SIGTERM under load', () => {
  it('answers every accepted request, stores nothing unanswered, and exits with 0', async () => {
    const { server, database } = await startOnDatabase();
    const member = await registerMember(server.url);
    const stream = streamWrites(4, () => server.url);
    await stream.more(20);
    // Slow on purpose: passwords are hashed a few at a time, and the last one waits for all others.
    const { email, password } = member;
    const logins = Array.from({ length: 10 }, () =>
      callServer(server.url, 'POST', '/api/login', { email, password }),
    );
    const held = callServer(server.url, 'GET', '/api/keep-alive?method=long-poll');
    // Four writers, the long poll, this question, and at least one login.
    await eventually(async () => expect(await inFlight(server)).toBeGreaterThanOrEqual(7));
    const stopping = server.stop();
    const answers = await Promise.allSettled(logins);
    expect(JSON.parse((await held).text)).toMatchObject({ message: 'Server is online' });
    expect(await stopping).toBe(0);
    await stream.stop();
    await expect(callServer(server.url, 'GET', '/healthz')).rejects.toThrow('fetch failed');

    const answered = answers.filter((each) => each.status === 'fulfilled');
    expect(answered.length).toBeGreaterThanOrEqual(1);
    for (const { value } of answered) expect(value.status, value.text).toBe(200);
    const client = new pg.Client(database.connection);
    await client.connect();
    const contacts = await client.query<{ name: string }>(
      "SELECT name FROM contacts WHERE name LIKE 'writer %'",
    );
    const logged = await client.query<{ count: string }>(
      "SELECT count(*) FROM audit_log WHERE action = 'logged-in'",
    );
    await client.end();
    // A canceled request would be stored without a response; a refused connection stores nothing.
    expect(contacts.rows.map(({ name }) => name).sort()).toEqual([...stream.acknowledged].sort());
    expect(logged.rows).toEqual([{ count: String(answered.length) }]);
    expect([...stream.refusals.keys()]).toEqual([]);
  });

  it('/readyz fails at once, and requests are answered until load balancers have noticed', async () => {
    const env = { NODE_ENV: 'production', PUBLIC_URL: 'https://pay.example.com' };
    const { server } = await startOnDatabase(env);
    const status = async (path: string) => (await callServer(server.url, 'GET', path)).status;
    expect(await status('/readyz')).toBe(200);
    const stopping = server.stop();
    await eventually(async () => expect(await status('/readyz')).toBe(503));
    expect(await status('/healthz')).toBe(200);
    expect(await status('/api/users/search?platform=all')).toBe(200);
    expect(await stopping).toBe(0);
  });
});

it.runIf(hasUnshare)(
  'SIGTERM to the first process of a container ends a server that waits for its database, with a line of the log',
  async () => {
    const database = await createTestDatabase({ isEmpty: true });
    cleanups.add('the database', () => database.drop());
    const other = new pg.Client(database.connection);
    await other.connect();
    cleanups.add('the lock', () => other.end());
    await other.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCKS.migration]);
    const server = startFirstProcess({ DATABASE_URL: database.url });
    cleanups.add('the server', () => server.kill());
    await eventually(() => expect(server.output()).toContain('Waiting for another server'));
    expect(await server.stop()).toBe(143);
    expect(server.output()).toContain('"msg":"SIGTERM: stopped before the server was ready"');
  },
);
