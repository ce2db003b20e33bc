import './lib/node-version.mjs';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Failure, main } from './lib/fail.mjs';
import { stopWithNpm } from './lib/follow-npm.mjs';
import { prepare } from './lib/prepare.mjs';
import { root } from './lib/root.mjs';

/** node scripts/cli.mjs NAME …: makes ready what is not, then becomes the command cli/NAME. */
await main(async () => {
  stopWithNpm();
  const [name = '', ...args] = process.argv.slice(2);
  await prepare();
  const file = join(root, 'dist', 'cli', `${name}.js`);
  if (!/^[a-z-]+$/.test(name) || !existsSync(file)) {
    throw new Failure(`There is no Payfolk command called "${name}".`);
  }
  process.argv = [process.argv[0], file, ...args];
  await import(pathToFileURL(file).href);
});
