import { defineConfig } from 'rolldown';
import { listFiles } from './scripts/lib/fingerprint.mjs';

/** Packages of many small modules. Each module costs a start about a millisecond, so these are bundled. */
const BUNDLED = /^(drizzle-orm|fastify-type-provider-zod|zod)(\/|$)/;
const isPackage = (name) => /^[^./#]/.test(name);

const COMMANDS = listFiles('cli').filter((file) => /^cli[/\\][\w-]+\.ts$/.test(file));
/** Tests start servers with these. */
const PARTS = [
  'app',
  'config',
  'db/embedded/open',
  'db/open',
  'db/timeouts',
  'lib/bounds',
  'lib/logger',
  'lib/stop',
];

/** What can be started or imported; everything else is in chunks that these share. */
const ENTRIES = [
  'src/server/main.ts',
  'src/server/db/backup/process.ts',
  'cli/bench/server.ts',
  ...COMMANDS,
  ...PARTS.map((part) => `src/server/${part}.ts`),
];

/** The server and its commands. */
export default defineConfig({
  input: Object.fromEntries(ENTRIES.map((file) => [file.replace(/\.ts$/, ''), file])),
  platform: 'node',
  external: (name) => isPackage(name) && !BUNDLED.test(name),
  output: {
    format: 'esm',
    sourcemap: true,
    entryFileNames: '[name].js',
    chunkFileNames: 'src/chunks/[name]-[hash].js',
  },
});
