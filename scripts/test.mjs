import './lib/node-version.mjs';
import { ensureChromium } from './lib/chromium.mjs';
import { describeMissing, findEngines } from './lib/engines.mjs';
import { main } from './lib/fail.mjs';
import { stopWithNpm } from './lib/follow-npm.mjs';
import { prepare } from './lib/prepare.mjs';
import { programOf, run, runNpm, secondsSince } from './lib/run.mjs';

/** npm test: everything. `npm test -- ARGS` hands ARGS to Vitest and leaves the static checks out. */
await main(async () => {
  stopWithNpm();
  const start = performance.now();
  const args = process.argv.slice(2);
  await prepare({ needsTools: true });
  const { env: engines, missing } = findEngines();
  const env = { CHROMIUM_PATH: await ensureChromium(), ...engines };
  // Beside the tests, the first of which mostly wait.
  const [checks, tests] = await Promise.all([
    args.length > 0
      ? { code: 0, output: '' }
      : runNpm(['run', '--silent', 'check'], { quiet: true }),
    run(process.execPath, [programOf('vitest'), 'run', ...args], { env }),
  ]);
  // At the end, where it is read.
  if (checks.output) console.log(checks.output.trim());
  if (checks.code !== 0) console.log('The static checks failed (npm run check)');
  if (args.length === 0 && missing.length > 0) console.log(describeMissing(missing));
  const status = checks.code || tests.code;
  console.log(`${status === 0 ? 'All passed' : 'Failed'} after ${secondsSince(start)}`);
  process.exitCode = status;
});
