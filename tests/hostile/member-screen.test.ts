import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RESPONSES_ID } from '#contract/session.ts';
import { paymentAccounts } from '#server/db/schema.ts';
import { countReads } from '#tests/support/count-reads.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp({ rateLimits: true });
});
afterAll(() => test.close());

const ADDRESS = '/profile';
const SPINNER = 'Loading...';
const SESSION_REQUEST = 'href="/api/user"';

async function open(cookies: Record<string, string>, from = '203.0.113.1', url = ADDRESS) {
  const response = await test.app.inject({ url, cookies, remoteAddress: from });
  expect(response.statusCode).toBe(200);
  return response;
}

const responsesIn = (body: string) =>
  JSON.parse(new RegExp(`id="${RESPONSES_ID}"[^>]*>(.*?)</script>`, 's').exec(body)?.[1] ?? '{}');

const userIn = (body: string) => responsesIn(body)['/api/user'] ?? null;

describe('My Account as HTML', () => {
  it('has the user of the session, as the API answers it, and is never cached', async () => {
    const member = await test.loginAs({ name: 'Ana Lima', username: 'ana' });
    await test.db.insert(paymentAccounts).values([
      { userId: member.id, platform: 'venmo', username: '@ana-lima', position: 0 },
      { userId: member.id, platform: 'cashapp', username: '$analima', position: 1 },
    ]);
    const { body, headers } = await open(member.cookies);
    expect(headers['cache-control']).toBe('no-store');
    expect(responsesIn(body)).toEqual({
      '/api/user': (await member.call('GET', '/api/user')).json(),
      '/api/payment-accounts': (await member.call('GET', '/api/payment-accounts')).json(),
      '/api/me/verification': { isRequested: false },
    });
    expect(body).toContain('Order on your card');
    expect(body).toContain('>My Account</h1>');
    expect(body).toContain('>localhost:80/@ana<');
    expect(body).toContain('<div id="root" inert>');
    expect(body).not.toContain(SPINNER);
    expect(body).not.toContain(SESSION_REQUEST);
    expect(body).not.toMatch(/ style="/);
  });

  it.each([
    ['a session that has ended', async () => ({ session: 'ended' })],
    [
      'a suspended member',
      async () => (await test.loginAs({ suspendedAt: new Date(), suspendedReason: 'x' })).cookies,
    ],
  ])('is a spinner for %s', async (_, cookiesOf) => {
    const { body } = await open(await cookiesOf());
    expect(body).toContain(SPINNER);
    expect(body).toContain(SESSION_REQUEST);
    expect(userIn(body)).toBeNull();
  });

  it('reads nothing for a visitor or another address', async () => {
    const { cookies } = await test.loginAs();
    const reads = await countReads(test.pool, async () => {
      await open({});
      await open(cookies, undefined, '/profile?tab=venmo');
      await open(cookies, undefined, '/contacts');
    });
    expect(reads).toBe(0);
  });

  it('counts as a request, and above the limit is a spinner and reads nothing', async () => {
    const from = '203.0.113.2';
    const { cookies } = await test.loginAs();
    for (let count = 0; count < 5_999; count += 1) test.app.readLimits.count({ ip: from }, 'other');
    expect(userIn((await open(cookies, from)).body)).not.toBeNull();
    const reads = await countReads(test.pool, async () => {
      expect((await open(cookies, from)).body).toContain(SPINNER);
    });
    expect(reads).toBe(0);
  });

  it('needs a slot: while there is none, it is a spinner', async () => {
    const { cookies } = await test.loginAs();
    const releases: (() => void)[] = [];
    for (;;) {
      const release = test.app.tryAcquireSlot();
      if (!release) break;
      releases.push(release);
    }
    expect((await open(cookies)).body).toContain(SPINNER);
    for (const release of releases) release();
    expect(userIn((await open(cookies)).body)).not.toBeNull();
    expect(test.app.load.inFlight).toBe(0);
  });

  it('keeps the host of the request as text', async () => {
    const { cookies } = await test.loginAs({ username: 'ben' });
    const headers = { host: 'a"><img src=x>' };
    const { body } = await test.app.inject({ url: ADDRESS, cookies, headers });
    expect(body).not.toContain('<img');
    expect(userIn(body).username).toBe('ben');
  });

  it.each([
    ['the end of a script', '</script><script>alert(1)</script>'],
    ['the start of a comment in a script', '<!--<script>'],
    ['the placeholder of the nonce', '__CSP_NONCE__'],
    ['patterns of String.replace', "$& $` $' $$ $1 $<a>"],
    ['the end of an attribute', '"><img src=x onerror=alert(1)>'],
    ['a style attribute', 'x style="color:red"'],
    ['the root of the app', '<div id="root"></div></head>'],
  ])('keeps a name as text: %s', async (_, name) => {
    const elementsOf = (body: string) =>
      (body.match(/<(?:title|script|img|svg|div id="root")[ >]/g) ?? []).sort();
    const plain = await open((await test.loginAs({ name: 'Harmless' })).cookies);
    const { body, headers } = await open((await test.loginAs({ name })).cookies);
    expect(userIn(body).name).toBe(name);
    expect(elementsOf(body)).toEqual(elementsOf(plain.body));
    const nonce = /'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1] ?? '';
    expect(body.split(nonce)).toHaveLength(2);
  });
});
