import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tests/support/longest-first.ts';
import { findTemporaryFolder } from './tests/support/temporary-folder.ts';
import { aliases } from './vite.aliases.ts';

process.env.TMPDIR ??= findTemporaryFolder();

const resolve = { alias: aliases };
const globalSetup = ['tests/support/postgres-for-run.ts'];

const shared = {
  setupFiles: ['tests/support/fail-on-console-error.ts', 'tests/support/fixed-seed.ts'],
  // Loading the modules of the app takes longer than most test files.
  isolate: false,
  // These only end a test that hangs. No test passes or fails by how fast the machine is.
  testTimeout: 900_000,
  hookTimeout: 900_000,
};

/**
 * Four kinds of tests: unit beside their source, api on a real database, e2e in Chromium, engines in
 * the other browsers too.
 */
export default defineConfig({
  resolve,
  test: {
    // A test file waits for its server, database and browser more than it computes.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        resolve,
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', 'cli/**/*.test.ts', 'scripts/**/*.test.mjs'],
          ...shared,
        },
      },
      {
        resolve,
        test: {
          name: 'api',
          include: ['tests/{api,faults,fuzz,hostile}/**/*.test.{ts,tsx}'],
          globalSetup,
          ...shared,
        },
      },
      {
        resolve,
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          expect: { poll: { timeout: 300_000 } },
          globalSetup,
          ...shared,
        },
      },
      {
        resolve,
        test: {
          name: 'engines',
          // ENGINES names the browsers that are there; see scripts/lib/engines.mjs.
          include: process.env.ENGINES ? ['tests/engines/**/*.test.ts'] : [],
          expect: { poll: { timeout: 300_000 } },
          globalSetup,
          ...shared,
        },
      },
    ],
  },
});
