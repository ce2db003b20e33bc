import { rm } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  killPrimary,
  openReplicationPair,
  type ReplicationPair,
  runStatement,
  urlOf,
} from '#cli/cluster/replication-pair.ts';
import { openVirtualAddress, socketFileOf } from '#cli/cluster/virtual-address.ts';
import { createDatabase, createPool } from '#server/db/client.ts';
import { makeFolder } from '#tests/support/embedded.ts';
import { callServer, registerMember } from '#tests/support/http-member.ts';
import { type ServerProcess, startServer } from '#tests/support/server-process.ts';
import '#tests/support/test-database.ts';
import { eventually } from '#tests/support/within.ts';

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
  const { rows } = await runStatement(pair.primary, 'SELECT pg_current_wal_lsn()::text AS lsn');
  await eventually(async () => {
    const there = await runStatement(
      pair.standby,
      `SELECT pg_last_wal_replay_lsn() >= '${rows[0]?.lsn}' AS done`,
    );
    expect(there.rows).toEqual([{ done: true }]);
  });
}

/** Waits until the standby has all that the primary has written so far, replayed or not. */
async function received() {
  const { rows } = await runStatement(pair.primary, 'SELECT pg_current_wal_lsn()::text AS lsn');
  await eventually(async () => {
    const there = await runStatement(
      pair.standby,
      `SELECT pg_last_wal_receive_lsn() >= '${rows[0]?.lsn}' AS done`,
    );
    expect(there.rows).toEqual([{ done: true }]);
  });
}

const searchFor = (node: ServerProcess, query: string, cookie = '') =>
  callServer(
    node.url,
    'GET',
    `/api/users/search?query=${encodeURIComponent(query)}`,
    undefined,
    cookie ? { cookie } : {},
  );

/** The cookies of a response, added to those from before. */
function withCookies(before: string, headers: Headers): string {
  return [before, ...headers.getSetCookie().map((each) => each.split(';', 1)[0])].join('; ');
}

describe('reads from a replica', () => {
  afterEach(() => runStatement(pair.standby, 'SELECT pg_wal_replay_resume()'));

  it('show members their own last change, on every node, while the replica lags', async () => {
    const [one, two] = nodes;
    const member = await registerMember(one.url);
    await caughtUp();
    await runStatement(pair.standby, 'SELECT pg_wal_replay_pause()');

    const saved = await member.call(one.url, 'PATCH', '/api/me', { name: 'Quirina Zephyr' });
    expect(saved.status).toBe(200);
    const cookie = withCookies(member.cookie, saved.headers);
    expect(decodeURIComponent(cookie)).toMatch(/wrote=[0-9A-F]+\/[0-9A-F]+\.[\w-]{43}(;|$)/);
    for (const node of [one, two, one, two]) {
      const found = await searchFor(node, 'Quirina Zephyr', cookie);
      expect(JSON.parse(found.text)).toMatchObject([{ name: 'Quirina Zephyr' }]);
    }
    // Others are served by the replica, which lags.
    expect(JSON.parse((await searchFor(two, 'Quirina Zephyr')).text)).toEqual([]);

    await runStatement(pair.standby, 'SELECT pg_wal_replay_resume()');
    await caughtUp();
    // Visitors share a first page for a second.
    await eventually(async () => {
      expect(JSON.parse((await searchFor(two, 'Quirina Zephyr')).text)).toHaveLength(1);
    });
  });

  it('show an added person at once in the member’s search', async () => {
    const [one, two] = nodes;
    const member = await registerMember(one.url);
    await runStatement(pair.standby, 'SELECT pg_wal_replay_pause()');
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

  it('stay on the replica with a forged position cookie', async () => {
    const [one, two] = nodes;
    const member = await registerMember(one.url);
    await caughtUp();
    await runStatement(pair.standby, 'SELECT pg_wal_replay_pause()');
    const saved = await member.call(one.url, 'PATCH', '/api/me', { name: 'Ottilie Vexworth' });
    const genuine = /wrote=([^;]+)/.exec(saved.headers.getSetCookie().join('; '))?.[1] ?? '';
    const [position = '', signature = ''] = decodeURIComponent(genuine).split('.');
    expect(signature).toHaveLength(43);
    const forged = [
      position,
      'FFFFFFFF/FFFFFFFF',
      `FFFFFFFF/FFFFFFFF.${signature}`,
      `${position}.${'A'.repeat(43)}`,
      `${position}.${signature}A`,
      'nonsense',
      "0/0'; DROP TABLE users",
    ];
    for (const value of forged) {
      const found = await searchFor(two, 'Ottilie Vexworth', `wrote=${encodeURIComponent(value)}`);
      // The primary would have found them.
      expect({ value, status: found.status, people: found.text }).toEqual({
        value,
        status: 200,
        people: '[]',
      });
    }
    const found = await searchFor(two, 'Ottilie Vexworth', `wrote=${genuine}`);
    expect(JSON.parse(found.text)).toHaveLength(1);
  });

  it('are retried on the primary when the standby cancels them', async () => {
    const log = { warn: vi.fn() };
    const primary = createPool(pair.primary.connection, log);
    const standby = createPool(pair.standby.connection, log);
    const database = createDatabase(primary, [standby], log);
    await runStatement(pair.standby, "ALTER SYSTEM SET max_standby_streaming_delay = '0'");
    await runStatement(pair.standby, 'SELECT pg_reload_conf()');
    await primary.query('CREATE TABLE probe (id int); INSERT INTO probe VALUES (1)');
    await caughtUp();
    const places: boolean[] = [];
    const reading = database.read(async ({ pool }) => {
      const { rows } = await pool.query<{ standby: boolean }>(
        'SELECT pg_is_in_recovery() AS standby',
      );
      const isStandby = rows[0]?.standby === true;
      places.push(isStandby);
      await pool.query(`SELECT pg_sleep(${isStandby ? 100 : 0}) FROM probe`);
    });
    const isReading = `SELECT 1 FROM pg_stat_activity WHERE query LIKE '%pg_sleep(100)%' AND pid <> pg_backend_pid()`;
    await eventually(async () => {
      expect((await runStatement(pair.standby, isReading)).rowCount).toBe(1);
    });
    await primary.query('TRUNCATE probe');
    await reading;
    expect(places).toEqual([true, false]);
    expect(log.warn).not.toHaveBeenCalled();
    await primary.query('DROP TABLE probe');
    await runStatement(pair.standby, 'ALTER SYSTEM RESET max_standby_streaming_delay');
    await runStatement(pair.standby, 'SELECT pg_reload_conf()');
    await database.close();
  });
});

describe('the primary is killed and the standby promoted', () => {
  it('continues with every acknowledged write once the address has moved', async () => {
    const [one, two] = nodes;
    const member = await registerMember(one.url);
    await caughtUp();
    await runStatement(pair.standby, 'SELECT pg_wal_replay_pause()');
    const last = await member.call(one.url, 'PATCH', '/api/me', { name: 'Almost Lost' });
    const [ahead = ''] = /wrote=[^;]+/.exec(last.headers.getSetCookie().join('; ')) ?? [];
    // The log arrives at the standby, which does not replay it yet.
    await received();
    await killPrimary(pair);
    await eventually(async () =>
      expect((await callServer(two.url, 'GET', '/readyz')).status).toBe(503),
    );
    expect((await member.call(one.url, 'PATCH', '/api/me', { name: 'Too Early' })).status).toBe(
      503,
    );
    // Public reads continue; a failed write does not affect them.
    for (const node of [one, two]) {
      expect((await searchFor(node, 'Quirina Zephyr')).status).toBe(200);
      expect((await searchFor(node, 'Quirina Zephyr', ahead)).status).toBe(503);
      expect((await searchFor(node, 'Quirina Zephyr')).status).toBe(200);
    }
    await runStatement(pair.standby, 'SELECT pg_wal_replay_resume()');

    await runStatement(pair.standby, 'SELECT pg_promote(true, 30)');
    address.moveTo(socketFileOf(pair.standby.connection));
    const start = performance.now();
    await eventually(async () =>
      expect((await callServer(one.url, 'GET', '/readyz')).status).toBe(200),
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
