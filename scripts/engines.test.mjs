import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { describeMissing, findEngines } from './lib/engines.mjs';

let folder;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'payfolk-path-'));
  vi.stubEnv('PATH', folder);
  vi.stubEnv('FIREFOX_PATH', '');
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

function installProgram(name) {
  writeFileSync(join(folder, name), '');
  chmodSync(join(folder, name), 0o755);
}

test('without the browsers their journeys are left out, with one line', () => {
  const { env, missing } = findEngines();
  expect(env).toEqual({ ENGINES: '' });
  expect(describeMissing(missing)).toBe(
    'Firefox and WebKit are not installed; their journeys are skipped (apt-get install firefox-esr webkit2gtk-driver xvfb).',
  );
});

test('WebKit needs a driver and a screen', () => {
  installProgram('firefox-esr');
  installProgram('WebKitWebDriver');
  const { env, missing } = findEngines();
  expect(env).toEqual({ ENGINES: 'firefox', FIREFOX_PATH: join(folder, 'firefox-esr') });
  expect(describeMissing(missing)).toBe(
    'WebKit is not installed; its journey is skipped (apt-get install webkit2gtk-driver xvfb).',
  );
});

test('what is installed is tested', () => {
  for (const name of ['firefox-esr', 'WebKitWebDriver', 'Xvfb']) installProgram(name);
  const { env, missing } = findEngines();
  expect(env.ENGINES).toBe('firefox,webkit');
  expect(missing).toEqual([]);
});
