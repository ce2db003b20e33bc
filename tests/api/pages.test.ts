import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PAGE_DATA_ID, type PageData } from '#contract/pages.ts';
import { paymentAccounts } from '#server/db/schema.ts';
import { countReads } from '#tests/support/count-reads.ts';
import { readQrCode } from '#tests/support/read-qr.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';

const ORIGIN = 'https://pay.example.com';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp({ publicUrl: ORIGIN });
  const { id } = await test.insertPerson({
    username: 'maya',
    name: 'Real Name',
    screenName: 'Maya Okafor',
    phoneNumber: '+15550100',
    websiteUrl: 'https://maya.example/shop',
    isVerified: true,
    createdAt: new Date('2025-05-31T23:30:00Z'),
  });
  await test.db.insert(paymentAccounts).values([
    { userId: id, platform: 'venmo', username: '@maya-okafor', position: 0 },
    { userId: id, platform: 'cashapp', username: '$mayaokafor', position: 1 },
    { userId: id, platform: 'paypal', username: 'maya@example.com', position: 2 },
    { userId: id, platform: 'applepay', username: 'mayaokafor', position: 3 },
  ]);
});
afterAll(() => test.close());

const get = (url: string, headers: Record<string, string> = {}) =>
  test.call('GET', url, { headers });

const rootOf = (body: string) => /<div id="root">(.*)<\/div>\s*<\/body>/s.exec(body)?.[1] ?? '';

const dataOf = (body: string) => {
  const [, json = 'null'] =
    new RegExp(`<script type="application/json" id="${PAGE_DATA_ID}">(.*?)</script>`).exec(body) ??
    [];
  return JSON.parse(json) as PageData;
};

/** The links to pay by, in their order. */
const payLinksOf = (body: string) =>
  [
    ...rootOf(body).matchAll(/<a href="([^"]+)" target="_blank" rel="noopener noreferrer"[ >]/g),
  ].map(([, href = '']) => href.replaceAll('&amp;', '&'));

describe('a member’s page', () => {
  it('is complete HTML: name, handles in their order, and what is shared', async () => {
    const answer = await get('/@maya');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    const root = rootOf(answer.body);
    expect(root).toMatch(/<h1[^>]*>Maya Okafor<\/h1>/);
    expect(root).toContain('>@maya</span>');
    expect(root).toContain('Verified');
    expect(root.replaceAll('<!-- -->', '')).toContain('On Payfolk since May 2025');
    expect(payLinksOf(answer.body)).toEqual([
      'https://venmo.com/u/maya-okafor',
      'https://cash.app/$mayaokafor',
      'https://www.paypal.com/myaccount/transfer/homepage/pay',
      'https://www.apple.com/apple-cash/',
    ]);
    const words = root.replace(/<[^>]*>/g, '');
    expect(words).toContain('Pay with Cash App, $mayaokafor');
    expect(words).toContain('Pay with Apple Pay, apple.pay/mayaokafor');
    expect(root).toContain('href="tel:+15550100"');
    expect(root).toContain('href="https://maya.example/shop"');
    expect(root).toContain('href="/@maya/contact.vcf"');
    expect(root).toMatch(
      /<form[^>]* method="get" action="\/@maya"|<form[^>]*action="\/@maya"[^>]*method="get"/,
    );
  });

  it('shows nothing but what the card shows', async () => {
    const { body } = await get('/@maya');
    expect(body).not.toContain('Real Name');
    expect(body).not.toContain('person1@example.com');
  });

  it('has a title, a description, one address and data for search engines', async () => {
    const { body } = await get('/@maya');
    expect(body).toContain('<title>Pay Maya Okafor · Payfolk</title>');
    expect(body).toContain('takes Venmo, Cash App, PayPal, Apple Pay.');
    expect(body).toContain(`<link rel="canonical" href="${ORIGIN}/@maya">`);
    expect(body).toContain(`property="og:url" content="${ORIGIN}/@maya"`);
    expect(body).toMatch(
      new RegExp(`property="og:image" content="${ORIGIN}/@maya/card\\.png\\?v=[\\w-]{16}"`),
    );
    const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(body) ?? [];
    expect(JSON.parse(json)).toEqual({
      '@context': 'https://schema.org',
      '@type': 'Person',
      name: 'Maya Okafor',
      alternateName: '@maya',
      url: `${ORIGIN}/@maya`,
      sameAs: ['https://maya.example/shop'],
    });
  });

  it('has the data that its code hydrates from', async () => {
    expect(dataOf((await get('/@maya')).body)).toMatchObject({
      kind: 'person',
      path: '/@maya',
      url: `${ORIGIN}/@maya`,
      person: { username: 'maya', memberSince: '2025-05-31' },
    });
  });

  it('has the strict policy, and scripts of our own only', async () => {
    const { body, headers } = await get('/@maya');
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff' });
    expect(headers['content-security-policy']).toContain("script-src 'self';");
    expect(headers['set-cookie']).toBeUndefined();
    expect(body).not.toMatch(/<style|\sstyle=|\son\w+=/);
    const scripts = (body.match(/<script[^>]*>/g) ?? []).filter((tag) => !tag.includes('json'));
    const sources = scripts.map((tag) => /src="([^"]+)"/.exec(tag)?.[1]).sort();
    expect(sources).toEqual([expect.stringMatching(/^\/assets\//), '/page-doubt.js']);
  });

  it('is usable without its code: not inert, no request to turn JavaScript on', async () => {
    const { body } = await get('/@maya');
    expect(body).toContain('<div id="root">');
    expect(body).not.toContain('inert');
    expect(body).not.toContain('needs JavaScript');
  });

  it('is the same with a session cookie, except for the header', async () => {
    const [visitor, member] = await Promise.all([
      get('/@maya'),
      get('/@maya', { cookie: 'session=somebody' }),
    ]);
    expect(visitor.body).toContain('data-session="none"');
    expect(visitor.body).toContain('>Register</a>');
    expect(member.body).not.toContain('data-session');
    expect(member.body).not.toContain('>Register</a>');
    expect(payLinksOf(member.body)).toEqual(payLinksOf(visitor.body));
    expect(member.headers.etag).not.toBe(visitor.headers.etag);
  });

  it('is revalidated by its content', async () => {
    const first = await get('/@maya');
    expect(first.headers).toMatchObject({
      'cache-control': 'private, no-cache',
      vary: 'accept-encoding, cookie',
    });
    const etag = String(first.headers.etag);
    const again = await get('/@maya', { 'if-none-match': etag });
    expect(again.statusCode).toBe(304);
    expect(again.body).toBe('');
    // The stored page keeps the policy whose nonce it has.
    expect(again.headers['content-security-policy']).toBeUndefined();
    const changing = await test.insertPerson({ username: 'changing', screenName: 'Before' });
    const before = (await get('/@changing')).headers.etag;
    await test.pool.query(`UPDATE users SET screen_name = 'After' WHERE id = $1`, [changing.id]);
    const after = await get('/@changing', { 'if-none-match': String(before) });
    expect(after.statusCode).toBe(200);
    expect(after.body).toContain('<title>Pay After · Payfolk</title>');
  });

  it('of somebody without handles says so', async () => {
    await test.insertPerson({ username: 'nothing-yet', screenName: null });
    const { body } = await get('/@nothing-yet');
    expect(body).toContain('No payment platforms yet.');
    expect(body.replaceAll(/<!-- -->|<wbr\/>/g, '')).toMatch(/<h1[^>]*>nothing-yet<\/h1>/);
    expect(rootOf(body)).not.toContain('tel:');
  });
});

describe('the address of a page', () => {
  it.each(['/@Maya', '/@MAYA', '/@m%61ya'])('has one spelling: %s', async (path) => {
    const answer = await get(path);
    expect(answer.statusCode).toBe(301);
    expect(answer.headers.location).toBe('/@maya');
  });

  it('keeps the request in a redirect, and nothing else', async () => {
    const { headers } = await get('/@MAYA?amount=25&note=A%26B%0d%0aX-Y:1&next=//evil.example');
    expect(headers.location).toBe('/@maya?amount=25');
    expect((await get('/@MAYA?amount=25&note=A%26B')).headers.location).toBe(
      '/@maya?amount=25&note=A%26B',
    );
  });

  it('of a renamed member redirects, and the page says so', async () => {
    const { id, call } = await test.loginAs({ username: 'oldname', screenName: 'Re Named' });
    expect((await call('PATCH', '/api/me', { body: { username: 'newname' } })).statusCode).toBe(
      200,
    );
    const answer = await get('/@oldname?amount=5');
    expect(answer.statusCode).toBe(301);
    expect(answer.headers).toMatchObject({
      location: '/@newname?amount=5&from=oldname',
      'cache-control': 'no-store',
    });
    expect((await get('/@oldname')).headers.location).toBe('/@newname?from=oldname');
    expect((await get('/@oldname/contact.vcf')).headers.location).toBe('/@newname/contact.vcf');
    const request = '?amount=5&note=A%26B';
    for (const file of ['qr.svg', 'card.png']) {
      const moved = await get(`/@oldname/${file}${request}&v=old`);
      expect(moved.headers.location).toBe(`/@newname/${file}${request}`);
    }
    expect((await get(`/@oldname${request}`)).headers.location).toBe(
      `/@newname${request}&from=oldname`,
    );
    const { body } = await get('/@newname?from=oldname');
    const words = rootOf(body).replaceAll('<!-- -->', '');
    expect(words).toContain('Re Named is now @newname');
    expect(words).toContain('Old links to @oldname lead here.');

    // The former name comes back: nothing leads in a circle.
    await test.pool.query('DELETE FROM rate_limits');
    await call('PATCH', '/api/me', { body: { username: 'oldname' } });
    expect((await get('/@oldname')).statusCode).toBe(200);
    expect((await get('/@newname')).headers.location).toBe('/@oldname?from=newname');
    expect(id).toBeGreaterThan(0);
  });

  it('does not say that a page was somebody else’s', async () => {
    for (const from of ['maya', 'nobody-at-all', 'support', '"><b>']) {
      const { body } = await get(`/@nothing-yet?from=${encodeURIComponent(from)}`);
      expect(body).not.toContain('is now');
      expect(dataOf(body)).toMatchObject({ formerUsername: null });
    }
  });

  it('of a deleted member is closed', async () => {
    const { call, id } = await test.loginAs({ username: 'gone', screenName: 'Gone Girl' });
    expect((await call('DELETE', `/api/user/${id}`)).statusCode).toBe(200);
    const { statusCode, body } = await get('/@gone');
    expect(statusCode).toBe(410);
    expect(rootOf(body)).toContain('This page is closed.</h1>');
    expect(rootOf(body)).toContain('@<!-- -->gone</strong>');
    expect(body).toContain('<meta name="robots" content="noindex">');
    expect(body).not.toContain('Gone Girl');
    expect(body).not.toContain('data-page="hero"');
    for (const file of ['contact.vcf', 'sign', 'card.png', 'button.svg', 'qr.svg']) {
      expect((await get(`/@gone/${file}`)).statusCode).toBe(410);
    }
  });

  it('that nobody ever had is not found', async () => {
    const { statusCode, body } = await get('/@nobody-at-all');
    expect(statusCode).toBe(404);
    expect(rootOf(body)).toContain('404 Page Not Found</h1>');
    expect(body).toContain('<meta name="robots" content="noindex">');
    for (const file of ['contact.vcf', 'sign', 'card.png', 'button.svg', 'qr.svg']) {
      expect((await get(`/@nobody-at-all/${file}`)).statusCode).toBe(404);
    }
  });

  it.each([
    '/@ab',
    `/@${'a'.repeat(31)}`,
    '/@...',
    '/@ma%20ya',
    '/@m%C3%A4ya',
    '/@maya%2Fsign',
    '/@%E2%84%AAim',
    '/@maya%00',
    '/@',
    '/@maya/nothing',
    '/@maya/',
  ])('costs no query where nobody can have it: %s', async (path) => {
    const reads = await countReads(test.pool, async () => {
      const { statusCode, body } = await get(path);
      expect(statusCode).toBe(404);
      expect(body).toContain('<div id="root"');
    });
    expect(reads).toBe(0);
  });
});

describe('a payment request', () => {
  it('shows what is asked for, and the links carry it', async () => {
    const { body } = await get('/@maya?amount=25&note=Dinner%20%26%20wine');
    const root = rootOf(body).replaceAll('<!-- -->', '');
    expect(root).toContain('Maya Okafor asks for');
    expect(root).toContain('$25.00');
    expect(root).toContain('“Dinner &amp; wine”');
    expect(root).toContain('Check them in the app before you send.');
    expect(body).toContain('<title>Maya Okafor asks for $25.00 · Payfolk</title>');
    expect(body).toContain(`<link rel="canonical" href="${ORIGIN}/@maya">`);
    expect(body).toContain(
      `property="og:url" content="${ORIGIN}/@maya?amount=25&amp;note=Dinner%20%26%20wine"`,
    );
    expect(payLinksOf(body)).toEqual([
      'https://account.venmo.com/pay?txn=pay&recipients=maya-okafor&amount=25&note=Dinner%20%26%20wine',
      'https://cash.app/$mayaokafor/25',
      'https://www.paypal.com/myaccount/transfer/homepage/pay',
      'https://www.apple.com/apple-cash/',
    ]);
    expect(root).toContain('Fills in the amount and note.');
    expect(root).toContain('Fills in the amount.');
    expect(root).toContain('Type the email and $25.00 there.');
  });

  it.each(['0', '-5', '1e3', 'abc', '100000.01', '1,234', '٢٥', ' ', `1${'0'.repeat(500)}`])(
    'with the amount "%s" is the plain page',
    async (amount) => {
      const { statusCode, body } = await get(
        `/@maya?amount=${encodeURIComponent(amount)}&note=Dinner`,
      );
      expect(statusCode).toBe(200);
      expect(body).toContain('<title>Pay Maya Okafor · Payfolk</title>');
      expect(rootOf(body)).not.toContain('asks for');
      expect(body).not.toContain('Dinner');
    },
  );

  it('given twice is the plain page', async () => {
    const { body } = await get('/@maya?amount=25&amount=30');
    expect(rootOf(body)).not.toContain('asks for');
  });

  it('with a note that is not allowed has no note', async () => {
    for (const note of ['a'.repeat(281), 'x\u202Ey', 'line\nbreak']) {
      const { body } = await get(`/@maya?amount=25&note=${encodeURIComponent(note)}`);
      expect(dataOf(body)).toMatchObject({ request: { amount: '25' } });
      expect(rootOf(body)).not.toContain('“');
    }
  });

  it('changed without code shows the fields, filled in', async () => {
    const { body } = await get('/@maya?edit=1&amount=12.5&note=Tea');
    const root = rootOf(body);
    expect(root).not.toContain('asks for');
    expect(root).toMatch(/name="amount"[^>]* value="12.50"/);
    expect(root).toMatch(/name="note"[^>]* value="Tea"/);
    expect(payLinksOf(body)[1]).toBe('https://cash.app/$mayaokafor/12.50');
  });

  it('changed without code may have any sign in its note, unlike a link from elsewhere', async () => {
    const url = `/@maya?edit=1&amount=5&note=${encodeURIComponent('For @ana')}`;
    const own = await get(url);
    expect(rootOf(own.body)).toMatch(/name="note"[^>]* value="For @ana"/);
    for (const site of ['cross-site', 'none', '']) {
      const { body } = await get(url, { 'sec-fetch-site': site });
      expect(rootOf(body)).toMatch(/name="amount"[^>]* value="5"/);
      expect(body).not.toContain('@ana');
    }
  });
});

describe('the files of a page', () => {
  it('has a contact for phones', async () => {
    const { headers, body } = await get('/@maya/contact.vcf');
    expect(headers).toMatchObject({
      'content-type': 'text/vcard; charset=utf-8',
      'content-disposition': 'attachment; filename="maya.vcf"',
      'x-content-type-options': 'nosniff',
    });
    expect(body).toContain('FN:Maya Okafor\r\n');
    expect(body).toContain(`URL:${ORIGIN}/@maya\r\n`);
  });

  it('has a QR code of the page', async () => {
    const { headers, body } = await get('/@maya/qr.svg');
    expect(headers['content-type']).toBe('image/svg+xml');
    const url = `data:image/svg+xml;base64,${Buffer.from(body).toString('base64')}`;
    expect(await readQrCode(url)).toMatchObject({ text: `${ORIGIN}/@maya`, quietZone: 4 });
  });

  it('has a QR code of a request, if the note fits', async () => {
    const { body } = await get('/@maya/qr.svg?amount=25&note=Dinner%20%26%20wine');
    const url = `data:image/svg+xml;base64,${Buffer.from(body).toString('base64')}`;
    expect((await readQrCode(url)).text).toBe(`${ORIGIN}/@maya?amount=25&note=Dinner%20%26%20wine`);
    const long = await get(`/@maya/qr.svg?amount=25&note=${encodeURIComponent('你'.repeat(280))}`);
    expect(long.statusCode).toBe(400);
    expect(long.json().message).toBe('This note is too long for a QR code. Please shorten it.');
    const fits = await get(`/@maya/qr.svg?amount=25&note=${encodeURIComponent('é'.repeat(260))}`);
    expect(fits.statusCode).toBe(200);
    const code = `data:image/svg+xml;base64,${Buffer.from(fits.body).toString('base64')}`;
    expect((await readQrCode(code)).text).toContain('%C3%A9'.repeat(260));
  });

  it('has a sign for paper, without a badge', async () => {
    const { headers, body } = await get('/@maya/sign');
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['content-security-policy']).toContain("script-src 'self';");
    expect(body).toContain('<title>Sign for Maya Okafor');
    expect(body.replaceAll('<!-- -->', '')).toContain('Scan to pay Maya Okafor</h1>');
    expect(body).toContain('$mayaokafor');
    expect(body).toContain('src="/@maya/qr.svg"');
    expect(body).not.toContain('Verified');
    expect(body).not.toMatch(/<style|\sstyle=|\son\w+=/);
    for (const [, file = ''] of body.matchAll(/(?:href|src)="(\/(?:assets|sign)[^"]*)"/g)) {
      expect((await get(file)).statusCode, file).toBe(200);
    }
  });

  it('has a button for other sites, whose text needs no font', async () => {
    const { headers, body } = await get('/@maya/button.svg');
    expect(headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'cross-origin-resource-policy': 'cross-origin',
    });
    expect(body).toContain('<svg');
    expect(body).not.toMatch(/<text|<script|<image/);
    expect(body.match(/<path/g)?.length).toBeGreaterThanOrEqual(3);
  });
});

describe('robots.txt', () => {
  it('allows pages, and neither searches nor the API', async () => {
    const { body } = await get('/robots.txt');
    expect(body.trim().split('\n')).toEqual([
      'User-agent: *',
      'Disallow: /api/',
      'Disallow: /*?search=',
      'Disallow: /*&search=',
      'Allow: /',
    ]);
  });
});
