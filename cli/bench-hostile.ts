import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readOptions } from './command.ts';
import { climb, type Found } from './hostile/climb.ts';
import { prepareRoutes } from './hostile/prepare.ts';
import { isFailure, report } from './hostile/report.ts';
import { Target } from './hostile/target.ts';
import { World } from './hostile/world.ts';

/**
 * Finds the most expensive input of every route, on its own server and database. Exits with 1 if one
 * costs more than 10 times an ordinary request, or fails with a 5xx.
 */
const values = readOptions(
  'npm run bench:hostile [-- --seconds 20 --route PATTERN --seed 1 --people 20000 --cap 10]',
  {
    seconds: { type: 'string', default: '20' },
    route: { type: 'string', default: '' },
    seed: { type: 'string', default: '1' },
    people: { type: 'string', default: '20000' },
    cap: { type: 'string', default: '10' },
  },
);
if (process.platform !== 'linux') {
  throw new Error(
    'This benchmark reads the CPU time of processes from /proc, which only Linux has.',
  );
}
const [seconds, seed, people, cap] = [values.seconds, values.seed, values.people, values.cap].map(
  Number,
) as [number, number, number, number];
const capMs = cap * 1_000;

const folder = await mkdtemp(path.join(tmpdir(), 'payfolk-hostile-'));
const env = {
  DATA_DIR: path.join(folder, 'data'),
  DEMO: 'off',
  RATE_LIMITS: 'off',
  CONTACT_EMAIL: 'contact@example.com',
  TRUST_PROXY: '127.0.0.1',
  LOG_LEVEL: 'fatal',
};
const found: Found[] = [];
const problems: string[] = [];
const target = await Target.start(env, capMs);
// An interrupted run still prints its report and stops its server.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    printReport(`Interrupted by ${signal} after ${found.length} routes. `);
    void close().finally(() => process.exit(1));
  });
}
try {
  console.error(`Importing ${people.toLocaleString('en-US')} people …`);
  const world = await World.make(target, env, people);
  const prepared = await prepareRoutes(target, world, values.route);
  const { ready, search } = prepared;
  problems.push(...prepared.problems);
  for (const problem of problems) console.error(problem);
  for (const [at, { route, role, status, pages }] of ready.entries()) {
    await world.refresh();
    const scene = { target, world, capMs, search };
    const worst = await climb(scene, { route, role, status }, pages, { seconds, seed });
    found.push(worst);
    const ratio = `${worst.isCapped ? '>' : ''}${worst.ratio.toFixed(1)}×`;
    console.error(`${at + 1}/${ready.length} ${route.name}: ${ratio} ${worst.worst}`);
  }
  printReport('');
  if (isFailure(found, problems)) process.exitCode = 1;
} finally {
  await close();
}

function printReport(note: string) {
  const date = new Date().toISOString().slice(0, 10);
  const command = `npm run bench:hostile -- --seconds ${seconds} --seed ${seed}`;
  const head = `${note}Measured ${date} by \`${command}\`, ${people.toLocaleString('en-US')} people, Node.js ${process.version}; a request over ${cap} s of CPU was stopped.`;
  console.log(report(found, problems, head));
}

async function close() {
  await target.stop();
  await rm(folder, { recursive: true, force: true });
}
