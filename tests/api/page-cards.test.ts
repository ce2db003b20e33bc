import { PNG } from 'pngjs';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paymentAccounts } from '#server/db/schema.ts';
import { makeAvatar } from '#server/lib/avatar.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp({
    publicUrl: 'https://a-very-long-host-name-for-a-payment-site.example.com',
  });
});
afterAll(() => test.close());

const BRAND = 0xff_c8_3d_ff;

async function addPerson(username: string, screenName: string, more: object = {}) {
  const { id } = await test.insertPerson({ username, screenName, ...more });
  await test.db.insert(paymentAccounts).values([
    { userId: id, platform: 'venmo', username: '@secret-handle' },
    { userId: id, platform: 'cashapp', username: '$secret-handle' },
    { userId: id, platform: 'paypal', username: 'secret-handle' },
    { userId: id, platform: 'applepay', username: 'secret-handle' },
  ]);
}

async function draw(url: string): Promise<PNG> {
  const { statusCode, headers, rawPayload } = await test.call('GET', url);
  expect(statusCode).toBe(200);
  expect(headers['content-type']).toBe('image/png');
  const png = PNG.sync.read(rawPayload);
  expect([png.width, png.height]).toEqual([1200, 630]);
  return png;
}

/** Whether anything is drawn inside a box. */
function hasInk({ data, width }: PNG, left: number, top: number, right: number, bottom: number) {
  for (let y = top; y < bottom; y += 1) {
    for (let x = left; x < right; x += 1) {
      if (data.readUInt32BE((y * width + x) * 4) !== BRAND) return true;
    }
  }
  return false;
}

/** Text stays between the left edge and the picture, the logo and the tiles. */
function expectInside(png: PNG) {
  expect(hasInk(png, 0, 0, 56, 630), 'left edge').toBe(false);
  expect(hasInk(png, 0, 0, 1200, 50), 'upper edge').toBe(false);
  expect(hasInk(png, 0, 590, 700, 630), 'lower edge').toBe(false);
  expect(hasInk(png, 692, 0, 724, 630), 'beside the picture').toBe(false);
  expect(hasInk(png, 1142, 0, 1200, 630), 'right edge').toBe(false);
  expect(hasInk(png, 56, 450, 692, 455), 'above the tiles').toBe(false);
  expect(hasInk(png, 56, 130, 692, 445), 'the words').toBe(true);
}

describe('the preview picture of a page', () => {
  it.each([
    ['plain', 'Maya Okafor'],
    ['longest', 'Wwwwwwwwww Wwwwwwwwww Wwwwwwwwww Wwwwwwwwww Wwwwww'],
    ['longest-word', 'W'.repeat(50)],
    ['one-letter-words', 'i '.repeat(25).trim()],
    ['polish', 'Święty Łukasz Żółć'],
    ['hebrew', 'שלום עולם ארוך מאוד'],
    ['chinese', '漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字'],
    ['emoji', 'Party 🎉🎉🎉 Time'],
    ['markup', '</text><image href="file:///etc/passwd"/>&amp;'],
  ])('has room for a name: %s', async (username, screenName) => {
    await addPerson(username, screenName);
    expectInside(await draw(`/@${username}/card.png`));
    expectInside(
      await draw(
        `/@${username}/card.png?amount=99999.99&note=${encodeURIComponent(screenName.repeat(5))}`,
      ),
    );
  });

  it('draws a name that our fonts lack as the username', async () => {
    await addPerson('drawable', '漢字');
    await addPerson('drawable2', 'drawable');
    const [unknown, known] = await Promise.all([
      draw('/@drawable/card.png'),
      draw('/@drawable2/card.png'),
    ]);
    expect(hasInk(unknown, 56, 130, 692, 445)).toBe(true);
    expect(unknown.data.equals(known.data)).toBe(false);
  });

  it('shows the person’s own picture', async () => {
    const red = await sharp({
      create: { width: 600, height: 600, channels: 3, background: '#f00' },
    })
      .png()
      .toBuffer();
    const avatar = await makeAvatar(`data:image/png;base64,${red.toString('base64')}`, {
      field: 'profileImage',
      tooLarge: 'Too large',
    });
    await addPerson('pictured', 'Pic Tured', {
      profileImage: avatar.dataUrl,
      profileImageHash: avatar.hash,
    });
    const { data, width } = await draw('/@pictured/card.png');
    const [r = 0, g = 0, b = 0] = data.subarray((400 * width + 930) * 4);
    expect(r).toBeGreaterThan(230);
    expect(g + b).toBeLessThan(60);
    // Outside of the arch.
    expect(data.readUInt32BE((150 * width + 735) * 4)).toBe(BRAND);
  });

  it('is cached for ever under the address that the page names', async () => {
    await addPerson('cached', 'Ca Ched');
    const { body } = await test.call('GET', '/@cached?amount=5');
    const [, address = ''] =
      /property="og:image" content="[^"]*?(\/@cached[^"]+)"/.exec(body) ?? [];
    const named = await test.call('GET', address.replaceAll('&amp;', '&'));
    expect(named.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'cross-origin',
    });
    for (const url of ['/@cached/card.png', '/@cached/card.png?v=other']) {
      expect((await test.call('GET', url)).headers['cache-control']).toBe('public, max-age=300');
    }
    const plain = await test.call('GET', '/@cached/card.png');
    expect(plain.rawPayload.equals(named.rawPayload)).toBe(false);
  });

  it('changes its address with the name', async () => {
    const addressOf = async () =>
      /property="og:image" content="([^"]+)"/.exec((await test.call('GET', '/@cached')).body)?.[1];
    const before = await addressOf();
    await test.pool.query(`UPDATE users SET screen_name = 'Other' WHERE username = 'cached'`);
    expect(await addressOf()).not.toBe(before);
  });

  it('is the one of the product where too many are drawn at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        test.call('GET', `/@plain/card.png?amount=${index + 1}`),
      ),
    );
    const sent = answers.filter(({ statusCode }) => statusCode === 200);
    const others = answers.filter(({ statusCode }) => statusCode === 302);
    expect(sent.length).toBeGreaterThan(0);
    expect(others.length).toBeGreaterThan(0);
    expect(sent.length + others.length).toBe(30);
    for (const { headers } of others) {
      expect(headers).toMatchObject({ location: '/og.png', 'cache-control': 'no-store' });
    }
  });
});
