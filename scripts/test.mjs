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
  let status = args.length > 0 ? 0 : (await runNpm(['run', '--silent', 'check'])).code;
  if (status === 0) {
    const vitest = [programOf('vitest'), 'run', ...args];
    status = (await run(process.execPath, vitest, { env })).code;
  }
  // At the end, where it is read.
  if (args.length === 0 && missing.length > 0) console.log(describeMissing(missing));
  console.log(`${status === 0 ? 'All passed' : 'Failed'} after ${secondsSince(start)}`);
  process.exitCode = status;
});
