import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';

let test: TestApp;
let script: string;
beforeAll(async () => {
  test = await buildTestApp();
  const page = await test.call('GET', '/');
  script = /src="(\/assets\/[^"]+\.js)"/.exec(page.body)?.[1] ?? '';
});
afterAll(() => test.close());

describe('text of a user in a page', () => {
  it.each([
    ['the placeholder of the nonce', '__CSP_NONCE__'],
    ['patterns of String.replace', "$& $` $' $$ $1 $<a>"],
    ['the end of the title', '</title><script>alert(1)</script>'],
    ['the end of an attribute', '"><img src=x onerror=alert(1)>'],
    ['the markers of the description', '<!--og-end--><!--og-start-->'],
    ['the root of the app', '<div id="root"></div></head>'],
    ['half of the placeholder', '__CSP_'],
  ])('stays text: %s', async (_, screenName) => {
    await test.pool.query('DELETE FROM users');
    await test.insertPerson({ username: 'mallory', screenName });
    const { body, headers } = await test.call('GET', '/?search=mallory');
    const escaped = screenName
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replaceAll("'", '&#39;');
    expect(body).toContain(`<title>Pay ${escaped} on Payfolk</title>`);

    const nonce = /'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1] ?? '';
    expect(nonce.length).toBeGreaterThan(20);
    expect(body.split(nonce)).toHaveLength(2);
    expect(body).toContain(`<meta property="csp-nonce" nonce="${nonce}" />`);
    expect(body.match(/<(title|script|img|div id="root")[ >]/g)).toEqual([
      '<title>',
      '<script ',
      '<div id="root">',
    ]);
  });
});

describe('Vary: Accept-Encoding', () => {
  it.each([
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['gzip, br', 'br'],
    ['identity', undefined],
    ['', undefined],
  ])('is on a file for "%s", changed or not', async (accepted, encoding) => {
    const headers = { 'accept-encoding': accepted };
    const first = await test.call('GET', script, { headers });
    expect(first.statusCode).toBe(200);
    expect(first.headers['content-encoding']).toBe(encoding);
    expect(first.headers.vary).toBe('accept-encoding');
    const again = await test.call('GET', script, {
      headers: { ...headers, 'if-none-match': String(first.headers.etag) },
    });
    expect(again.statusCode).toBe(304);
    expect(again.headers.vary).toBe('accept-encoding');
  });

  it.each(['br', 'gzip', 'identity'])('is on a page for "%s"', async (accepted) => {
    const headers = { 'accept-encoding': accepted };
    for (const path of ['/', '/no/such/screen']) {
      const answer = await test.call('GET', path, { headers });
      expect(answer.headers.vary).toBe('accept-encoding');
    }
  });
});
