import './lib/node-version.mjs';
import { main } from './lib/fail.mjs';
import { prepare } from './lib/prepare.mjs';

/** npm run build: installs and builds, without starting anything. */
await main(() => prepare());
