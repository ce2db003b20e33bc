import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';

const inner = `
  const { spawn } = require('node:child_process');
  process.on('SIGTERM', () => { console.log('got SIGTERM'); process.exit(); });
  setInterval(() => undefined, 1000);
  spawn(process.execPath, ['-e', "process.on('SIGTERM', () => { console.log('got SIGTERM'); process.exit(); }); setInterval(() => undefined, 1000); console.log('started')"], { stdio: 'inherit' });`;
const program = `
  import { run } from ${JSON.stringify(new URL('./lib/run.mjs', import.meta.url).href)};
  await run(process.execPath, ['-e', process.env.INNER]);
  console.log('went on');`;

test('a script that is ended passes the signal on to what it runs, waits for its end and does nothing more', async () => {
  const script = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    env: { ...process.env, INNER: inner },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface(script.stdout)[Symbol.asyncIterator]();
  expect((await lines.next()).value).toBe('started');
  const ended = once(script, 'exit');
  script.kill('SIGTERM');
  expect((await lines.next()).value).toBe('got SIGTERM');
  expect((await lines.next()).value).toBe('got SIGTERM');
  expect((await lines.next()).done).toBe(true);
  expect(await ended).toEqual([143, null]);
});
