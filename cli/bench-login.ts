import { measureLoginTiming } from './login-timing.ts';

/** npm run bench:login: medians for a known and an unknown email, 200 tries each. */
const rows = await measureLoginTiming();
console.log('call                     known      unknown    gap');
for (const { call, known, unknown, gap } of rows) {
  const cells = [known, unknown, gap].map((ms) => `${ms.toFixed(2)} ms`.padEnd(11));
  console.log(`${call.padEnd(25)}${cells.join('')}`.trimEnd());
}
