import { expect, it } from 'vitest';
import { startPlaceholderServer } from './placeholder-server.ts';

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
