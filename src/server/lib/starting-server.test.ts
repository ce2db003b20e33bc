import { expect, it } from 'vitest';
import { startStartingServer } from './starting-server.ts';

it('is alive but not ready, and gives its port back', async () => {
  const starting = await startStartingServer(0, '127.0.0.1');
  const url = `http://127.0.0.1:${starting.port}`;
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  const ready = await fetch(`${url}/readyz`);
  expect(ready.status).toBe(503);
  expect(ready.headers.get('retry-after')).toBe('2');
  expect(await (await fetch(`${url}/api/user`)).json()).toMatchObject({ code: 'STARTING' });
  await expect(startStartingServer(starting.port, '127.0.0.1')).rejects.toThrow(
    `Port ${starting.port} is in use.`,
  );
  await starting.stop();
  const again = await startStartingServer(starting.port, '127.0.0.1');
  await again.stop();
});
