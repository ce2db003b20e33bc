import { defineConfig } from 'vitest/config';
import { aliases } from './vite.aliases.ts';

const resolve = { alias: aliases };
const setupFiles = ['tests/support/fail-on-console-error.ts'];
const globalSetup = ['tests/support/postgres-for-run.ts'];

/** Three kinds of tests: unit beside their source, api on a real database, e2e in a real browser. */
export default defineConfig({
  resolve,
  test: {
    // A test file waits for its server, database and browser more than it computes.
    maxWorkers: 2,
    projects: [
      {
        resolve,
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', 'cli/**/*.test.ts', 'scripts/**/*.test.mjs'],
          setupFiles,
          // Only against a test that hangs: how fast the machine is decides nothing.
          testTimeout: 60_000,
        },
      },
      {
        resolve,
        test: {
          name: 'api',
          include: ['tests/{api,faults,fuzz,hostile}/**/*.test.ts'],
          globalSetup,
          setupFiles,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        resolve,
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          expect: { poll: { timeout: 15_000 } },
          globalSetup,
          setupFiles,
          testTimeout: 60_000,
          hookTimeout: 90_000,
        },
      },
    ],
  },
});
