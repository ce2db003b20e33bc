import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A process of its own: React reads NODE_ENV when it is loaded. */
const [program, client] = process.argv.slice(2);
const { prerenderScreens } = await import(pathToFileURL(program).href);
writeFileSync(join(client, '.vite/screens.json'), JSON.stringify(await prerenderScreens()));
