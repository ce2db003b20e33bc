import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { APP_VERSION, CHANGELOG } from '#contract/changelog.ts';
import { readApiDocument } from '#tests/support/api-document.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.close());

describe('system', () => {
  it('returns 200 and the time for a keep-alive', async () => {
    const answer = await test.call('GET', '/api/keep-alive?_t=1');
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ timestamp: expect.any(String), message: 'Server is online' });
    expect(Math.abs(Date.parse(answer.json().timestamp) - Date.now())).toBeLessThan(60_000);
  });

  it('returns 200 for a heartbeat of the database', async () => {
    const answer = await test.call('GET', '/api/db-heartbeat?_t=1');
    expect(answer.statusCode).toBe(200);
    expect(answer.json().message).toBe('Database is online');
  });

  it('returns 503 for a heartbeat if the database does not answer in time', async () => {
    const node = await test.anotherNode({ databasePingMs: 50 });
    const query = test.pool.query.bind(test.pool) as (config: object) => unknown;
    const slowQuery = (config: object) => query({ ...config, text: 'SELECT pg_sleep(5)' });
    vi.spyOn(test.pool, 'query').mockImplementationOnce(slowQuery as never);
    const answer = await node.inject('/api/db-heartbeat');
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'DATABASE_UNAVAILABLE']);
    expect((await test.call('GET', '/api/db-heartbeat')).statusCode).toBe(200);
  });

  it('returns 200 for /healthz and /readyz', async () => {
    expect((await test.call('GET', '/healthz')).json()).toEqual({ status: 'alive' });
    expect((await test.call('GET', '/readyz')).json()).toEqual({ status: 'ready' });
  });

  it.each([
    ['0.9.9', true],
    [APP_VERSION, false],
    ['99.0.0', false],
    ['nonsense', false],
  ])(
    'returns for a client of version %s whether there is an update: %s',
    async (version, updated) => {
      const answer = await test.call('GET', '/api/check-updates', {
        headers: { 'x-app-version': version },
      });
      expect(answer.json()).toEqual({
        updated,
        version: APP_VERSION,
        updateNotes: CHANGELOG.map(({ date, changes }) => ({ date, changes })),
      });
    },
  );

  it('answers a held keep-alive at once when the server stops', async () => {
    // Held for longer than a test may take: only the stop can answer it.
    const node = await test.anotherNode({ longPollMs: 3_600_000 });
    let isAnswered = false;
    const held = node.inject('/api/keep-alive?method=long-poll').finally(() => {
      isAnswered = true;
    });
    expect((await node.inject('/api/db-heartbeat')).statusCode).toBe(200);
    expect(isAnswered).toBe(false);
    await node.close();
    expect((await held).statusCode).toBe(200);
  });
});

describe('every response', () => {
  it('has security headers', async () => {
    const { headers } = await test.call('GET', '/healthz');
    expect(headers['content-security-policy']).toBe(
      "default-src 'none';script-src 'self';style-src 'self';connect-src 'self';font-src 'self';manifest-src 'self';img-src 'self' data: blob:;base-uri 'none';object-src 'none';frame-ancestors 'none';form-action 'self'",
    );
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
    });
    expect(headers['strict-transport-security']).toBeUndefined();
  });

  it('requires https for two years in production', async () => {
    const production = await buildTestApp({ isProduction: true });
    const { headers } = await production.call('GET', '/healthz');
    expect(headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains');
    await production.close();
  });

  it('has Cache-Control: no-store on every API route, for visitors and for an admin', async () => {
    const routes = [...test.app.routeAccess.keys()].filter((key) => key.startsWith('GET /api/'));
    expect(routes.length).toBeGreaterThan(10);
    const admin = await test.loginAs({ isAdmin: true });
    const refused: string[] = [];
    for (const route of routes) {
      const url = route.replace('GET ', '').replace(/:\w+/g, String(admin.id));
      for (const call of [test.call, admin.call]) {
        const { headers, statusCode } = await call('GET', url);
        expect(headers['cache-control'], `${route}: ${statusCode}`).toBe('no-store');
        if (call === admin.call && statusCode >= 300) refused.push(`${statusCode} ${route}`);
      }
    }
    // A code needs parameters, and a picture that exists may be cached.
    expect(refused).toEqual(['400 GET /api/qrcode', '404 GET /api/avatars/:file']);
  });

  it('shows no internals of an unexpected error', async () => {
    vi.spyOn(test.pool, 'query').mockImplementationOnce(() => {
      throw new TypeError('secret detail at /srv/payfolk/db.ts');
    });
    const answer = await test.call('GET', '/api/db-heartbeat');
    expect(answer.statusCode).toBe(500);
    const message = 'Something went wrong on our side. Please try again.';
    expect(answer.json()).toEqual({ error: message, message, code: 'INTERNAL_ERROR' });
  });

  it('is JSON with 404 for an unknown API path, whatever the method', async () => {
    for (const method of ['GET', 'POST', 'DELETE'] as const) {
      const answer = await test.call(method, '/api/nothing-here');
      expect(answer.statusCode).toBe(404);
      expect(answer.json()).toEqual({
        error: 'There is nothing at this address.',
        message: 'There is nothing at this address.',
        code: 'NOT_FOUND',
      });
    }
  });
});

describe('API documents', () => {
  it('the OpenAPI document has every API route', async () => {
    const document = await readApiDocument<{ openapi: string; paths: Record<string, object> }>(
      test,
    );
    expect(document.openapi).toBe('3.1.0');
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    // Only the pages, and the documents themselves, are not in it.
    const undescribed = ['GET /*', 'GET /api/docs', 'GET /api/openapi.json'];
    const routes = [...test.app.routeAccess.keys()]
      .filter((route) => !route.startsWith('HEAD ') && !route.startsWith('GET /@'))
      .filter((route) => !undescribed.includes(route))
      .map((route) => route.replace(/:(\w+)/g, '{$1}'));
    expect(routes.length).toBeGreaterThan(20);
    expect(described.sort()).toEqual(routes.sort());
  });

  it('the OpenAPI document is made once, and not compressed for each request', async () => {
    const node = await test.anotherNode();
    const made = vi.spyOn(node, 'swagger');
    const headers = { 'accept-encoding': 'gzip, br' };
    const [first, second] = [
      await node.inject({ url: '/api/openapi.json', headers }),
      await node.inject({ url: '/api/openapi.json', headers }),
    ];
    expect(first.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(first.headers['content-encoding']).toBeUndefined();
    expect(second.body).toBe(first.body);
    expect(made).toHaveBeenCalledTimes(1);
  });

  it('the HTML page has the routes and no script', async () => {
    const answer = await test.call('GET', '/api/docs');
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.body).toContain('/api/keep-alive');
    expect(answer.body).not.toMatch(/<script|style=|<style/);
  });
});
