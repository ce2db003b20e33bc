import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paymentAccounts } from '#server/db/schema.ts';
import { readQrCode } from '#tests/support/read-qr.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';

const ORIGIN = 'https://payfolk.example';

let test: TestApp;
let ana: Awaited<ReturnType<TestApp['loginAs']>>;

beforeAll(async () => {
  test = await buildTestApp({ publicUrl: ORIGIN });
  ana = await test.loginAs({ name: 'Ana Ruiz', username: 'ana.r_1-x' });
  await test.db.insert(paymentAccounts).values([
    { userId: ana.id, platform: 'venmo', username: '@ana-ruiz' },
    { userId: ana.id, platform: 'cashapp', username: '$ana' },
  ]);
});
afterAll(() => test.close());

const ask = (query: Record<string, string>, caller: Pick<TestApp, 'call'> = test) =>
  caller.call('GET', `/api/qrcode?${new URLSearchParams(query)}`);

/** The code, read again from its picture, has to be the address beside it. */
async function expectCode(
  answer: Awaited<ReturnType<typeof ask>>,
  url: string,
  type = 'image/png',
) {
  expect(answer.statusCode, answer.body).toBe(200);
  const body = answer.json();
  expect(Object.keys(body).sort()).toEqual(['qrCode', 'url']);
  expect(body.url).toBe(url);
  expect(body.qrCode).toMatch(new RegExp(`^data:${type.replace('+', '[+]')};base64,`));
  const code = await readQrCode(body.qrCode);
  expect(code).toMatchObject({ text: url, quietZone: 4, colors: 2 });
  expect(code.width).toBe(code.height);
}

const WHO = { username: 'ana.r_1-x' };

describe.each([
  ['png', 'image/png'],
  ['svg', 'image/svg+xml'],
])('GET /api/qrcode with format=%s', (format, mediaType) => {
  it.each<[string, Record<string, string>, string]>([
    ['a profile', { type: 'profile' }, '/?search=ana.r_1-x'],
    [
      'a profile, whatever the platform',
      { type: 'profile', platform: 'paypal' },
      '/?search=ana.r_1-x',
    ],
    [
      'a profile, which asks for no money',
      { type: 'profile', amount: '5', note: 'Hi' },
      '/?search=ana.r_1-x',
    ],
    ['a payment', { type: 'payment', platform: 'venmo' }, '/?search=ana.r_1-x&platform=venmo'],
    [
      'another platform',
      { type: 'payment', platform: 'cashapp' },
      '/?search=ana.r_1-x&platform=cashapp',
    ],
    [
      'an amount',
      { type: 'payment', platform: 'venmo', amount: '12.5' },
      '/?search=ana.r_1-x&platform=venmo&amount=12.50',
    ],
    [
      'an amount and a note',
      { type: 'payment', platform: 'venmo', amount: '25', note: ' Pizza & beer 🍕 + tip=5% ' },
      '/?search=ana.r_1-x&platform=venmo&amount=25&note=Pizza%20%26%20beer%20%F0%9F%8D%95%20%2B%20tip%3D5%25',
    ],
    [
      'a long note',
      { type: 'payment', platform: 'venmo', note: 'Thank you so much! '.repeat(14).trim() },
      `/?search=ana.r_1-x&platform=venmo&note=${encodeURIComponent('Thank you so much! '.repeat(14).trim())}`,
    ],
    [
      'empty parameters',
      { type: 'profile', platform: '', amount: '', note: ' ' },
      '/?search=ana.r_1-x',
    ],
  ])('draws %s', async (_, query, path) => {
    await expectCode(await ask({ ...WHO, ...query, format }), ORIGIN + path, mediaType);
  });
});

describe('GET /api/qrcode, whose', () => {
  it('draws a PNG by default, and ignores other parameters', async () => {
    await expectCode(
      await ask({ ...WHO, type: 'profile', _t: '1' }),
      `${ORIGIN}/?search=ana.r_1-x`,
    );
  });

  it('accepts a username in capitals or with invisible characters', async () => {
    const answer = await ask({ username: ' ANA.R_1-X\u200b', type: 'profile' });
    await expectCode(answer, `${ORIGIN}/?search=ana.r_1-x`);
  });

  it('is the member’s own without a username', async () => {
    await expectCode(await ask({ type: 'profile' }, ana), `${ORIGIN}/?search=ana.r_1-x`);
    await expectCode(
      await ask({ type: 'payment', platform: 'venmo', username: '' }, ana),
      `${ORIGIN}/?search=ana.r_1-x&platform=venmo`,
    );
  });

  it('is the one of the username, also for a member', async () => {
    const bob = await test.loginAs({ username: 'bob' });
    await expectCode(await ask({ ...WHO, type: 'profile' }, bob), `${ORIGIN}/?search=ana.r_1-x`);
  });

  it('is 400 for a visitor or a member without a username', async () => {
    const nameless = await test.loginAs({ username: null });
    for (const caller of [test, nameless]) {
      const answer = await ask({ type: 'profile' }, caller);
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toEqual({
        error: 'No username provided for QR code generation',
        message: 'No username provided for QR code generation',
        code: 'INVALID_INPUT',
        fields: { username: 'No username provided for QR code generation' },
      });
    }
  });

  it('is 404 for an unknown username', async () => {
    for (const type of ['profile', 'payment']) {
      const answer = await ask({ type, platform: 'venmo', username: 'nobody' });
      expect(answer.statusCode).toBe(404);
      expect(answer.json()).toMatchObject({ message: 'User not found', code: 'NOT_FOUND' });
    }
  });

  it('is 404 for a platform without a handle', async () => {
    for (const query of [{ ...WHO }, {}]) {
      const answer = await ask({ ...query, type: 'payment', platform: 'applepay' }, ana);
      expect(answer.statusCode).toBe(404);
      expect(answer.json()).toMatchObject({
        message: 'This user has no Apple Pay name',
        code: 'NOT_FOUND',
      });
    }
  });

  it('is 404 for a contact, because contacts are private', async () => {
    await ana.call('POST', '/api/add-person', {
      body: {
        name: 'Maya Okafor',
        screenName: 'maya',
        paymentPlatform: 'venmo',
        paymentUsername: 'maya',
      },
    });
    for (const caller of [test, ana]) {
      const answer = await ask({ type: 'payment', platform: 'venmo', username: 'maya' }, caller);
      expect(answer.statusCode).toBe(404);
    }
  });
});

describe('GET /api/qrcode refuses', () => {
  const TYPE = "Type must be either 'profile' or 'payment'";
  const PLATFORM = "Platform must be either 'paypal', 'cashapp', 'applepay', or 'venmo'";
  const ALPHABET = 'Username may only contain letters, numbers, dots, dashes and underscores';
  const AMOUNT = 'Enter the amount as a plain number, for example 25 or 12.50';
  const NOTE = 'The note contains characters that are not allowed';
  const payment = { type: 'payment', platform: 'venmo', ...WHO };

  it.each<[string, Record<string, string>, Record<string, string>]>([
    ['no type', { ...WHO }, { type: TYPE }],
    ['an empty type', { ...WHO, type: '' }, { type: TYPE }],
    ['an unknown type', { ...WHO, type: 'Profile' }, { type: TYPE }],
    [
      'a payment without a platform',
      { ...WHO, type: 'payment' },
      { platform: 'A payment code needs a platform' },
    ],
    ['an unknown platform', { ...payment, platform: 'zelle' }, { platform: PLATFORM }],
    ['all platforms', { ...payment, platform: 'all' }, { platform: PLATFORM }],
    [
      'an unknown platform of a profile',
      { ...WHO, type: 'profile', platform: 'zelle' },
      { platform: PLATFORM },
    ],
    [
      'a long username',
      { ...payment, username: 'a'.repeat(31) },
      { username: 'Username must be at most 30 characters' },
    ],
    ['a username with a space', { ...payment, username: 'ana ruiz' }, { username: ALPHABET }],
    ['a username with a sign', { ...payment, username: "ana'--" }, { username: ALPHABET }],
    [
      'a username with a Kelvin sign',
      { ...payment, username: 'ana\u212a' },
      { username: ALPHABET },
    ],
    ['a username of another script', { ...payment, username: 'аna' }, { username: ALPHABET }],
    [
      'an unknown format',
      { ...payment, format: 'gif' },
      { format: "Format must be either 'png' or 'svg'" },
    ],
    ['an amount in words', { ...payment, amount: 'ten' }, { amount: AMOUNT }],
    ['an amount with three decimals', { ...payment, amount: '1.234' }, { amount: AMOUNT }],
    ['a negative amount', { ...payment, amount: '-5' }, { amount: AMOUNT }],
    [
      'nothing as an amount',
      { ...payment, amount: '0.00' },
      { amount: 'The amount must be more than 0' },
    ],
    [
      'too large an amount',
      { ...payment, amount: '100000.01' },
      { amount: 'The amount can be at most 100,000' },
    ],
    [
      'a long note',
      { ...payment, note: 'a'.repeat(281) },
      { note: 'The note can be at most 280 characters' },
    ],
    ['a note turned around', { ...payment, note: 'a\u202eb' }, { note: NOTE }],
    ['a note with a null byte', { ...payment, note: 'a\u0000b' }, { note: NOTE }],
    [
      'a note that no code can hold',
      { ...payment, note: '🍕'.repeat(280) },
      { note: 'This note is too long for a QR code. Please shorten it.' },
    ],
  ])('%s', async (_, query, fields) => {
    const answer = await ask(query);
    expect(answer.statusCode).toBe(400);
    const [sentence] = Object.values(fields);
    expect(answer.json()).toEqual({
      error: sentence,
      message: sentence,
      code: 'INVALID_INPUT',
      fields,
    });
  });

  it.each(['type', 'username', 'platform', 'format', 'amount', 'note'])(
    '%s twice',
    async (name) => {
      const answer = await test.call('GET', `/api/qrcode?type=profile&${name}=1&${name}=2`);
      expect(answer.statusCode).toBe(400);
      expect(answer.json().fields).toHaveProperty(name);
    },
  );
});

describe('GET /api/qrcode, too often', () => {
  it('returns 429 with Retry-After after 120 in 5 minutes', async () => {
    const limited = await buildTestApp({ rateLimits: true });
    try {
      const askThere = () => ask({ type: 'profile', username: 'nobody' }, limited);
      const answers = await Promise.all(Array.from({ length: 120 }, askThere));
      expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([404]));
      const refused = await askThere();
      expect(refused.statusCode).toBe(429);
      expect(refused.json().code).toBe('TOO_MANY_REQUESTS');
      const seconds = Number(refused.headers['retry-after']);
      expect(seconds).toBeGreaterThan(0);
      expect(seconds).toBeLessThanOrEqual(300);
    } finally {
      await limited.close();
    }
  });
});
