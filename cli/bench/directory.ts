import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { readConfig } from '#server/config.ts';
import { SUPERUSER } from '#server/db/embedded/cluster.ts';
import { openEmbeddedPostgres } from '#server/db/embedded/open.ts';
import { openDatabase } from '#server/db/open.ts';
import type { MadePerson } from './people.ts';
import { peopleFileLines } from './people-file.ts';
import { prepareTrigrams } from './rivals.ts';

/** A directory of its own with its own server and its own PostgreSQL, gone when the benchmark ends. */
export interface Directory {
  people: number;
  origin: string;
  /** Missing where the people were there already. */
  rowsPerSecond: number | undefined;
  close(): Promise<void>;
}

const say = (details: object | string, message?: string) =>
  console.error(message ?? (typeof details === 'string' ? details : ''));
const log = { info: () => undefined, warn: say, error: say };

/** With a `url` a database that may be filled with these people already, from an earlier run. */
export async function openDirectory(people: readonly MadePerson[], url = ''): Promise<Directory> {
  const folder = await mkdtemp(path.join(tmpdir(), 'payfolk-bench-'));
  const environment = {
    ...process.env,
    DATABASE_URL: url,
    DATA_DIR: path.join(folder, 'data'),
    DEMO: 'off',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'error',
    PORT: '',
  };
  if (!url) await makeCluster(environment.DATA_DIR);
  const server = await startServer(environment);
  const database = await openDatabase(readConfig(environment), log, 'tool');
  try {
    const { rows } = await database.pool.query('SELECT count(*)::int AS count FROM users');
    const isFilled = rows[0]?.count === people.length;
    const rowsPerSecond = isFilled ? undefined : await fill(environment, folder, people);
    await prepareTrigrams(database.pool);
    await settle(database.pool);
    return {
      people: people.length,
      origin: `http://127.0.0.1:${server.port}`,
      rowsPerSecond,
      async close() {
        server.child.send('stop');
        await once(server.child, 'exit');
        await rm(folder, { recursive: true });
      },
    };
  } finally {
    await database.close();
  }
}

/** pg_trgm asks the system what a letter is; in the locale C it would see none beyond ASCII. */
const CTYPES: Partial<Record<NodeJS.Platform, string>> = {
  linux: 'C.UTF-8',
  darwin: 'en_US.UTF-8',
};

async function makeCluster(dataDir: string) {
  const ctype = CTYPES[process.platform] ?? 'C';
  const postgres = await openEmbeddedPostgres({ dataDir, log, mode: 'tool', ctype });
  const { user, ...endpoint } = postgres.connection;
  const superuser = new pg.Client({ ...endpoint, user: SUPERUSER });
  await superuser.connect();
  await superuser.query(`GRANT pg_checkpoint TO ${superuser.escapeIdentifier(user)}`);
  await superuser.end();
  await postgres.stop();
}

/** What an import leaves to be written goes to the disk now, not while questions are timed. */
async function settle(pool: pg.Pool) {
  const client = await pool.connect();
  try {
    await client.query('SET statement_timeout = 0');
    await client.query('CHECKPOINT');
  } catch (error) {
    // In a database that was given, this may not be ours to ask for.
    say(`Not written to the disk before asking: ${error}`);
  } finally {
    client.release(true);
  }
}

/** By the real command, in a process of its own: this one has a million people in its memory. */
async function fill(
  env: NodeJS.ProcessEnv,
  folder: string,
  people: readonly MadePerson[],
): Promise<number> {
  const file = path.join(folder, 'people.csv');
  await writeFile(file, people);
  const command = fileURLToPath(new URL('../import.js', import.meta.url));
  const started = performance.now();
  const child = spawn(process.execPath, [command, file], { env, stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`The import ended with ${code}.`);
  return people.length / ((performance.now() - started) / 1_000);
}

async function writeFile(file: string, people: readonly MadePerson[]) {
  const stream = createWriteStream(file);
  let text = '';
  for (const line of peopleFileLines(people)) {
    text += line;
    if (text.length < 1_000_000) continue;
    if (!stream.write(text)) await once(stream, 'drain');
    text = '';
  }
  stream.end(text);
  await finished(stream);
}

async function startServer(env: NodeJS.ProcessEnv): Promise<{ child: ChildProcess; port: number }> {
  const child = fork(fileURLToPath(new URL('./server.js', import.meta.url)), { env });
  const message = await Promise.race([
    once(child, 'message').then(([first]) => first as { port: number }),
    once(child, 'exit').then(([code]) => {
      throw new Error(`The server of the benchmark ended with ${code} before it listened.`);
    }),
  ]);
  return { child, port: message.port };
}
