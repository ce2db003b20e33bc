import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SCREENS } from '#contract/screens.ts';
import { paymentAccounts } from '#server/db/schema.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';

let test: TestApp;
let script: string;
beforeAll(async () => {
  test = await buildTestApp({ publicUrl: 'https://pay.example.com' });
  const page = await test.call('GET', '/');
  script = /src="(\/assets\/[^"]+\.js)"/.exec(page.body)?.[1] ?? '';
});
afterAll(() => test.close());

describe('the page', () => {
  it.each(Object.values(SCREENS))('returns %s with 200, never cached', async (path) => {
    const answer = await test.call('GET', path);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
    });
    expect(answer.body).toContain('<div id="root"');
  });

  it('returns 404 and the same page for any other path', async () => {
    const answer = await test.call('GET', '/no/such/screen');
    expect(answer.statusCode).toBe(404);
    expect(answer.body).toContain('<div id="root">');
  });

  it('has a new nonce, which its policy names for styles only', async () => {
    const nonces = new Set<string>();
    for (let i = 0; i < 3; i += 1) {
      const { body, headers } = await test.call('GET', '/');
      const nonce = /nonce="([^"]+)"/.exec(body)?.[1] ?? '';
      expect(headers['content-security-policy']).toContain(`style-src 'self' 'nonce-${nonce}';`);
      expect(headers['content-security-policy']).toContain("script-src 'self';");
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(3);
  });

  it.each(
    ['', 'session=somebody'].flatMap((cookie) =>
      Object.values(SCREENS).map((path) => [path, cookie]),
    ),
  )('has no inline script and no inline style: %s %s', async (path, cookie) => {
    const { body } = await test.call('GET', path, { headers: { cookie } });
    expect(body).not.toMatch(/<style|\sstyle=|\son\w+=/);
    const scripts = body.match(/<script[^>]*>/g) ?? [];
    expect(scripts.length).toBeGreaterThan(0);
    for (const tag of scripts) expect(tag).toContain('src=');
  });
});

describe('the prerendered screen', () => {
  const rootOf = async (path: string, cookie = '') => {
    const { body } = await test.call('GET', path, { headers: { cookie } });
    return /<div id="root"([^>]*)>([\s\S]*)<\/div>\s*<noscript>/.exec(body)?.slice(1) ?? [];
  };
  const MEMBER = 'session=somebody';

  it('is in a visitor’s page, inert until its code has loaded', async () => {
    const [attributes, html] = await rootOf('/');
    expect(attributes).toBe(' inert');
    expect(html).toContain('The easiest way to pay and get paid</h1>');
    expect(html).toContain('>Register</a>');
  });

  it('shows nothing that depends on the session', async () => {
    const [, html] = await rootOf('/', MEMBER);
    expect(html).toContain('The easiest way to pay and get paid</h1>');
    expect(html).not.toContain('>Register</a>');
  });

  it.each(['/profile', '/payment-accounts', '/contacts', '/add-person', '/admin'])(
    'is a spinner on %s with a session cookie',
    async (path) => {
      const [attributes, html] = await rootOf(path, MEMBER);
      expect(attributes).toBe(' inert');
      expect(html).toContain('Loading...');
      expect(await rootOf(path)).toEqual(['', '']);
    },
  );

  it('has the tab of the address open', async () => {
    expect((await rootOf('/auth'))[1]).toContain('>Welcome back</h1>');
    expect((await rootOf('/auth?tab=register'))[1]).toContain('>Get found, get paid</h1>');
  });

  it.each(['/?search=ana', '/?platform=all', '/?_t=1', '/auth?tab=other', '/nobody-lives-here'])(
    'is not sent for %s',
    async (address) => {
      expect(await rootOf(address)).toEqual(['', '']);
    },
  );

  it('loads style and fonts before scripts where it is complete', async () => {
    const code = async (path: string, cookie = '') =>
      (await test.call('GET', path, { headers: { cookie } })).body.match(
        /<(?:script|link rel="modulepreload")[^>]*>/g,
      ) ?? [];
    const isLow = (tag: string) => tag.includes('fetchpriority="low"');
    expect((await code('/auth')).map(isLow)).not.toContain(false);
    const [app, ...screen] = await code('/profile', MEMBER);
    expect(isLow(app ?? '')).toBe(false);
    expect(screen.length).toBeGreaterThan(0);
    expect(screen.map(isLow)).not.toContain(false);
    expect((await code('/?search=ana')).map(isLow)).not.toContain(true);
  });
});

describe('files', () => {
  it('with a hash in their name are cached for ever', async () => {
    const answer = await test.call('GET', script);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  });

  it.each([
    ['br, gzip', 'br'],
    ['gzip', 'gzip'],
  ])('are precompressed for %s', async (accepted, encoding) => {
    const answer = await test.call('GET', script, { headers: { 'accept-encoding': accepted } });
    expect(answer.headers['content-encoding']).toBe(encoding);
    const plain = await test.call('GET', script);
    expect(answer.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
  });

  it('without a hash are revalidated within an hour', async () => {
    const answer = await test.call('GET', '/favicon.svg');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['cache-control']).toBe('public, max-age=3600');
  });

  it.each([
    '/../package.json',
    '/%2e%2e/package.json',
    '/assets/../../../package.json',
    '/.vite/manifest.json',
    '/%00',
    '/%',
  ])('outside the built pages are not served: %s', async (path) => {
    const answer = await test.call('GET', path);
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(answer.body).not.toContain('devDependencies');
  });
});

describe('a share link', () => {
  it('previews as the person’s card', async () => {
    const { id } = await test.insertPerson({ username: 'ana', screenName: 'Ana "Ané" <b>' });
    await test.db.insert(paymentAccounts).values([
      { userId: id, platform: 'venmo', username: '@ana', position: 0 },
      { userId: id, platform: 'cashapp', username: '$ana', position: 1 },
    ]);
    const { body } = await test.call('GET', '/?search=ANA');
    expect(body).toContain('<title>Pay Ana &quot;Ané&quot; &lt;b&gt; on Payfolk</title>');
    expect(body).toContain('property="og:url" content="https://pay.example.com/?search=ana"');
    expect(body).toContain('takes Venmo, Cash App.');
    expect(body).toContain('property="og:image" content="https://pay.example.com/og.png"');
    expect(body).not.toContain('person1@example.com');
  });

  it('has the ordinary title where nobody has that username', async () => {
    const { body } = await test.call('GET', '/?search=nobody-at-all');
    expect(body).toContain('<title>Payfolk · The easiest way to pay and get paid</title>');
    expect(body).toContain('property="og:image" content="https://pay.example.com/og.png"');
  });
});
