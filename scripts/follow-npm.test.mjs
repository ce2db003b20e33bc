import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';

const program = `
  import { stopWithNpm } from ${JSON.stringify(new URL('./lib/follow-npm.mjs', import.meta.url).href)};
  process.on('SIGTERM', () => { console.log('stopped'); process.exit(); });
  stopWithNpm();
  setInterval(() => undefined, 1000);
  console.log('started');`;

test('a server whose npm is ended stops as well', async () => {
  // As npm does it: a shell that waits for its program, and gets the signal in its stead.
  const shell = spawn('sh', ['-c', '"$NODE" --input-type=module --eval "$PROGRAM"; true'], {
    env: { ...process.env, NODE: process.execPath, PROGRAM: program, npm_lifecycle_event: 'start' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface(shell.stdout)[Symbol.asyncIterator]();
  expect((await lines.next()).value).toBe('started');
  shell.kill('SIGTERM');
  await once(shell, 'exit');
  expect((await lines.next()).value).toBe('stopped');
});
