import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, expect, it } from 'vitest';
import { root } from './lib/root.mjs';
import { run, runNpm } from './lib/run.mjs';

let folder;
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (name, content) => writeFileSync(join(folder, name), JSON.stringify(content));

/** A checkout with one package for the server and one tool, both of which need no network. */
async function makeCheckout() {
  folder = mkdtempSync(join(tmpdir(), 'payfolk-install-'));
  cpSync(join(root, 'scripts/lib'), join(folder, 'scripts/lib'), { recursive: true });
  for (const name of ['part', 'tool']) {
    mkdirSync(join(folder, name));
    write(`${name}/package.json`, { name, version: '1.0.0' });
    await npm('pack', join(folder, name), '--pack-destination', folder);
  }
  const dependencies = { part: 'file:part-1.0.0.tgz' };
  const devDependencies = { tool: 'file:tool-1.0.0.tgz' };
  write('package.json', { name: 'checkout', type: 'module', dependencies, devDependencies });
  await npm('install', '--package-lock-only');
}

const expectDone = ({ code, output }) => expect(code, output).toBe(0);
const npm = async (...args) =>
  expectDone(await runNpm([...args, '--offline', '--prefix', folder], { quiet: true }));

/** Runs a line of code with the functions of the checkout; returns what it printed. */
async function runWithInstall(line, env = {}) {
  const module = pathToFileURL(join(folder, 'scripts/lib/install.mjs')).href;
  const program = `import { install, isInstalled } from '${module}'; ${line}`;
  const args = ['--input-type=module', '-e', program];
  const result = await run(process.execPath, args, { quiet: true, env });
  expectDone(result);
  return result.output.trim();
}

const isInstalled = (needsTools) =>
  runWithInstall(`console.log(isInstalled({ needsTools: ${needsTools} }))`);

it('installs the tools whatever NODE_ENV is, and notices that npm prune removed them', async () => {
  await makeCheckout();
  expect(await isInstalled(false)).toBe('false');
  await runWithInstall('await install()', { npm_config_offline: 'true', NODE_ENV: 'production' });
  expect(await isInstalled(true)).toBe('true');
  await npm('prune', '--omit=dev');
  expect(await isInstalled(false)).toBe('true');
  expect(await isInstalled(true)).toBe('false');
});
