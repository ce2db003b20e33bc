import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { InjectOptions } from 'fastify';
import { buildApp } from '#server/app.ts';
import { type Config, readConfig } from '#server/config.ts';
import { createDatabase, createPool } from '#server/db/client.ts';
import { users } from '#server/db/schema.ts';
import { insertSession } from '#server/db/sessions.ts';
import type { Bounds } from '#server/lib/bounds.ts';
import { createLogger } from '#server/lib/logger.ts';
import { createToken, hashToken } from '#server/lib/tokens.ts';
import type { Network } from '#server/lib/website/read-page.ts';
import { sessionCookieName } from '#server/plugins/session.ts';
import { createStatusCheck } from './declared-statuses.ts';
import { createTestDatabase } from './test-database.ts';

const NO_NETWORK: Network = {
  resolve: async () => [],
  connectorTo: () => {
    throw new Error('Nothing is to be contacted here.');
  },
};

type Person = Partial<typeof users.$inferInsert>;
type Call = Omit<InjectOptions, 'payload'> & { body?: unknown };

/** The real app on a real database of its own; nothing of ours is mocked. */
export async function buildTestApp(
  settings: Partial<Config> = {},
  other: Partial<Bounds> = {},
  /** What the server reads websites from: without one, no host exists. */
  network: Network = NO_NETWORK,
) {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'payfolk-app-'));
  const log = createLogger('silent');
  const config: Config = { ...readConfig({}), dataDir, rateLimits: false, ...settings };
  const pool = createPool(database.connection, log);
  const store = createDatabase(pool, [], log);
  // On a busy machine no call may be refused, and no preview left out, for being late. The heap is that of all test
  // files of a worker.
  const bounds = {
    queueTimeoutMs: 60_000,
    maxEventLoopDelay: 0,
    maxHeapUsedBytes: 0,
    previewTimeoutMs: 60_000,
    ...other,
  };
  const app = await buildApp({ config, database: store, log, bounds, network });
  await app.ready();

  const checkStatus = createStatusCheck(app);
  /** A call as our own pages make it. `body` is sent as JSON. Its status must be a documented one. */
  async function call(method: InjectOptions['method'], url: string, options: Call = {}) {
    const { body, headers, ...rest } = options;
    const response = await app.inject({
      method,
      url,
      headers: { 'sec-fetch-site': 'same-origin', ...headers },
      ...(body === undefined ? {} : { payload: body as object }),
      ...rest,
    });
    checkStatus(String(method), url, response);
    return response;
  }

  let people = 0;
  async function insertPerson(person: Person = {}) {
    people += 1;
    const email = person.email === undefined ? `person${people}@example.com` : person.email;
    const [row] = await store.db
      .insert(users)
      .values({
        name: `Person ${people}`,
        username: `person${people}`,
        email,
        emailKey: email?.toLowerCase() ?? null,
        screenNameKey: person.screenName?.toLowerCase() ?? null,
        ...person,
      })
      .returning();
    if (!row) throw new Error('The person was not stored.');
    return row;
  }

  /** Signs somebody in (a new person unless given) and answers their cookie and a bound call. */
  async function loginAs(person: Person | { id: number } = {}) {
    const user = 'id' in person && person.id ? { id: person.id } : await insertPerson(person);
    const token = createToken();
    await insertSession(store.db, hashToken(token), user.id);
    const cookies = { [sessionCookieName(config)]: token };
    return {
      id: user.id,
      cookies,
      call: (method: InjectOptions['method'], url: string, options: Call = {}) =>
        call(method, url, { cookies, ...options }),
    };
  }

  const nodes = [app];
  /** A second server on the same database, or the next one after this was stopped. */
  async function anotherNode(nodeBounds: Partial<Bounds> = {}) {
    const node = await buildApp({
      config,
      database: store,
      log,
      bounds: { ...bounds, ...nodeBounds },
      network,
    });
    await node.ready();
    nodes.push(node);
    return node;
  }

  return {
    app,
    anotherNode,
    config,
    db: store.db,
    pool,
    call,
    insertPerson,
    loginAs,
    async close() {
      await Promise.all(nodes.map((node) => node.close()));
      await store.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export type TestApp = Awaited<ReturnType<typeof buildTestApp>>;
