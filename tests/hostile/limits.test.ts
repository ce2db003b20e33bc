import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildApp } from '#server/app.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp({ rateLimits: true, trustProxy: ['10.0.0.0/8'] });
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.pool.query('TRUNCATE rate_limits');
});

interface Caller {
  socket?: string;
  forwarded?: string;
}

function send(url: string, body: unknown, { socket = '10.0.0.1', forwarded }: Caller) {
  return test.app.inject({
    method: 'POST',
    url,
    headers: {
      'content-type': 'application/json',
      ...(forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }),
    },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
    remoteAddress: socket,
  });
}

/** Sends one after the other and returns the statuses. */
async function repeat(times: number, request: (index: number) => ReturnType<typeof send>) {
  const statuses: number[] = [];
  for (let index = 0; index < times; index += 1) statuses.push((await request(index)).statusCode);
  return statuses;
}

/** A login without an email or a password: counts like any other and costs no hash. */
const guess = (caller: Caller) => send('/api/login', {}, caller);

const TWENTY_FIVE_GUESSES = [...Array(25).fill(400), 429];

describe('made-up X-Forwarded-For values', () => {
  it('do not avoid a limit: the address that the proxy added counts', async () => {
    const statuses = await repeat(26, (index) =>
      guess({ forwarded: `198.51.100.${index}, 203.0.113.1` }),
    );
    expect(statuses).toEqual(TWENTY_FIVE_GUESSES);
    expect((await guess({ forwarded: '203.0.113.1, 203.0.113.2' })).statusCode).toBe(400);
  });

  it.each([
    ['text', (index: number) => `client-${index}`],
    ['6 kB', (index: number) => `${index}`.repeat(6_000).slice(0, 6_000)],
    ['a zone', (index: number) => `fe80::1%${'a'.repeat(200)}${index}`],
    ['a port', (index: number) => `203.0.113.77:${index}`],
    ['a number as address', (index: number) => `${index}`],
  ])('that are not an address are ignored: %s', async (kind, value) => {
    const socket = `10.1.0.${kind.length}`;
    const statuses = await repeat(26, (index) => guess({ socket, forwarded: value(index) }));
    expect(statuses).toEqual(TWENTY_FIVE_GUESSES);
  });

  it('are not written to the audit log', async () => {
    const wrong = { email: 'ana@example.com', password: 'wrong' };
    const caller = { socket: '10.1.1.1', forwarded: 'x'.repeat(6_000) };
    expect((await send('/api/login', wrong, caller)).statusCode).toBe(401);
    const { rows } = await test.pool.query('SELECT ip FROM audit_log');
    expect(rows).toEqual([{ ip: '10.1.1.1' }]);
  });

  it.each([
    ['no proxy is trusted', false, '203.0.113.3', (index: number) => `198.51.100.${index}`],
    ['one is', 1, '10.0.0.1', (index: number) => `198.51.100.${index}, 203.0.113.3`],
  ] as const)('avoid no limit where %s', async (_, trustProxy, remoteAddress, forwarded) => {
    const direct = await buildTestApp({ rateLimits: true, trustProxy });
    const statuses: number[] = [];
    for (let index = 0; index < 26; index += 1) {
      const response = await direct.app.inject({
        method: 'POST',
        url: '/api/login',
        headers: { 'x-forwarded-for': forwarded(index) },
        payload: {},
        remoteAddress,
      });
      statuses.push(response.statusCode);
    }
    expect(statuses).toEqual(TWENTY_FIVE_GUESSES);
    await direct.close();
  });
});

describe('X-Forwarded-Host and X-Forwarded-Proto', () => {
  it('do not change the host or the protocol of a request', async () => {
    const seen: string[] = [];
    const node = await buildApp({
      config: { ...test.config, trustProxy: ['10.0.0.0/8'] },
      database: test.app.database,
      log: test.app.log,
    });
    node.addHook('onRequest', async ({ host, protocol, ip }) => {
      seen.push(`${protocol}://${host} ${ip}`);
    });
    const headers = {
      host: 'pay.example.com',
      'x-forwarded-for': '203.0.113.1',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'gopher',
    };
    await node.inject({ url: '/healthz', headers, remoteAddress: '10.0.0.1' });
    await node.close();
    expect(seen).toEqual(['http://pay.example.com 203.0.113.1']);
  });
});

describe('invalid bodies', () => {
  const invalid: [string, unknown][] = [
    ['no email', { name: 'Ana', email: 'none', password: 'correct horse' }],
    ['broken JSON', '{'],
    ['an unknown field', { nonsense: true }],
  ];

  it.each(invalid)('count as registrations: %s', async (kind, body) => {
    const caller = { socket: '10.2.0.1', forwarded: `203.0.113.${kind.length}` };
    const statuses = await repeat(11, () => send('/api/register', body, caller));
    expect(statuses).toEqual([...Array(10).fill(400), 429]);
    const other = await send('/api/register-with-accounts', body, caller);
    expect(other.statusCode).toBe(429);
  });

  it.each(invalid)('count as failed logins for the address: %s', async (kind, body) => {
    const caller = { forwarded: `203.0.114.${kind.length}` };
    const statuses = await repeat(26, () => send('/api/login', body, caller));
    expect(statuses).toEqual([...Array(25).fill(400), 429]);
  });

  it('count as requests for a reset link', async () => {
    const caller = { forwarded: '203.0.115.1' };
    const statuses = await repeat(26, () => send('/api/forgot-password', { email: 1 }, caller));
    expect(statuses).toEqual([...Array(25).fill(400), 429]);
  });

  it('count as searches', async () => {
    const search = () =>
      test.app.inject({
        url: '/api/users/search?limit=none',
        remoteAddress: '203.0.115.2',
      });
    const statuses = await Promise.all(Array.from({ length: 301 }, search));
    expect(statuses.filter(({ statusCode }) => statusCode === 400)).toHaveLength(300);
    expect(statuses.filter(({ statusCode }) => statusCode === 429)).toHaveLength(1);
  });
});

describe('IPv6 addresses', () => {
  const from = (forwarded: string) => ({ forwarded });

  it('of one /64 count as one caller, however they are written', async () => {
    const statuses = await repeat(26, (index) => {
      const host = index.toString(16);
      const written = index % 2 ? `2001:db8:a:1::${host}` : `2001:0DB8:000A:0001:0:0:0:${host}`;
      return guess(from(written));
    });
    expect(statuses).toEqual(TWENTY_FIVE_GUESSES);
    expect((await guess(from('2001:db8:a:2::1'))).statusCode).toBe(400);
  });

  it('of one /48 count as one for registrations', async () => {
    const register = (index: number, address: string) =>
      send(
        '/api/register',
        { name: 'Ana', email: `v6-${index}@example.com`, password: 'correct horse' },
        from(address),
      );
    const statuses = await repeat(11, (index) => register(index, `2001:db8:b:${index}::1`));
    expect(statuses).toEqual([...Array(10).fill(201), 429]);
    expect((await register(11, '2001:db8:c::1')).statusCode).toBe(201);
  });
});
