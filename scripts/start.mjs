import './lib/node-version.mjs';
import { main } from './lib/fail.mjs';
import { stopWithNpm } from './lib/follow-npm.mjs';
import { prepare } from './lib/prepare.mjs';

/** npm start: makes ready what is not, then becomes the server (signals reach it directly). */
await main(async () => {
  stopWithNpm();
  await prepare();
  await import('../dist/src/server/main.js');
});
