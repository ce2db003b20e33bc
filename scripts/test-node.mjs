import './lib/node-version.mjs';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { Failure, main } from './lib/fail.mjs';
import { stopWithNpm } from './lib/follow-npm.mjs';
import { prepare } from './lib/prepare.mjs';
import { root } from './lib/root.mjs';
import { programOf, run, runNpm, secondsSince } from './lib/run.mjs';

const VERSIONS = ['20', '22', '24'];

/** npm run test:node [-- ARGS]: unit and API tests with each Node.js version; ARGS go to Vitest. */
await main(async () => {
  stopWithNpm();
  const args = process.argv.slice(2);
  const versions = process.env.NODE_VERSIONS?.split(',') ?? VERSIONS;
  const unknown = versions.find((version) => !VERSIONS.includes(version));
  if (unknown !== undefined) {
    throw new Failure(`NODE_VERSIONS must be a comma-separated list of ${VERSIONS.join(', ')}.`);
  }
  await prepare({ needsTools: true });
  const failed = [];
  for (const version of versions) {
    const program = await ensureNode(version);
    const start = performance.now();
    // Commands and servers that tests start by name are of this version too.
    const env = { PATH: `${dirname(program)}${delimiter}${process.env.PATH}` };
    const projects = ['--project', 'unit', '--project', 'api'];
    const vitest = [programOf('vitest'), 'run', ...projects, ...args];
    const { code } = await run(program, vitest, { env });
    console.log(`Node.js ${version}: ${code === 0 ? 'passed' : 'failed'}, ${secondsSince(start)}`);
    if (code !== 0) failed.push(version);
  }
  if (failed.length > 0) throw new Failure(`Failed with Node.js ${failed.join(', ')}.`);
});

/** The newest of a major version, installed from npm's package `node` into .cache; package.json stays as it is. */
async function ensureNode(version) {
  const folder = join(root, '.cache', 'node', version);
  const isWindows = process.platform === 'win32';
  const program = join(folder, 'node_modules', 'node', 'bin', isWindows ? 'node.exe' : 'node');
  const found = await findVersion(program);
  if (found?.startsWith(`v${version}.`)) {
    console.log(`Node.js ${found}`);
    return program;
  }
  console.log(`Installing Node.js ${version} into ${folder}…`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  // The package's script fetches the program for this system.
  const { code, output } = await runNpm(
    ['install', '--prefix', folder, '--ignore-scripts=false', '--no-save', `node@${version}`],
    { quiet: true },
  );
  const installed = code === 0 ? await findVersion(program) : undefined;
  if (!installed) throw new Failure(`Node.js ${version} could not be installed:\n${output.trim()}`);
  console.log(`Node.js ${installed}`);
  return program;
}

/** What it says it is; undefined if there is none. */
async function findVersion(program) {
  try {
    const { code, output } = await run(program, ['--version'], { quiet: true });
    return code === 0 ? output.trim() : undefined;
  } catch {
    return undefined;
  }
}
