import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Config } from '#server/config.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';

let test: TestApp;
let member: Awaited<ReturnType<TestApp['loginAs']>>;
beforeAll(async () => {
  test = await buildTestApp({ publicUrl: 'https://pay.example.com' });
  member = await test.loginAs();
});
afterAll(() => test.close());

/** A change in a signed-in member's name, with exactly these headers. */
async function change(headers: Record<string, string>, withCookie = true) {
  const answer = await test.app.inject({
    method: 'PATCH',
    url: '/api/me',
    payload: { name: 'Changed' },
    headers: { host: 'pay.example.com', ...headers },
    ...(withCookie ? { cookies: member.cookies } : {}),
  });
  return { status: answer.statusCode, code: answer.json().code };
}

describe('forged requests', () => {
  it.each(['cross-site', 'same-site', 'none', 'nonsense'])(
    'Sec-Fetch-Site: %s is 403, whatever the Origin says',
    async (site) => {
      const headers = { 'sec-fetch-site': site, origin: 'https://pay.example.com' };
      expect(await change(headers)).toEqual({ status: 403, code: 'FORGED_REQUEST' });
    },
  );

  it.each([
    'https://evil.example',
    'https://pay.example.com.evil.example',
    'https://evilpay.example.com',
    'null',
    'nonsense',
  ])('Origin: %s is 403', async (origin) => {
    expect(await change({ origin })).toEqual({ status: 403, code: 'FORGED_REQUEST' });
  });

  it('a cookie with neither header is 403', async () => {
    expect(await change({})).toEqual({ status: 403, code: 'FORGED_REQUEST' });
  });

  it('requests of our own pages are accepted', async () => {
    expect((await change({ 'sec-fetch-site': 'same-origin' })).status).toBe(200);
    expect((await change({ origin: 'https://pay.example.com' })).status).toBe(200);
  });

  it('a program without a cookie is accepted', async () => {
    expect((await change({}, false)).status).toBe(401);
  });

  it('GET requests need neither', async () => {
    const headers = { 'sec-fetch-site': 'cross-site' };
    const answer = await test.app.inject({ url: '/api/user', cookies: member.cookies, headers });
    expect(answer.statusCode).toBe(200);
  });

  it.each(['POST /api/login', 'POST /api/register', 'POST /api/logout'])(
    '%s from another site is 403: nobody is logged in or out by a stranger',
    async (route) => {
      const [method, url] = route.split(' ') as ['POST', string];
      const headers = { 'sec-fetch-site': 'cross-site' };
      const answer = await test.app.inject({ method, url, payload: {}, headers });
      expect(answer.statusCode).toBe(403);
    },
  );
});

describe('the Origin of a request without Sec-Fetch-Site', () => {
  const post = async (settings: Partial<Config>, headers: Record<string, string>) => {
    const other = await buildTestApp(settings);
    const { cookies } = await other.loginAs();
    const options = { method: 'PATCH', url: '/api/me', payload: { name: 'Changed' } } as const;
    const answer = await other.app.inject({ ...options, headers, cookies });
    await other.close();
    return answer.statusCode;
  };
  const publicUrl = 'https://pay.example.com';

  it.each([
    ['on', ['127.0.0.1']],
    ['off', false as const],
  ])('is not compared with X-Forwarded-Host: TRUST_PROXY %s', async (_, trustProxy) => {
    const headers = {
      host: 'pay.example.com',
      origin: 'https://evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
    };
    expect(await post({ publicUrl, trustProxy }, headers)).toBe(403);
    const proxied = { ...headers, origin: publicUrl, host: 'internal:3000' };
    expect(await post({ publicUrl, trustProxy, isProduction: true }, proxied)).toBe(200);
  });

  it('must be PUBLIC_URL in production, whatever Host says', async () => {
    const headers = { host: 'evil.example', origin: 'https://evil.example' };
    expect(await post({ publicUrl, isProduction: true }, headers)).toBe(403);
  });

  it('may be the plain http address that was opened, in development', async () => {
    const headers = { host: '192.168.1.5:3000', origin: 'http://192.168.1.5:3000' };
    expect(await post({}, headers)).toBe(200);
    expect(await post({}, { ...headers, origin: 'http://192.168.1.5:4000' })).toBe(403);
  });
});
