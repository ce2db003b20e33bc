import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import pg from 'pg';
import { readConfig } from '#server/config.ts';
import { SUPERUSER } from '#server/db/embedded/cluster.ts';
import { openEmbeddedPostgres } from '#server/db/embedded/open.ts';
import { openDatabase } from '#server/db/open.ts';
import { projectRoot } from '#server/lib/project-root.ts';
import { prepareTrigrams } from './baselines.ts';
import { type CpuTime, parentOf, readCpu } from './cpu.ts';
import { type MadePerson, makePeople, randomFrom } from './people.ts';
import { peopleFileText } from './people-file.ts';

/** A temporary directory with its own server and PostgreSQL. */
export interface Directory {
  people: number;
  /** An even sample. */
  sample: MadePerson[];
  origin: string;
  /** Undefined if the database was already filled. */
  rowsPerSecond: number | undefined;
  /** Size of the database. */
  bytes: number;
  cpu(): CpuTime | undefined;
  close(): Promise<void>;
}

interface Options {
  people: number;
  /** A database that may be filled with these people already, from an earlier run. */
  url: string | undefined;
  hasRivals: boolean;
}

const say = (details: object | string, message?: string) =>
  console.error(message ?? (typeof details === 'string' ? details : ''));
const log = { info: () => undefined, warn: say, error: say };

export async function openDirectory({ people, url = '', hasRivals }: Options): Promise<Directory> {
  const folder = await mkdtemp(path.join(tmpdir(), 'payfolk-bench-'));
  const environment = {
    ...process.env,
    DATABASE_URL: url,
    DATA_DIR: path.join(folder, 'data'),
    DEMO: 'off',
    RATE_LIMITS: 'on',
    TRUST_PROXY: '127.0.0.1',
    LOG_LEVEL: 'error',
    PORT: '',
  };
  if (!url) await makeCluster(environment.DATA_DIR);
  const server = await startServer(environment);
  const database = await openDatabase(readConfig(environment), log, 'tool');
  try {
    const { rows: backends } = await database.pool.query<{ pid: number }>(
      'SELECT pg_backend_pid() AS pid',
    );
    const postmaster = parentOf(backends[0]?.pid ?? 0);
    const [known] = await ask<{ count: number }>(
      database.pool,
      'SELECT count(*)::int AS count FROM users',
    );
    const file = path.join(folder, 'people.csv');
    const sample = await makeFile(file, people);
    let rowsPerSecond: number | undefined;
    if (known?.count !== people) {
      rowsPerSecond = people / (await importFile(environment, file));
    }
    await rm(file);
    if (hasRivals) await prepareTrigrams(database.pool);
    await settle(database.pool);
    const [size] = await ask<{ bytes: string }>(
      database.pool,
      'SELECT pg_database_size(current_database()) AS bytes',
    );
    return {
      people,
      sample,
      origin: `http://127.0.0.1:${server.port}`,
      rowsPerSecond,
      bytes: Number(size?.bytes),
      cpu: () => readCpu(server.child.pid ?? 0, postmaster),
      async close() {
        await stop(server.child);
        await rm(folder, { recursive: true });
      },
    };
  } catch (error) {
    server.child.disconnect();
    throw error;
  } finally {
    await database.close();
  }
}

async function stop(child: ChildProcess) {
  const ended = once(child, 'exit');
  child.disconnect();
  await ended;
}

/** Counting ten million people exceeds the server's statement timeout. */
async function ask<Row extends pg.QueryResultRow>(pool: pg.Pool, text: string): Promise<Row[]> {
  const client = await pool.connect();
  try {
    await client.query('SET statement_timeout = 0');
    return (await client.query<Row>(text)).rows;
  } finally {
    client.release(true);
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

/** Flushes what the import wrote, so that it does not happen while questions are timed. */
async function settle(pool: pg.Pool) {
  const client = await pool.connect();
  try {
    await client.query('SET statement_timeout = 0');
    await client.query('CHECKPOINT');
  } catch (error) {
    // The role of a given database may not be allowed to do this.
    say(`Not written to the disk before asking: ${error}`);
  } finally {
    client.release(true);
  }
}

/** Runs the real command in its own process and returns the seconds it took. */
async function importFile(env: NodeJS.ProcessEnv, file: string): Promise<number> {
  const command = path.join(projectRoot, 'dist/cli/import.js');
  const started = performance.now();
  const child = spawn(process.execPath, [command, file], { env, stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`The import ended with ${code}.`);
  return (performance.now() - started) / 1_000;
}

const SAMPLE = 50_000;
const SHOW_EVERY = 1_000_000;

/** Streams people to a file and keeps a sample: ten million do not fit in memory. */
async function makeFile(file: string, count: number): Promise<MadePerson[]> {
  const random = randomFrom(count);
  const sample: MadePerson[] = [];
  function* sampled() {
    let made = 0;
    for (const person of makePeople(count)) {
      const at = made < SAMPLE ? made : random.below(made + 1);
      if (at < SAMPLE) sample[at] = person;
      made += 1;
      if (made % SHOW_EVERY === 0) console.log(`${made.toLocaleString('en-US')} people made`);
      yield person;
    }
  }
  const stream = createWriteStream(file);
  for (const text of peopleFileText(sampled())) {
    if (!stream.write(text)) await once(stream, 'drain');
  }
  stream.end();
  await finished(stream);
  return sample;
}

async function startServer(env: NodeJS.ProcessEnv): Promise<{ child: ChildProcess; port: number }> {
  const child = fork(path.join(projectRoot, 'dist/cli/bench/server.js'), { env });
  const message = await Promise.race([
    once(child, 'message').then(([first]) => first as { port: number }),
    once(child, 'exit').then(([code]) => {
      throw new Error(`The server of the benchmark ended with ${code} before it listened.`);
    }),
  ]);
  return { child, port: message.port };
}
