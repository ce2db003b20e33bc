import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { precompress } from './compress.mjs';
import { Failure } from './fail.mjs';
import { fingerprint } from './fingerprint.mjs';
import { root } from './root.mjs';
import { programOf, run, secondsSince } from './run.mjs';

const dist = join(root, 'dist');

/** What is built, from what, into which folders of dist, and how. */
const parts = [
  {
    name: 'server',
    inputs: [
      'src/contract',
      'src/server',
      'cli',
      'rolldown.config.mjs',
      'package.json',
      'package-lock.json',
    ],
    outputs: ['src', 'cli'],
    make: async (out) => {
      const fonts = 'src/server/features/pages/fonts';
      cpSync(join(root, fonts), join(out, fonts), { recursive: true });
      const program = [programOf('rolldown'), '--config', 'rolldown.config.mjs', '--dir', out];
      return run(process.execPath, program, { quiet: true });
    },
  },
  {
    name: 'client',
    inputs: [
      'src/client',
      'src/contract',
      'vite.config.ts',
      'vite.aliases.ts',
      'package.json',
      'package-lock.json',
    ],
    outputs: ['client', 'pages'],
    make: async (out) => {
      const client = join(out, 'client');
      const result = await run(
        process.execPath,
        [programOf('vite'), 'build', '--outDir', client, '--emptyOutDir', '--logLevel', 'warn'],
        { quiet: true, env: { NODE_ENV: 'production' } },
      );
      if (result.code !== 0) return result;
      const prerendered = await prerenderScreens(client, join(out, 'pages'));
      if (prerendered.code === 0) await precompress(client);
      return prerendered;
    },
  },
];

/**
 * Builds what renders the client without a browser, for the server to use, and writes the prerendered screens next
 * to the client's manifest.
 */
async function prerenderScreens(client, folder) {
  const environment = { quiet: true, env: { NODE_ENV: 'production' } };
  const result = await run(
    process.execPath,
    [programOf('vite'), 'build', '--ssr', '--outDir', folder, '--logLevel', 'warn'],
    environment,
  );
  if (result.code !== 0) return result;
  return run(
    process.execPath,
    [join(root, 'scripts/lib/prerender-screens.mjs'), join(folder, 'prerender.js'), client],
    environment,
  );
}

/** The parts, each with a hash of its sources. */
export function listParts() {
  return parts.map((part) => ({ ...part, stamp: fingerprint(part.inputs) }));
}

/** The parts whose sources differ from what dist was built from. */
export function listStale() {
  return listParts().filter(
    (part) =>
      readStamp(part) !== part.stamp || !part.outputs.every((name) => existsSync(join(dist, name))),
  );
}

export async function build(stale) {
  const start = performance.now();
  console.log('Building the app…');
  mkdirSync(dist, { recursive: true });
  removeAbandoned();
  const results = await Promise.allSettled(stale.map(buildPart));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
  console.log(`Built in ${secondsSince(start)}`);
}

/** Folders of builds that were interrupted; the lock lets only one build run at a time. */
function removeAbandoned() {
  for (const name of readdirSync(dist)) {
    if (parts.some((part) => name.startsWith(`.${part.name}-`))) {
      rmSync(join(dist, name), { recursive: true, force: true });
    }
  }
}

/** Builds beside the old output and swaps at the end: a failed build leaves what was there. */
async function buildPart(part) {
  const out = mkdtempSync(join(dist, `.${part.name}-`));
  try {
    const { code, output } = await part.make(out);
    if (code !== 0) throw new Failure(`Building the ${part.name} failed:\n${output.trim()}`);
    rmSync(stampFile(part), { force: true });
    for (const name of part.outputs) {
      rmSync(join(dist, name), { recursive: true, force: true });
      // A part without files yet, such as cli before its first command.
      mkdirSync(join(out, name), { recursive: true });
      renameSync(join(out, name), join(dist, name));
    }
    writeFileSync(stampFile(part), part.stamp);
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

function stampFile({ name }) {
  return join(dist, `${name}.stamp`);
}

function readStamp(part) {
  const file = stampFile(part);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
