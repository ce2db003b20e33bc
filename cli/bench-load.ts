import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { readConfig } from '#server/config.ts';
import { openDatabase } from '#server/db/open.ts';
import { projectRoot } from '#server/lib/project-root.ts';
import { type MadePerson, makePeople } from './bench/people.ts';
import { peopleFileText } from './bench/people-file.ts';
import { startNode } from './cluster/app-node.ts';
import { readOptions } from './command.ts';
import { importPeople } from './import/import-people.ts';
import { makeMix } from './load/mix.ts';
import { type Measured, measurePhase, type Phase } from './load/phase.ts';

/**
 * Search, pictures, saving and logins at and far beyond the capacity of one server, on a temporary
 * database.
 */
const values = readOptions('npm run bench:load [-- --people 100000 --seconds 60 --write]', {
  people: { type: 'string', default: '100000' },
  seconds: { type: 'string', default: '60' },
  write: { type: 'boolean', default: false },
});
const START = '<!-- load: written by npm run bench:load -->';
const END = '<!-- end of load -->';
const count = Number(values.people);
const seconds = Number(values.seconds);
const PHASES: Phase[] = [
  { name: 'warming up', connections: 8, seconds: Math.min(10, seconds) },
  { name: 'low load', connections: 4, seconds },
  { name: 'at capacity', connections: 32, seconds },
  { name: 'twice that', connections: 80, seconds },
  { name: 'ten times that', connections: 400, seconds },
  { name: 'fifty times that', connections: 2_000, seconds },
  { name: 'low load again', connections: 4, seconds },
];

const folder = await mkdtemp(path.join(tmpdir(), 'payfolk-load-'));
const env = {
  DATA_DIR: path.join(folder, 'data'),
  DEMO: 'off',
  RATE_LIMITS: 'off',
  METRICS: 'on',
  LOG_LEVEL: 'fatal',
};
const node = await startNode(env);
try {
  const people = [...makePeople(count)];
  console.log(`Importing ${count.toLocaleString('en-US')} people …`);
  const bytes = await fillDirectory(people);
  const asks = await makeMix(node.url, people);
  const results: Measured[] = [];
  for (const phase of PHASES) {
    console.log(`${phase.name}: ${phase.connections} connections for ${phase.seconds} s …`);
    results.push(await measurePhase(node.url, phase, asks));
  }
  const text = report(results.slice(1), bytes);
  console.log(`\n${text}\n`);
  if (values.write) await writeInto(path.join(projectRoot, 'docs/performance.md'), text);
} finally {
  await node.stop();
  await rm(folder, { recursive: true, force: true });
}

/** Returns the size of the filled database. */
async function fillDirectory(people: MadePerson[]): Promise<number> {
  const file = path.join(folder, 'people.csv');
  await pipeline(Readable.from(peopleFileText(people)), createWriteStream(file));
  const quiet = { info: () => undefined, warn: console.error, error: console.error };
  const database = await openDatabase(readConfig(env), quiet, 'tool');
  try {
    await importPeople(database.pool, file, { rejectsFile: `${file}.rejects` });
    const { rows } = await database.pool.query<{ bytes: string }>(
      'SELECT pg_database_size(current_database()) AS bytes',
    );
    return Number(rows[0]?.bytes);
  } finally {
    await database.close();
  }
}

function report(results: Measured[], bytes: number): string {
  const number = (value: number) => Math.round(value).toLocaleString('en-US');
  const date = new Date().toISOString().slice(0, 10);
  const lines = results.map((each) => {
    const cells = [
      `${each.name} (${number(each.connections)})`,
      number(each.goodPerSecond),
      `${number(each.p50)} / ${number(each.p99)} / ${number(each.slowest)} ms`,
      `${each.signInsPerSecond.toFixed(1)}, ${number(each.signInP99)} ms`,
      each.shedPerSecond > 0 ? `${number(each.shedPerSecond)}, ${number(each.shedP99)} ms` : '0',
      [...each.failed].map(([name, times]) => `${number(times)} × ${name}`).join(', ') || '0',
      `${number(each.slowestHealth)} ms`,
      `${number(each.memory / 1_048_576)} MiB`,
      [each.cores.server, each.cores.callers, each.cores.rest].map((c) => c.toFixed(1)).join(' / '),
    ];
    return `| ${cells.join(' | ')} |`;
  });
  const [cpu] = cpus();
  return `Measured ${date} by \`npm run bench:load -- --people ${count} --seconds ${seconds}\`, ${number(count)} people (${number(bytes / count)} bytes of database each, without pictures), on one machine with ${cpus().length} cores${cpu?.model && cpu.model !== 'unknown' ? ` (${cpu.model})` : ''} that also ran PostgreSQL and the callers themselves, Node.js ${process.version}.

| load (concurrent callers) | completed/s | p50 / p99 / slowest of those | logins/s among them, p99 | refused (503)/s, p99 | other failures | slowest /healthz | memory of the server | cores busy: server / callers / PostgreSQL and the rest |
|---|---:|---:|---:|---:|---:|---:|---:|---:|
${lines.join('\n')}`;
}

async function writeInto(file: string, text: string) {
  const page = await readFile(file, 'utf8');
  const [before = '', rest] = page.split(START);
  if (rest === undefined) throw new Error(`${file} has no place for these figures: ${START}`);
  await writeFile(file, `${before}${START}\n\n${text}\n\n${END}${rest.split(END)[1] ?? '\n'}`);
}
