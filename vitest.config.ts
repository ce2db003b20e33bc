import { defineConfig } from 'vitest/config';
import { aliases } from './vite.aliases.ts';

const resolve = { alias: aliases };
const setupFiles = ['tests/support/fail-on-console-error.ts'];
const globalSetup = ['tests/support/postgres-for-run.ts'];

// These only end a test that hangs. No test passes or fails by how fast the machine is.
const TIMEOUTS = { testTimeout: 240_000, hookTimeout: 240_000 };

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
          ...TIMEOUTS,
        },
      },
      {
        resolve,
        test: {
          name: 'api',
          include: ['tests/{api,faults,fuzz,hostile}/**/*.test.{ts,tsx}'],
          globalSetup,
          setupFiles,
          ...TIMEOUTS,
        },
      },
      {
        resolve,
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          expect: { poll: { timeout: 60_000 } },
          globalSetup: [...globalSetup, 'tests/support/chromium-for-run.ts'],
          setupFiles,
          ...TIMEOUTS,
        },
      },
    ],
  },
});
