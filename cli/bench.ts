import path from 'node:path';
import { projectRoot } from '#server/lib/project-root.ts';
import { openDirectory } from './bench/directory.ts';
import { type Kind, makeKinds } from './bench/kinds.ts';
import { Meter, type System } from './bench/measure.ts';
import { listMisses, report, type Sized, writeInto } from './bench/report.ts';
import { measureThroughput } from './bench/traffic.ts';
import { readOptions } from './command.ts';

/**
 * Measures two directories: a tenth of the people and all of them. With --single, only the full one.
 * --database, once per size, reuses the database of an earlier run; an empty one is filled. A run with options only prints, unless --write is given.
 */
const values = readOptions(
  'npm run bench [-- --people 20000 --questions 400 --seconds 5 --database URL --rivals --single --misses --write]',
  {
    people: { type: 'string', default: '1000000' },
    questions: { type: 'string', default: '400' },
    seconds: { type: 'string', default: '5' },
    database: { type: 'string', multiple: true, default: [] },
    rivals: { type: 'boolean', default: false },
    single: { type: 'boolean', default: false },
    misses: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
);
const [questions, seconds] = [Number(values.questions), Number(values.seconds)];
const most = Number(values.people);
const counts = values.single ? [most] : [Math.round(most / 10), most];
const systems: System[] = values.rivals ? ['Payfolk', 'pg_trgm', 'ILIKE'] : ['Payfolk'];

/** The other systems take up to seconds per query, so they get fewer. */
const EVERY: Record<System, number> = { Payfolk: 1, pg_trgm: 16, ILIKE: 80 };
/** Questions of each kind per turn. */
const TURN = 80;
/**
 * Different questions of each kind, asked before any is timed: until then the server's code is still being
 * compiled, which would dominate p95.
 */
const WARM_UP = 80;
/** How many of those are repeated at the start of each turn, because other systems left the caches cold. */
const SETTLE: Record<System, number> = { Payfolk: 10, pg_trgm: 1, ILIKE: 0 };

interface Asked extends Sized {
  warmUp: Kind[];
}

const sizes: Asked[] = [];
try {
  for (const [at, people] of counts.entries()) await open(people, values.database[at]);
  console.log('Warming up …');
  await askAll(sizes.map((each) => ({ ...each, kinds: each.warmUp, meter: new Meter() })));
  console.log('Asking …');
  await askAll(sizes);
  // Published now, so that a failure under load does not lose these figures.
  await publish();
  console.log('Counting requests per second …');
  for (const size of sizes) {
    const { origin, sample } = size.directory;
    size.throughput = await measureThroughput(origin, sample, seconds);
  }
  await publish();
  if (values.misses) console.log(listMisses(sizes));
} finally {
  for (const { directory } of sizes) await directory.close();
}

async function open(people: number, url: string | undefined) {
  console.log(`Making and importing ${people.toLocaleString('en-US')} people …`);
  const directory = await openDirectory({ people, url, hasRivals: values.rivals });
  const size: Asked = {
    directory,
    kinds: [],
    warmUp: [],
    meter: new Meter(),
    throughput: undefined,
  };
  sizes.push(size);
  const { rowsPerSecond, sample } = directory;
  if (rowsPerSecond) console.log(`${Math.round(rowsPerSecond).toLocaleString('en-US')} rows/s`);
  size.kinds = makeKinds(sample, questions, 20_261_115);
  size.warmUp = makeKinds(sample, Math.min(WARM_UP, questions), 20_361_116);
}

/**
 * Systems and directories take turns, so that a disturbance affects all of them. A turn has many questions, so
 * that caches are warm.
 */
async function askAll(asked: Asked[]) {
  const count = asked[0]?.kinds[0]?.questions.length ?? 0;
  for (let from = 0; from < count; from += TURN) {
    const inTurn = (from / TURN) % 2 === 0 ? asked : asked.toReversed();
    for (const system of systems) {
      for (const { directory, kinds, warmUp, meter } of inTurn) {
        const { origin, cpu } = directory;
        for (const kind of warmUp) {
          await new Meter().ask(origin, kind, kind.questions.slice(0, SETTLE[system]), system, cpu);
        }
        for (const kind of kinds) {
          const turn = kind.questions
            .slice(from, from + TURN)
            .filter((_, at) => at % EVERY[system] === 0);
          await meter.ask(origin, kind, turn, system, cpu);
        }
      }
    }
  }
}

async function publish() {
  // Database URLs are not published.
  const options = process.argv
    .slice(2)
    .filter((option) => option !== '--write')
    .map((option) => (values.database.includes(option) ? 'URL' : option));
  const command = ['npm run bench', ...(options.length > 0 ? ['--', ...options] : [])].join(' ');
  const text = report(sizes, systems, command);
  console.log(`\n${text}\n`);
  if (options.length > 0 && !values.write) return;
  await writeInto(path.join(projectRoot, 'docs/performance.md'), text);
}
