import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { projectRoot } from '#server/lib/project-root.ts';
import { RELAXED_TIMEOUTS, startServer } from '#tests/support/server-process.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { eventually } from '#tests/support/within.ts';

const SEARCH = '/api/users/search?query=secretname';
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it('a server without a terminal logs JSON, without the text of a search', async () => {
  const server = await startServer({ DATABASE_URL: database.url, LOG_LEVEL: 'info' });
  try {
    // Successful health checks are not logged.
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    expect((await fetch(`${server.url}${SEARCH}`)).status).toBe(200);
    await fetch(`${server.url}/@secretname`);
    const logged = () =>
      server
        .output()
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line));
    const requests = () => logged().filter(({ msg }) => msg === 'request');
    await eventually(() => expect(requests()).toHaveLength(2));
    expect(requests()[0]).toMatchObject({
      level: 30,
      method: 'GET',
      route: '/api/users/search',
      status: 200,
      ip: '127.0.0.1',
    });
    expect(logged()).toContainEqual(
      expect.objectContaining({
        level: 30,
        msg: expect.stringMatching(
          /^Payfolk is listening on port \d+\. Open http:\/\/localhost:\d+$/,
        ),
      }),
    );
    expect(logged()).toContainEqual(
      expect.objectContaining({ msg: expect.stringContaining('Nobody is an admin yet') }),
    );
    expect(server.output()).not.toContain('secretname');
  } finally {
    await server.stop();
  }
});

const hasScript = spawnSync('script', ['--version']).status === 0;
if (!hasScript) console.info('Skipped the log in a terminal: "script" of util-linux is missing.');

it.skipIf(!hasScript)('a server in a terminal logs lines for a person', async () => {
  const main = path.join(projectRoot, 'dist/src/server/main.js');
  const env = {
    PATH: process.env.PATH,
    NODE_OPTIONS: RELAXED_TIMEOUTS,
    PORT: '0',
    DATABASE_URL: database.url,
  };
  const command = `'${process.execPath}' '${main}'`;
  const terminal = spawn('script', ['-qec', command, '/dev/null'], { env });
  let output = '';
  terminal.stdout.on('data', (chunk) => {
    output += chunk;
  });
  const ended = once(terminal, 'close');
  try {
    const port = await eventually(() => {
      const found = /is listening on port (\d+)/.exec(output)?.[1];
      expect(found, output).toBeDefined();
      return found;
    });
    expect((await fetch(`http://127.0.0.1:${port}${SEARCH}`)).status).toBe(200);
    await eventually(() => expect(output).toMatch(/GET \/api\/users\/search 200 \d+ ms/));
    expect(output).toMatch(/^\S*\[\d\d:\d\d:\d\d\].*INFO/m);
    expect(output).not.toMatch(/^\{/m);
    expect(output).not.toContain('secretname');
  } finally {
    // Ctrl-C.
    terminal.stdin.write('\x03');
    await ended;
  }
});
