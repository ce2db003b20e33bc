import { rm } from 'node:fs/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { makeFolder } from '#tests/support/embedded.ts';
import { startServer } from '#tests/support/server-process.ts';
import { createTestDatabase } from '#tests/support/test-database.ts';
import { createCleanups } from '#tests/support/within.ts';

const cleanups = createCleanups();
afterEach(() => cleanups.run());

async function startInProduction(env: Record<string, string>) {
  const database = await createTestDatabase();
  cleanups.add('database', () => database.drop());
  const dataDir = await makeFolder();
  cleanups.add('folder', () => rm(dataDir, { recursive: true, force: true }));
  const server = await startServer({
    NODE_ENV: 'production',
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    ...env,
  });
  cleanups.add('server', () => server.stop());
  return server;
}

describe('a server in production', () => {
  it('warns at start that mails are not delivered without SMTP_URL', async () => {
    const server = await startInProduction({ PUBLIC_URL: 'https://pay.example.com' });
    expect(server.output()).toMatch(/SMTP_URL is not set: emails are only written as files/);
  });

  it('says at start that no email can be written to DATA_DIR, and what to do', async () => {
    const server = await startInProduction({
      PUBLIC_URL: 'https://pay.example.com',
      DATA_DIR: '/dev/null/data',
    });
    expect(server.output()).toMatch(
      /DATA_DIR \/dev\/null\/data is not a folder: choose another one\..*No email can be written/,
    );
  });

  it('says that it listens, with the address that people open, as a line of the log', async () => {
    const server = await startInProduction({ PUBLIC_URL: 'https://pay.example.com' });
    const lines = server.output().trim().split('\n');
    expect(lines.map((line) => JSON.parse(line).msg)).toContainEqual(
      expect.stringMatching(
        /^Payfolk is listening on port \d+\. Open https:\/\/pay\.example\.com$/,
      ),
    );
  });

  it('does not warn where SMTP_URL is set', async () => {
    const server = await startInProduction({
      PUBLIC_URL: 'https://pay.example.com',
      SMTP_URL: 'smtp://127.0.0.1:9',
    });
    expect(server.output()).not.toContain('SMTP_URL');
  });

  it('refuses an http PUBLIC_URL with a one-line error', async () => {
    await expect(startInProduction({ PUBLIC_URL: 'http://pay.example.com' })).rejects.toMatchObject(
      {
        exitCode: 1,
        message: expect.stringMatching(
          /^Payfolk could not start: PUBLIC_URL must start with https:\/\/ .*$/,
        ),
      },
    );
  });
});
