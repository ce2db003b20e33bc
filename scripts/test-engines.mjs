import './lib/node-version.mjs';
import { ensureChromium } from './lib/chromium.mjs';
import { describeMissing, findEngines } from './lib/engines.mjs';
import { main } from './lib/fail.mjs';
import { stopWithNpm } from './lib/follow-npm.mjs';
import { prepare } from './lib/prepare.mjs';
import { programOf, run } from './lib/run.mjs';

/** npm run test:engines: all journeys in Chromium and whichever of Firefox and WebKit is installed. */
await main(async () => {
  stopWithNpm();
  await prepare({ needsTools: true });
  const { env, missing } = findEngines();
  const found = ['chromium', ...env.ENGINES.split(',').filter(Boolean)];
  const vitest = [
    ...[programOf('vitest'), 'run', '--project', 'engines'],
    ...['--reporter=default', '--reporter=./tests/engines/journey-table.ts'],
    ...process.argv.slice(2),
  ];
  const { code } = await run(process.execPath, vitest, {
    env: {
      ...env,
      CHROMIUM_PATH: await ensureChromium(),
      // A list in the environment takes precedence.
      ENGINES: process.env.ENGINES || found.join(),
      ENGINE_JOURNEYS: 'all',
    },
  });
  if (missing.length > 0) console.log(describeMissing(missing));
  process.exitCode = code;
});
