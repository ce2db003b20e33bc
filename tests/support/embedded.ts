import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { type EmbeddedPostgres, openEmbeddedPostgres } from '#server/db/embedded/open.ts';
import type { OwnerTask } from './embedded-owner.ts';

export const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
export const isRoot = process.getuid?.() === 0;
export const NOBODY = { uid: 65534, gid: 65534 };

type Opened = Pick<EmbeddedPostgres, 'connection' | 'isNew' | 'role'>;
type Message = { opened?: Opened; failed?: string; logged?: string };

/** An owner in a process of its own, which can be killed. */
export type Owner = {
  process: ChildProcess;
  opened: Promise<Opened>;
  logged: (text: string) => Promise<void>;
  stop: () => Promise<void>;
  kill: () => Promise<void>;
};

export function startOwner(task: OwnerTask): Owner {
  const script = fileURLToPath(new URL('./embedded-owner.ts', import.meta.url));
  const child = fork(script, [JSON.stringify(task)], {
    execArgv: ['--conditions=source', '--import', 'tsx'],
  });
  const messages: Message[] = [];
  const arrivals = new Set<() => void>();
  child.on('message', (message: Message) => {
    messages.push(message);
    for (const arrived of arrivals) arrived();
  });
  const find = <T>(pick: (message: Message) => T | undefined): Promise<T> =>
    new Promise((resolve, reject) => {
      const look = () => {
        const found = messages.map(pick).find((value) => value !== undefined);
        if (found === undefined) return;
        arrivals.delete(look);
        resolve(found);
      };
      arrivals.add(look);
      child.once('exit', () => reject(new Error('the owner ended')));
      look();
    });
  const opened = find((message) => {
    if (message.failed) return { failed: message.failed };
    return message.opened && { opened: message.opened };
  }).then((result) => {
    if ('failed' in result) throw new Error(result.failed);
    return result.opened;
  });
  // A test that expects a refusal looks at it later than it comes.
  opened.catch(() => undefined);
  const ended = once(child, 'exit');
  return {
    process: child,
    opened,
    logged: async (text) => {
      await find((message) => (message.logged?.includes(text) ? true : undefined));
    },
    stop: async () => {
      // It may be ending by itself at this very moment.
      if (child.connected) child.send('stop', () => undefined);
      await ended;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

export async function makeFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'payfolk-test-'));
}

/** Stops whatever still runs there and removes the folder. */
export async function clearAway(folder: string, dataDir = folder): Promise<void> {
  const left = await postmasterPid(dataDir).catch(() => undefined);
  if (left !== undefined) {
    await (await openEmbeddedPostgres({ dataDir, log: quiet, mode: 'tool' })).stop();
  }
  await rm(folder, { recursive: true, force: true });
}

export async function postmasterPid(dataDir: string): Promise<number> {
  const text = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8');
  return Number(text.split('\n')[0]);
}

export async function query<Row extends pg.QueryResultRow>(
  connection: pg.ClientConfig,
  text: string,
): Promise<Row[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}
