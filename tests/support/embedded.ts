import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  openEmbeddedPostgres,
} from '#server/db/embedded/open.ts';
import { within } from './within.ts';

export const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
export const isRoot = process.getuid?.() === 0;
export const NOBODY = { uid: 65534, gid: 65534 };

/** What `openInOtherProcess` tells its process. */
type OwnerTask = Pick<EmbeddedPostgresOptions, 'dataDir' | 'mode' | 'settings' | 'nativeDir'> & {
  /** The user to become before anything is opened. */
  becomes?: { uid: number; gid: number };
};

type Opened = Pick<EmbeddedPostgres, 'connection' | 'isNew' | 'role'>;
type Message = { opened?: Opened; failed?: string; logged?: string };

/** An opened embedded database, in this process or in one of its own. */
export type Opener = {
  opened: Promise<Opened>;
  /** Waits until a line with this text was logged. */
  logged: (text: string) => Promise<void>;
  stop: () => Promise<void>;
};

/** The log's durability and size matter to none of these tests but the first. */
const FAST = { fsync: 'off', shared_buffers: '16MB' };

/** Opens it in this process. */
export function openInProcess(options: Omit<EmbeddedPostgresOptions, 'log'>): Opener {
  const lines = new Arrivals<string>();
  const say = (line: string) => lines.add(line);
  const opening = openEmbeddedPostgres({
    settings: FAST,
    ...options,
    log: { info: say, warn: say, error: say },
  });
  opening.catch(() => undefined);
  return {
    opened: opening,
    logged: (text) => lines.find((line) => line.includes(text) || undefined).then(() => undefined),
    stop: () =>
      opening.then(
        (embedded) => embedded.stop(),
        () => undefined,
      ),
  };
}

/** Opens it in a process of its own, which can be killed or be another user's. */
export function openInOtherProcess(
  task: OwnerTask,
): Opener & { process: ChildProcess; kill: () => Promise<void> } {
  const script = fileURLToPath(new URL('./embedded-owner.mjs', import.meta.url));
  // Without the options of this process.
  const child = fork(script, [JSON.stringify({ settings: FAST, ...task })], { execArgv: [] });
  const messages = new Arrivals<Message>();
  child.on('message', (message: Message) => messages.add(message));
  child.once('exit', () => messages.end(new Error('the owner ended')));
  const opened = messages
    .find(({ opened, failed }) => (opened || failed ? { opened, failed } : undefined))
    .then(({ opened, failed }) => {
      if (!opened) throw new Error(failed);
      return opened;
    });
  // A test that expects a rejection handles it later.
  opened.catch(() => undefined);
  const ended = once(child, 'exit');
  return {
    process: child,
    opened,
    logged: (text) =>
      messages.find(({ logged }) => logged?.includes(text) || undefined).then(() => undefined),
    stop: async () => {
      // It may be ending by itself.
      if (child.connected) child.send('stop', () => undefined);
      await ended;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Events, and the callers that wait for a certain one. */
class Arrivals<T> {
  readonly #items: T[] = [];
  readonly #waiting = new Set<{ look: () => void; give: (error: Error) => void }>();

  add(item: T) {
    this.#items.push(item);
    for (const { look } of this.#waiting) look();
  }

  end(error: Error) {
    for (const { give } of this.#waiting) give(error);
  }

  find<Found>(pick: (item: T) => Found | undefined): Promise<Found> {
    return new Promise((resolve, reject) => {
      const look = () => {
        const found = this.#items.map(pick).find((value) => value !== undefined);
        if (found === undefined) return;
        this.#waiting.delete(waiter);
        resolve(found);
      };
      const waiter = { look, give: reject };
      this.#waiting.add(waiter);
      look();
    });
  }
}

export async function makeFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'payfolk-test-'));
}

/** Stops whatever still runs there and removes the folder. */
export async function stopAndRemove(folder: string, dataDir = folder): Promise<void> {
  const left = await postmasterPid(dataDir).catch(() => undefined);
  if (left !== undefined) {
    const opening = openEmbeddedPostgres({ dataDir, log: quiet, mode: 'tool' });
    const what = `PostgreSQL (${left}) in ${dataDir}`;
    const { stop } = await within(300, `${what} to be opened`, opening);
    await within(300, `${what} to be stopped`, stop());
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
