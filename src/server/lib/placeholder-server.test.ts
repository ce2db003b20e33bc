import { expect, it } from 'vitest';
import { explainListenError, startPlaceholderServer } from './placeholder-server.ts';

const local = { host: '127.0.0.1', isProduction: false };

it('is alive but not ready, and releases its port', async () => {
  const starting = await startPlaceholderServer({ ...local, port: 0 });
  const url = `http://127.0.0.1:${starting.port}`;
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  const ready = await fetch(`${url}/readyz`);
  expect(ready.status).toBe(503);
  expect(ready.headers.get('retry-after')).toBe('2');
  expect(await (await fetch(`${url}/api/user`)).json()).toMatchObject({ code: 'STARTING' });
  await expect(startPlaceholderServer({ ...local, port: starting.port })).rejects.toThrow(
    `Port ${starting.port} is in use.`,
  );
  await starting.stop();
  const again = await startPlaceholderServer({ ...local, port: starting.port });
  await again.stop();
});

it.each([
  ['EACCES', /^PORT 80 may not be used by this user: set it to 1024 or higher/],
  ['EADDRNOTAVAIL', /^HOST 192\.0\.2\.1 is no address of this machine: set it/],
  ['ENOTFOUND', /^HOST 192\.0\.2\.1 cannot be found: set it/],
  ['EADDRINUSE', /^Port 80 is in use\. Stop what listens there, or set PORT/],
])('says what to do about %s', (code, sentence) => {
  const error = Object.assign(new Error('listen'), { code });
  expect(explainListenError(error, { port: 80, host: '192.0.2.1' })).toMatchObject({
    message: expect.stringMatching(sentence),
  });
});
