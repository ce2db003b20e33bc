import { type Browser, chromium } from 'playwright-core';

let launched: Promise<Browser> | undefined;

/**
 * The Chromium of this worker, for all its test files. It ends with the worker. Workers do not share
 * one, as they would share its clipboard too, and copy over each other.
 */
export function findChromium(): Promise<Browser> {
  launched ??= chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      // No test reaches another host.
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
    ],
  });
  return launched;
}
