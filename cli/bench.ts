import path from 'node:path';
import { parseArgs } from 'node:util';
import { projectRoot } from '#server/lib/project-root.ts';
import { type Directory, openDirectory } from './bench/directory.ts';
import { type Kind, makeKinds } from './bench/kinds.ts';
import { addressOf, Meter, mean, SYSTEMS, type System, throughput } from './bench/measure.ts';
import { makePeople } from './bench/people.ts';
import { report, type Sized, writeInto } from './bench/report.ts';
import { printLoginTiming } from './login-timing.ts';

/**
 * npm run bench [-- --people 20000 --questions 100 --seconds 5]
 * With --database twice, the smaller one first, it measures two databases of its own making again:
 * empty ones are filled, filled ones are taken as they are. A run with options only prints, unless --write
 * says otherwise.
 */
const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '1000000' },
    questions: { type: 'string', default: '800' },
    seconds: { type: 'string', default: '5' },
    database: { type: 'string', multiple: true, default: [] },
    write: { type: 'boolean', default: false },
  },
});
const [most, questions, seconds] = [values.people, values.questions, values.seconds].map(
  Number,
) as [number, number, number];

/** The rivals need up to seconds an answer; they are asked less often, in the same stretch of time. */
const EVERY: Record<System, number> = { Payfolk: 1, pg_trgm: 16, ILIKE: 80 };
/** Questions of each kind that a system answers in one go. */
const TURN = 80;
/**
 * Questions of each kind before any is timed, others than those: a server that has answered fewer is still
 * having its code compiled, and that, not the search, would be the slowest twentieth.
 */
const WARM_UP = 80;
/** Of those, so many come again at the start of each turn: whoever was asked before left the caches cold. */
const SETTLE: Record<System, number> = { Payfolk: 10, pg_trgm: 1, ILIKE: 0 };
const ROUNDS = 3;

console.log('Timing logins …');
await printLoginTiming();
const directories: { directory: Directory; kinds: Kind[]; warmUp: Kind[]; meter: Meter }[] = [];
try {
  await openDirectories();
  console.log('Warming up …');
  await askAll(directories.map((each) => ({ ...each, kinds: each.warmUp, meter: new Meter() })));
  console.log('Asking …');
  await askAll(directories);
  // Where a database is, and how one gets in, is nobody's business but the caller's.
  const options = process.argv
    .slice(2)
    .filter((option) => option !== '--write')
    .map((option) => (values.database.includes(option) ? 'URL' : option));
  const command = ['npm run bench', ...(options.length > 0 ? ['--', ...options] : [])].join(' ');
  const publish = async (sizes: Sized[]) => {
    const text = report(sizes, command);
    console.log(`\n${text}\n`);
    if (options.length > 0 && !values.write) return;
    await writeInto(path.join(projectRoot, 'docs/performance.md'), text);
  };
  // The long part is over: what comes of it is not lost if the load is too much for the machine.
  await publish(directories.map((each) => sized(each, 0, 0)));
  console.log('Counting requests a second …');
  const sizes: Sized[] = [];
  for (const each of directories) sizes.push(await underLoad(each));
  await publish(sizes);
} finally {
  for (const { directory } of directories) await directory.close();
}

/** In a function of its own: a million people in memory while asking would cost pauses to clean it. */
async function openDirectories() {
  console.log(`Making ${most.toLocaleString('en-US')} people …`);
  const everybody = [...makePeople(most)];
  for (const [at, count] of [Math.round(most / 10), most].entries()) {
    const people = everybody.slice(0, count);
    console.log(
      `Importing ${count.toLocaleString('en-US')} of them, and building a pg_trgm index …`,
    );
    const directory = await openDirectory(people, values.database[at]);
    console.log(
      `${Math.round(directory.rowsPerSecond ?? 0).toLocaleString('en-US')} rows a second.`,
    );
    const kinds = makeKinds(people, questions, 20_261_115);
    const warmUp = makeKinds(people, Math.min(WARM_UP, questions), 20_261_116);
    directories.push({ directory, kinds, warmUp, meter: new Meter() });
  }
}

/**
 * Turn by turn, all systems and both directories: what disturbs one for a while disturbs all. A turn is many
 * questions long, so that each system answers as it does when it has the machine for itself, and not from
 * caches that hold nothing but a rival's scan of everybody.
 */
async function askAll(
  asked: Pick<(typeof directories)[number], 'directory' | 'kinds' | 'warmUp' | 'meter'>[],
) {
  const count = asked[0]?.kinds[0]?.questions.length ?? 0;
  for (let from = 0; from < count; from += TURN) {
    const turn = numbers(from, Math.min(TURN, count - from));
    const inTurn = (from / TURN) % 2 === 0 ? asked : asked.toReversed();
    for (const system of SYSTEMS) {
      const timed = turn.filter((question) => question % EVERY[system] === 0);
      for (const { directory, kinds, warmUp, meter } of inTurn) {
        await ask(directory, warmUp, numbers(0, SETTLE[system]), system, new Meter());
        await ask(directory, kinds, timed, system, meter);
      }
    }
  }
}

function numbers(from: number, count: number): number[] {
  return Array.from({ length: count }, (_, at) => from + at);
}

async function ask(
  { origin }: Directory,
  kinds: Kind[],
  rounds: number[],
  system: System,
  meter: Meter,
) {
  for (const nth of rounds) {
    for (const kind of kinds) {
      const question = kind.questions[nth];
      if (question) await meter.ask(origin, kind, question, system);
    }
  }
}

function bytesOf(meter: Meter): number {
  return Math.round(mean(meter.sizes));
}

function sized(
  { directory, kinds, warmUp, meter }: (typeof directories)[number],
  searchesPerSecond: number,
  staticPerSecond: number,
): Sized {
  const { people, rowsPerSecond } = directory;
  const answerBytes = bytesOf(meter);
  return {
    people,
    rowsPerSecond,
    meter,
    kinds,
    warmUp: warmUp[0]?.questions.length ?? 0,
    searchesPerSecond,
    staticPerSecond,
    answerBytes,
  };
}

async function underLoad(each: (typeof directories)[number]): Promise<Sized> {
  const { origin } = each.directory;
  const count = each.kinds[0]?.questions.length ?? 0;
  const paths = Array.from({ length: count }, (_, nth) =>
    each.kinds.flatMap(({ questions: all }) => {
      const question = all[nth];
      return question && question.page === 1 ? [addressOf('Payfolk', question)] : [];
    }),
  ).flat();
  const fixed = [`/bench/static?bytes=${bytesOf(each.meter)}`];
  const rates = { search: [] as number[], fixed: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    rates.fixed.push(await throughput(origin, fixed, seconds));
    rates.search.push(await throughput(origin, paths, seconds));
  }
  return sized(each, mean(rates.search), mean(rates.fixed));
}
