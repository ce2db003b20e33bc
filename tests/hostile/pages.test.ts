import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paymentAccounts } from '#server/db/schema.ts';
import { countReads } from '#tests/support/count-reads.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp({ rateLimits: true });
  await test.insertPerson({ username: 'ana', screenName: 'Ana' });
});
afterAll(() => test.close());

const open = (url: string, from = '203.0.113.1') => test.app.inject({ url, remoteAddress: from });

const TEXTS = [
  ['the end of a script', '</script><script>alert(1)</script>'],
  ['the start of a comment in a script', '<!--<script>'],
  ['the placeholder of the nonce', '__CSP_NONCE__'],
  ['patterns of String.replace', "$& $` $' $$ $1 $<a>"],
  ['the end of the title', '</title><script>alert(1)</script>'],
  ['the end of an attribute', '"><img src=x onerror=alert(1)>'],
  ['the other end of an attribute', "'><img src=x onerror=alert(1)>"],
  ['the markers of the description', '<!--og-end--><!--og-start-->'],
  ['the root of the app', '<div id="root"></div></head>'],
  ['line separators', 'a\u2028b\u2029c'],
] as const;

/** Elements of ours that a text could imitate, wherever it stands. */
const elementsOf = (body: string) =>
  (body.match(/<(?:title|script|img|svg|div id="root")[ >]/g) ?? []).sort();

describe('text in a page stays text', () => {
  it.each(TEXTS)('as a name: %s', async (_, screenName) => {
    await test.pool.query(`DELETE FROM users WHERE username = 'mallory'`);
    await test.insertPerson({ username: 'mallory', screenName: 'Harmless' });
    const plain = await open('/@mallory');
    await test.pool.query(`UPDATE users SET screen_name = $1 WHERE username = 'mallory'`, [
      screenName,
    ]);
    const { statusCode, body, headers } = await open('/@mallory');
    expect(statusCode).toBe(200);
    expect(elementsOf(body)).toEqual(elementsOf(plain.body));
    const nonce = /'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1] ?? '';
    expect(body.split(nonce)).toHaveLength(2);
    const [, json = ''] = /id="page-data">(.*?)<\/script>/s.exec(body) ?? [];
    expect(JSON.parse(json).person.displayName).toBe(screenName);
    const [, ld = ''] = /ld\+json">(.*?)<\/script>/s.exec(body) ?? [];
    expect(JSON.parse(ld).name).toBe(screenName);
    const sign = await open('/@mallory/sign');
    expect(sign.statusCode).toBe(200);
    expect(sign.body).not.toMatch(/<script>|onerror=alert\(1\)>(?!&)/);
    const button = await open('/@mallory/button.svg');
    expect(button.body).not.toMatch(/<script|<img|onerror/);
  });

  it.each(TEXTS)('as a note: %s', async (_, note) => {
    const plain = await open('/@ana?amount=5&note=Harmless');
    const { statusCode, body } = await open(`/@ana?amount=5&note=${encodeURIComponent(note)}`);
    expect(statusCode).toBe(200);
    expect(elementsOf(body)).toEqual(elementsOf(plain.body));
  });

  it.each([
    'javascript:alert(1)//a.b',
    'data:text/html,<script>alert(1)</script>.',
    'https://a.example/"><script>alert(1)</script>',
    '//evil.example',
  ])('as a website: %s', async (websiteUrl) => {
    // As if it had been stored by other means.
    await test.pool.query('ALTER TABLE users DROP CONSTRAINT IF EXISTS users_website_url_check');
    await test.pool.query(`DELETE FROM users WHERE username = 'webby'`);
    await test.insertPerson({ username: 'webby', screenName: 'Webby', websiteUrl });
    const { body } = await open('/@webby');
    expect(body).not.toMatch(/href="(?:javascript|data|\/\/)/i);
    expect(body).not.toContain('<script>alert');
    const vcard = await open('/@webby/contact.vcf');
    expect(vcard.body).not.toMatch(/URL:(?:javascript|data|\/\/)/i);
  });

  it('as a handle that was stored by other means', async () => {
    const { id } = await test.insertPerson({ username: 'handles', screenName: 'Handles' });
    await test.db.insert(paymentAccounts).values([
      { userId: id, platform: 'cashapp', username: '$"><script>alert(1)</script>' },
      { userId: id, platform: 'venmo', username: '../../evil' },
    ]);
    const { statusCode, body } = await open('/@handles');
    expect(statusCode).toBe(200);
    expect(body).not.toContain('<script>alert');
    expect(body).not.toContain('evil" target');
  });
});

describe('a page costs no more than a search', () => {
  it('counts as one, and above the limit reads nothing', async () => {
    const from = '203.0.113.2';
    for (let count = 0; count < 297; count += 1) test.app.readLimits.count({ ip: from }, 'search');
    const files = ['/@ana', '/@nobody-here', '/@ana/contact.vcf'];
    for (const url of files) expect((await open(url, from)).statusCode).toBeLessThan(429);
    const reads = await countReads(test.pool, async () => {
      for (const url of [...files, '/@ana/sign', '/@ana/card.png', '/@ana/button.svg']) {
        const { statusCode, headers } = await open(url, from);
        expect(statusCode, url).toBe(429);
        expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      }
    });
    expect(reads).toBe(0);
    expect((await open('/api/users/search?query=ana', from)).statusCode).toBe(429);
  });

  it('counts QR codes with the others', async () => {
    const from = '203.0.113.3';
    for (let count = 0; count < 119; count += 1) test.app.readLimits.count({ ip: from }, 'qr');
    expect((await open('/@ana/qr.svg', from)).statusCode).toBe(200);
    expect((await open('/@ana/qr.svg', from)).statusCode).toBe(429);
  });

  it('needs a slot, and is refused where the queue is full', async () => {
    const node = await test.anotherNode({ slots: 1, queueLength: 0, jitterMs: 0 });
    const release = node.tryAcquireSlot();
    expect((await node.inject('/@ana')).statusCode).toBe(503);
    release?.();
    expect((await node.inject('/@ana')).statusCode).toBe(200);
    expect(node.load.inFlight).toBe(0);
  });

  it('takes as many connections for an unknown name as for a known one', async () => {
    const from = '203.0.113.4';
    const known = await countReads(test.pool, () => open('/@ana', from));
    expect(await countReads(test.pool, () => open('/@nobody-here', from))).toBeLessThanOrEqual(
      known,
    );
  });
});
