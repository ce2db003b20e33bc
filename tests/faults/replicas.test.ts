import { rm } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  losePrimary,
  openReplicationPair,
  type ReplicationPair,
  tell,
  urlOf,
} from '#cli/cluster/replication-pair.ts';
import { openVirtualAddress, socketFileOf } from '#cli/cluster/virtual-address.ts';
import { makeFolder } from '#tests/support/embedded.ts';
import { callServer, registerMember } from '#tests/support/http-member.ts';
import { type ServerProcess, startServer } from '#tests/support/server-process.ts';

/** A real streaming-replication pair and two servers that read from the standby. */
let folder: string;
let pair: ReplicationPair;
let address: Awaited<ReturnType<typeof openVirtualAddress>>;
let nodes: [ServerProcess, ServerProcess];

beforeAll(async () => {
  folder = await makeFolder();
  pair = await openReplicationPair(folder);
  address = await openVirtualAddress(socketFileOf(pair.primary.connection));
  const env = { DATABASE_URL: address.url, DATABASE_REPLICA_URLS: urlOf(pair.standby) };
  const start = (name: string) => startServer({ ...env, DATA_DIR: `${folder}/${name}` });
  nodes = [await start('node1'), await start('node2')];
  await caughtUp();
});

afterAll(async () => {
  for (const node of nodes) await node.stop();
  await address.close();
  await pair.standby.stop();
  await pair.primary.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Waits until the standby has replayed all that the primary has written so far. */
async function caughtUp() {
  const { rows } = await tell(pair.primary, 'SELECT pg_current_wal_lsn()::text AS lsn');
  await vi.waitFor(
    async () => {
      const there = await tell(
        pair.standby,
        `SELECT pg_last_wal_replay_lsn() >= '${rows[0]?.lsn}' AS done`,
      );
      expect(there.rows).toEqual([{ done: true }]);
    },
    { timeout: 60_000, interval: 50 },
  );
}

const searchFor = (node: ServerProcess, query: string, cookie = '') =>
  callServer(
    node.url,
    'GET',
    `/api/users/search?query=${encodeURIComponent(query)}`,
    undefined,
    cookie ? { cookie } : {},
  );

/** The cookies that an answer sets, added to those that came before. */
function withCookies(before: string, headers: Headers): string {
  return [before, ...headers.getSetCookie().map((each) => each.split(';', 1)[0])].join('; ');
}

describe('reads from a replica', () => {
  afterEach(() => tell(pair.standby, 'SELECT pg_wal_replay_resume()'));

  it('show a member what they saved a moment ago, on every node, although the replica lags', async () => {
    const [one, two] = nodes;
    const member = await registerMember(one.url);
    await caughtUp();
    await tell(pair.standby, 'SELECT pg_wal_replay_pause()');

    const saved = await member.call(one.url, 'PATCH', '/api/me', { name: 'Quirina Zephyr' });
    expect(saved.status).toBe(200);
    const cookie = withCookies(member.cookie, saved.headers);
    expect(cookie).toMatch(/wrote=[0-9A-F]+\/[0-9A-F]+|wrote=[0-9A-F]+%2F[0-9A-F]+/);
    for (const node of [one, two, one, two]) {
      const found = await searchFor(node, 'Quirina Zephyr', cookie);
      expect(JSON.parse(found.text)).toMatchObject([{ name: 'Quirina Zephyr' }]);
    }
    // Others are served by the replica, which cannot know yet: that is what it is for.
    expect(JSON.parse((await searchFor(two, 'Quirina Zephyr')).text)).toEqual([]);

    await tell(pair.standby, 'SELECT pg_wal_replay_resume()');
    await caughtUp();
    expect(JSON.parse((await searchFor(two, 'Quirina Zephyr')).text)).toHaveLength(1);
  });

  it('show an added person at once in the own search', async () => {
    const [one, two] = nodes;
    const member = await registerMember(one.url);
    await tell(pair.standby, 'SELECT pg_wal_replay_pause()');
    const added = await member.call(one.url, 'POST', '/api/add-person', {
      name: 'Yolanda Quick',
      screenName: 'Yolanda',
      paymentPlatform: 'venmo',
      paymentUsername: 'yolanda-quick',
    });
    expect(added.status).toBe(201);
    const found = await searchFor(two, 'Yolanda Quick', withCookies(member.cookie, added.headers));
    expect(JSON.parse(found.text)).toMatchObject([{ name: 'Yolanda Quick', isContact: true }]);
  });

  it('take no harm from a forged place in the log', async () => {
    for (const forged of ['FFFFFFFF/FFFFFFFF', 'nonsense', "0/0'; DROP TABLE users"]) {
      const cookie = `wrote=${encodeURIComponent(forged)}`;
      expect((await searchFor(nodes[0], 'Quirina', cookie)).status).toBe(200);
    }
  });
});

describe('the primary is killed and the standby promoted', () => {
  it('carries on with every acknowledged write once the address has moved', async () => {
    const [one, two] = nodes;
    const member = await registerMember(one.url);
    await caughtUp();
    await losePrimary(pair);
    await vi.waitFor(
      async () => expect((await callServer(two.url, 'GET', '/readyz')).status).toBe(503),
      { timeout: 60_000, interval: 50 },
    );
    expect((await member.call(one.url, 'PATCH', '/api/me', { name: 'Too Early' })).status).toBe(
      503,
    );
    // Public reads never stopped.
    expect((await searchFor(two, 'Quirina Zephyr')).status).toBe(200);

    await tell(pair.standby, 'SELECT pg_promote(true, 30)');
    address.moveTo(socketFileOf(pair.standby.connection));
    const start = performance.now();
    await vi.waitFor(
      async () => expect((await callServer(one.url, 'GET', '/readyz')).status).toBe(200),
      { timeout: 60_000, interval: 50 },
    );
    console.info(`Ready ${Math.round(performance.now() - start)} ms after the address moved`);
    const saved = await member.call(two.url, 'PATCH', '/api/me', { name: 'Carried On' });
    expect(saved.status).toBe(200);
    expect(JSON.parse((await member.call(one.url, 'GET', '/api/user')).text)).toMatchObject({
      name: 'Carried On',
      email: member.email,
    });
  });
});
