import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { importPeople } from '#cli/import/import-people.ts';
import { readConfig } from '#server/config.ts';
import { openDatabase } from '#server/db/open.ts';
import type { MadePerson } from './people.ts';
import { peopleFileLines } from './people-file.ts';
import { prepareTrigrams } from './rivals.ts';

/** A directory of its own with its own server and its own PostgreSQL, gone when the benchmark ends. */
export interface Directory {
  people: number;
  origin: string;
  rowsPerSecond: number;
  close(): Promise<void>;
}

const say = (details: object | string, message?: string) =>
  console.error(message ?? (typeof details === 'string' ? details : ''));
const log = { info: () => undefined, warn: say, error: say };

export async function openDirectory(people: readonly MadePerson[]): Promise<Directory> {
  const folder = await mkdtemp(path.join(tmpdir(), 'payfolk-bench-'));
  const environment = {
    ...process.env,
    DATABASE_URL: '',
    DATA_DIR: path.join(folder, 'data'),
    DEMO: 'off',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'error',
    PORT: '',
  };
  const file = path.join(folder, 'people.csv');
  await writeFile(file, people);
  const server = await startServer(environment);
  const database = await openDatabase(readConfig(environment), log, 'tool');
  try {
    const started = performance.now();
    await importPeople(database.pool, file, { rejectsFile: `${file}.rejects` });
    const rowsPerSecond = people.length / ((performance.now() - started) / 1_000);
    await prepareTrigrams(database.pool);
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
