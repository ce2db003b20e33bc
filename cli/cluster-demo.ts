import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type AppNode, startNode } from './cluster/app-node.ts';
import {
  killPrimary,
  openReplicationPair,
  type ReplicationPair,
  runStatement,
  urlOf,
} from './cluster/replication-pair.ts';
import { openVirtualAddress, socketFileOf } from './cluster/virtual-address.ts';
import { createVisitor, registerVisitor, type Visitor } from './cluster/visitor.ts';
import { readArguments } from './command.ts';

/**
 * Two PostgreSQL servers with streaming replication, two Payfolk nodes, and a failover.
 * Everything runs on this machine and is removed afterwards.
 */
readArguments('npm run cluster:demo');
const start = performance.now();
const folder = await mkdtemp(path.join(tmpdir(), 'payfolk-cluster-'));
const closers: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
try {
  await runDemo();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  for (const close of closers.reverse()) await close();
}

async function runDemo() {
  const pair = await openReplicationPair(folder);
  closers.push(
    () => pair.primary.stop(),
    () => pair.standby.stop(),
  );
  say('Two PostgreSQL servers: a primary, and a standby that follows it by streaming replication');
  const address = await openVirtualAddress(socketFileOf(pair.primary.connection));
  closers.push(() => address.close());
  const nodes: AppNode[] = [];
  for (const name of ['node1', 'node2']) {
    const node = await startNode({
      DATABASE_URL: address.url,
      DATABASE_REPLICA_URLS: urlOf(pair.standby),
      DATA_DIR: path.join(folder, name),
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'fatal',
    });
    closers.push(() => node.stop());
    nodes.push(node);
  }
  const [one, two] = nodes as [AppNode, AppNode];
  say(
    `Two Payfolk nodes: ${one.url} and ${two.url}; they write to the primary, read from the standby`,
  );

  const member = await registerVisitor(one.url);
  await until('the standby has the new member', async () => !(await isLagging(pair)));
  await runStatement(pair.standby, 'SELECT pg_wal_replay_pause()');
  say('Pausing replay on the standby: it receives the log but does not apply it');
  const stranger = createVisitor();
  const renamed = await member.call(one.url, 'PATCH', '/api/me', { name: 'Quirina Zephyr' });
  check(`the member saves a new name: ${renamed.status}`, renamed.status === 200);
  check('the member finds the new name on the other node', (await find(member, two)) === 1);
  check('a stranger, served by the standby, does not yet', (await find(stranger, two)) === 0);
  await runStatement(pair.standby, 'SELECT pg_wal_replay_resume()');
  await until('the stranger finds it too', async () => (await find(stranger, two)) === 1);

  await killPrimary(pair);
  say('The primary is gone (SIGKILL, and its disk with it)');
  await until('the nodes say that they are not ready', async () => (await ready(one)) === 503);
  check('search still answers, from the standby', (await find(stranger, one)) === 1);
  const early = await member.call(one.url, 'PATCH', '/api/me', { name: 'Too Early' });
  check('saving answers 503 and nothing else', early.status === 503);

  const lost = performance.now();
  await runStatement(pair.standby, 'SELECT pg_promote(true, 30)');
  say(`The standby is promoted (${Math.round(performance.now() - lost)} ms)`);
  address.moveTo(socketFileOf(pair.standby.connection));
  const moved = performance.now();
  await until('both nodes are ready again', async () => {
    return (await ready(one)) === 200 && (await ready(two)) === 200;
  });
  say(`They reconnected ${Math.round(performance.now() - moved)} ms after the address had moved`);
  const saved = await member.call(two.url, 'PATCH', '/api/me', { name: 'Carried On' });
  const self = await member.call(one.url, 'GET', '/api/user');
  check('the member is still signed in and saves', saved.status === 200 && self.status === 200);
  say('Done');
}

async function find(visitor: Visitor, { url }: AppNode): Promise<number> {
  const { status, body } = await visitor.call(url, 'GET', '/api/users/search?query=Quirina+Zephyr');
  if (status !== 200) throw new Error(`A search was answered with ${status}.`);
  return (body as unknown[]).length;
}

async function ready({ url }: AppNode): Promise<number> {
  return (await fetch(`${url}/readyz`)).status;
}

async function isLagging({ primary, standby }: ReplicationPair): Promise<boolean> {
  const { rows } = await runStatement(primary, 'SELECT pg_current_wal_lsn()::text AS lsn');
  const replayed = `SELECT pg_last_wal_replay_lsn() < '${rows[0]?.lsn}' AS "isLagging"`;
  return (await runStatement(standby, replayed)).rows[0]?.isLagging !== false;
}

/** Polls until the condition holds, for at most 30 s. */
async function until(what: string, isSo: () => Promise<boolean>) {
  const deadline = performance.now() + 30_000;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`Not within 30 s: ${what}`);
    await pause(20);
  }
  say(`✓ ${what}`);
}

function check(what: string, isSo: boolean) {
  if (!isSo) throw new Error(`Not so: ${what}`);
  say(`✓ ${what}`);
}

function say(text: string) {
  console.log(`${((performance.now() - start) / 1_000).toFixed(1).padStart(6)} s  ${text}`);
}
