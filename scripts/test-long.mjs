import './lib/node-version.mjs';
import { randomInt } from 'node:crypto';
import { Failure, main } from './lib/fail.mjs';
import { stopWithNpm } from './lib/follow-npm.mjs';
import { prepare } from './lib/prepare.mjs';
import { programOf, run, secondsSince } from './lib/run.mjs';

/** The suites that npm test runs in short, at their full length; variables in the environment take precedence. */
const suites = {
  faults: { folder: 'tests/faults', env: { FAULT_ROUNDS: process.env.FAULT_ROUNDS ?? '100' } },
  fuzz: {
    folder: 'tests/fuzz',
    env: {
      FUZZ_RUNS: process.env.FUZZ_RUNS ?? '10000',
      // A new one each time finds more; the run prints it.
      FUZZ_SEED: process.env.FUZZ_SEED ?? String(randomInt(2 ** 31)),
    },
  },
};

await main(async () => {
  stopWithNpm();
  const start = performance.now();
  const [name = '', ...args] = process.argv.slice(2);
  const suite = suites[name];
  if (!suite) throw new Failure(`There is no suite "${name}": ${Object.keys(suites).join(', ')}.`);
  await prepare({ needsTools: true });
  for (const [key, value] of Object.entries(suite.env)) console.log(`${key}=${value}`);
  const vitest = [programOf('vitest'), 'run', '--project', 'api', suite.folder, ...args];
  const { code } = await run(process.execPath, vitest, { env: suite.env });
  console.log(`${code === 0 ? 'All passed' : 'Failed'} after ${secondsSince(start)}`);
  process.exitCode = code;
});
