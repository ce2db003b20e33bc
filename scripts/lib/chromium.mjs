import { existsSync } from 'node:fs';
import { Failure } from './fail.mjs';
import { onPath } from './on-path.mjs';
import { run } from './run.mjs';

// Without windows of its own the shell needs half the time.
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/snap/bin/chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];
const INSTALLERS = [
  [
    'apt-get',
    [['update'], ['install', '-y', '--no-install-recommends', 'chromium-headless-shell']],
  ],
  ['apt-get', [['install', '-y', '--no-install-recommends', 'chromium']]],
  ['dnf', [['install', '-y', 'chromium']]],
  ['apk', [['add', '--no-cache', 'chromium']]],
  ['pacman', [['-Sy', '--noconfirm', 'chromium']]],
];

/** The Chromium that the browser tests drive; installed where we may and none is there. */
export async function ensureChromium() {
  const found = findChromium() ?? (await installChromium());
  if (found) return found;
  throw new Failure(
    'The browser tests need Chromium and none was found: install it (Debian and Ubuntu: "sudo apt-get install chromium"; macOS: "brew install --cask chromium"), or set CHROMIUM_PATH to a Chromium or Chrome.',
  );
}

function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named && !existsSync(named)) throw new Failure(`CHROMIUM_PATH names no file: ${named}`);
  if (named) return named;
  return NAMES.map(onPath).find(Boolean) ?? PLACES.find((place) => existsSync(place));
}

/** Tries every way in turn: not every distribution has the same packages. */
async function installChromium() {
  if (process.getuid?.() !== 0) return undefined;
  for (const [command, steps] of INSTALLERS.filter(([name]) => onPath(name))) {
    console.log(`Installing Chromium for the browser tests with ${command}…`);
    for (const args of steps) {
      const { code } = await run(command, args, { env: { DEBIAN_FRONTEND: 'noninteractive' } });
      if (code !== 0) break;
    }
    const found = findChromium();
    if (found) return found;
  }
  return undefined;
}
