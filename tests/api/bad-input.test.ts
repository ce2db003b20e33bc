import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { users } from '#server/db/schema.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.close());

const NAME = 'Name must be at least 2 characters';
const NAME_FORBIDDEN = 'Name contains characters that are not allowed';
const SCREEN = 'Screen name must be at least 2 characters';
const EMAIL = 'Please enter a valid email address';
const PHONE = 'Please enter a valid phone number';
const WEBSITE = 'Please enter a valid website URL (must start with http:// or https://)';
const PLATFORM = "Platform must be either 'paypal', 'cashapp', 'applepay', or 'venmo'";
const IMAGE = 'Please choose a PNG, JPEG, WebP or GIF image';
const BOTH = 'Both platform and username are required';
const USERNAME_ALPHABET =
  'Username may only contain letters, numbers, dots, dashes and underscores';
const long = (length: number) => 'x'.repeat(length);
const password = 'correct horse';

/** A value that stands for leaving the field out. */
const MISSING = Symbol('missing');

interface Case {
  call: string;
  /** A body that is fine but for the one field. */
  body: Record<string, unknown>;
  /** field: [value, message][] */
  fields: Record<string, [unknown, string][]>;
}

const registerFields: Case['fields'] = {
  name: [
    [MISSING, NAME],
    [null, NAME],
    [7, NAME],
    [['Ana'], NAME],
    ['A', NAME],
    ['  \u200b ', NAME],
    [long(101), 'Name must be at most 100 characters'],
    ['Ana\u202eRuiz', NAME_FORBIDDEN],
    ['Ana\u0000Ruiz', NAME_FORBIDDEN],
    ['Ana\ud800', NAME_FORBIDDEN],
  ],
  screenName: [
    [7, SCREEN],
    [{}, SCREEN],
    ['A', SCREEN],
    [long(51), 'Screen name must be at most 50 characters'],
    ['A\u2066B', 'Screen name contains characters that are not allowed'],
  ],
  email: [
    [MISSING, 'Email is required'],
    [null, 'Email is required'],
    [7, 'Email is required'],
    ['', 'Email is required'],
    ['ana', EMAIL],
    ['ana@example', EMAIL],
    ['ana ruiz@example.com', EMAIL],
    ['ana@example.com,bo@example.com', EMAIL],
    ['ana@example.com\nBcc: bo@example.com', EMAIL],
    ['añа@example.com', EMAIL],
    [`${long(250)}@example.com`, 'Email must be at most 254 characters'],
  ],
  password: [
    [MISSING, 'Password is required'],
    [null, 'Password is required'],
    [12345678, 'Password is required'],
    ['', 'Password is required'],
    ['1234567', 'Password must be at least 8 characters'],
    [long(129), 'Password must be at most 128 characters'],
  ],
  phoneNumber: [
    [5551234, PHONE],
    ['0123456', PHONE],
    ['+', PHONE],
    ['1', PHONE],
    ['555-CALL', PHONE],
    ['()-', PHONE],
    ['١٢٣٤٥', PHONE],
    [long(20), PHONE],
    ['1234567890123456', PHONE],
  ],
  profileImage: [
    [7, IMAGE],
    [{}, IMAGE],
    ['hello', IMAGE],
    ['data:image/svg+xml;base64,PHN2Zy8+', IMAGE],
    ['data:image/png;base64,', IMAGE],
    ['data:image/png;base64,####', 'This image cannot be read. Please choose another one.'],
  ],
};

const ana = { name: 'Ana', email: 'ana@example.com', password };
const nested = (prefix: string, fields: Case['fields']) =>
  Object.fromEntries(Object.entries(fields).map(([name, cases]) => [`${prefix}.${name}`, cases]));

const CASES: Case[] = [
  {
    call: 'POST /api/login',
    body: { email: 'ana@example.com', password },
    fields: {
      email: [
        [MISSING, EMAIL],
        [null, EMAIL],
        [7, EMAIL],
        ['', EMAIL],
        ['ana', EMAIL],
        [`${long(250)}@example.com`, 'Email must be at most 254 characters'],
      ],
      password: [
        [MISSING, 'Password is required'],
        ['', 'Password is required'],
        [{ $ne: null }, 'Password is required'],
        [long(129), 'Password must be at most 128 characters'],
      ],
    },
  },
  { call: 'POST /api/register', body: ana, fields: registerFields },
  {
    call: 'POST /api/register-with-accounts',
    body: { user: ana, accounts: [{ platform: 'venmo', username: 'ana' }] },
    fields: {
      ...nested('user', registerFields),
      accounts: [
        [MISSING, 'Accounts must be a list'],
        ['venmo', 'Accounts must be a list'],
        [Array.from({ length: 21 }, () => ({ platform: 'venmo' })), 'There are too many accounts'],
      ],
      'accounts.0.platform': [
        [MISSING, PLATFORM],
        [7, PLATFORM],
        ['all', PLATFORM],
        ['Venmo', PLATFORM],
      ],
      'accounts.0.username': [
        [7, 'Username is required'],
        ['@', 'Username is required'],
        [long(255), 'Username must be at most 254 characters'],
        ['a b', expect.stringContaining('Enter the Venmo name alone') as unknown as string],
      ],
    },
  },
  {
    call: 'PATCH /api/me',
    body: {},
    fields: {
      ...Object.fromEntries(
        Object.entries(registerFields)
          .filter(([field]) => field !== 'password')
          .map(([field, cases]) => [field, cases.filter(([value]) => value !== MISSING)]),
      ),
      username: [
        [null, 'Username must be at least 3 characters'],
        [7, 'Username must be at least 3 characters'],
        ['', 'Username must be at least 3 characters'],
        ['ab', 'Username must be at least 3 characters'],
        [long(31), 'Username must be at most 30 characters'],
        ['ana ruiz', USERNAME_ALPHABET],
        ['anä', USERNAME_ALPHABET],
        ['\u212aelvin', USERNAME_ALPHABET],
      ],
      websiteUrl: [
        [7, WEBSITE],
        ['example.com', WEBSITE],
        ['https://localhost', WEBSITE],
        ['ftp://example.com', WEBSITE],
        ['javascript:alert(1)//.', WEBSITE],
        ['https://bank.example@evil.example', WEBSITE],
        ['https://user:pass@example.com', WEBSITE],
        ['https://exa mple.com', WEBSITE],
        ['https://example.com/\u202e', WEBSITE],
        ['https://example.com/\u0007', WEBSITE],
        [`https://example.com/${long(300)}`, 'Website must be at most 300 characters'],
      ],
      password: [['another password', 'Unknown field: password']],
    },
  },
  {
    call: 'POST /api/payment-accounts',
    body: { platform: 'venmo', username: 'ana' },
    fields: {
      platform: [
        [MISSING, BOTH],
        [null, BOTH],
        [7, PLATFORM],
        ['', PLATFORM],
        ['all', PLATFORM],
      ],
      username: [
        [MISSING, BOTH],
        [null, BOTH],
        [7, 'Username is required'],
        ['', 'Username is required'],
        [' \u200b', 'Username is required'],
        [long(255), 'Username must be at most 254 characters'],
        ['ana/../bo', expect.stringContaining('Enter the Venmo name alone') as unknown as string],
        ['аna', expect.stringContaining('Enter the Venmo name alone') as unknown as string],
      ],
    },
  },
  {
    call: 'PUT /api/payment-accounts/order',
    body: { platforms: ['venmo'] },
    fields: {
      platforms: [
        [MISSING, 'Platforms must be a list'],
        ['venmo', 'Platforms must be a list'],
        [['venmo', 'venmo'], 'Each platform can be given only once'],
      ],
      'platforms.0': [
        ['zelle', PLATFORM],
        [7, PLATFORM],
        [null, PLATFORM],
      ],
    },
  },
  {
    call: 'POST /api/forgot-password',
    body: { email: 'ana@example.com' },
    fields: { email: registerFields.email ?? [] },
  },
  {
    call: 'POST /api/reset-password',
    body: { token: 'token', password, confirmPassword: password },
    fields: {
      token: [
        [MISSING, 'Reset token is required'],
        [7, 'Reset token is required'],
        ['', 'Reset token is required'],
        [long(201), 'This reset link is invalid or has expired. Please request a new one.'],
      ],
      password: registerFields.password ?? [],
      confirmPassword: [
        [MISSING, 'Please confirm your password'],
        [7, 'Please confirm your password'],
        ['', 'Please confirm your password'],
        ['something else', "Passwords don't match"],
      ],
    },
  },
  {
    call: 'POST /api/confirm-email',
    body: { token: 'token' },
    fields: {
      token: [
        [MISSING, 'Confirmation token is required'],
        [7, 'Confirmation token is required'],
        ['', 'Confirmation token is required'],
      ],
    },
  },
  ...['POST /api/undo', 'POST /api/sign-out-everywhere'].map((call) => ({
    call,
    body: { token: 'token' },
    fields: {
      token: [
        [MISSING, 'Token is required'],
        [7, 'Token is required'],
        ['', 'Token is required'],
      ] as [unknown, string][],
    },
  })),
  {
    call: 'PATCH /api/admin/users/1',
    body: { isVerified: true },
    fields: {
      isVerified: [
        ['true', 'isVerified must be true or false'],
        [1, 'isVerified must be true or false'],
        [null, 'isVerified must be true or false'],
      ],
      isAdmin: [
        ['yes', 'isAdmin must be true or false'],
        [null, 'isAdmin must be true or false'],
      ],
    },
  },
];

/** The body with one field, given by its path, set to another value or left out. */
function bodyWith(body: unknown, path: string[], value: unknown): unknown {
  const [key = '', ...rest] = path;
  if (path.length === 0) return value;
  const copy = structuredClone(body) as Record<string, unknown>;
  if (rest.length === 0 && value === MISSING) delete copy[key];
  else copy[key] = bodyWith(copy[key], rest, value);
  return copy;
}

async function everythingStored() {
  return JSON.stringify(
    await Promise.all(
      [
        'users',
        'payment_accounts',
        // Those with a key are queued while the server starts.
        'jobs WHERE key IS NULL',
        'audit_log',
        'email_confirmations',
      ].map(async (table) => (await test.pool.query(`SELECT * FROM ${table} ORDER BY 1`)).rows),
    ),
  );
}

describe.each(CASES)('$call', ({ call, body, fields }) => {
  const [method, url] = call.split(' ') as ['POST', string];
  const rows = Object.entries(fields).flatMap(([field, cases]) =>
    cases.map(([value, message]) => ({ field, value, message })),
  );
  let send: (payload: unknown, headers?: Record<string, string>) => ReturnType<TestApp['call']>;
  beforeAll(async () => {
    const admin = await test.loginAs({ isAdmin: true });
    send = (payload, headers) =>
      admin.call(method, url, { body: payload as object, ...(headers ? { headers } : {}) });
  });

  it.each(rows)('$field $value: $message', async ({ field, value, message }) => {
    const before = await everythingStored();
    const answer = await send(bodyWith(body, field.split('.'), value));
    expect(answer.statusCode).toBe(400);
    const { error, message: sentence, code, fields: named } = answer.json();
    expect(code).toBe('INVALID_INPUT');
    expect(error).toBe(sentence);
    expect(named[field]).toEqual(message);
    expect(await everythingStored()).toBe(before);
  });

  it('the error names an unknown field', async () => {
    for (const extra of ['surprise', 'constructor', 'toString']) {
      const answer = await send({ ...body, [extra]: 1 });
      expect(answer.statusCode).toBe(400);
      expect(answer.json().fields[extra]).toBe(`Unknown field: ${extra}`);
    }
  });

  it.each([
    ['a list', '[]'],
    ['null', 'null'],
    ['text', '"hello"'],
    ['a number', '7'],
  ])('%s instead of an object is 400', async (_, payload) => {
    const answer = await send(payload, { 'content-type': 'application/json' });
    expect(answer.statusCode).toBe(400);
  });

  it.each([
    ['broken JSON', '{"name": '],
    ['nothing', ''],
    ['a poisoned prototype', '{"__proto__": {"isAdmin": true}}'],
  ])('%s is 400', async (_, payload) => {
    const answer = await send(payload, { 'content-type': 'application/json' });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({
      code: expect.any(String),
      error: answer.json().message,
    });
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    '%s is 415',
    async (type) => {
      const answer = await send(JSON.stringify(body), { 'content-type': type });
      expect(answer.statusCode).toBe(415);
      expect(answer.json().code).toBe('NOT_JSON');
    },
  );

  it('8 MiB is 413', async () => {
    const answer = await send({ ...body, name: long(8 * 1024 * 1024) });
    expect(answer.statusCode).toBe(413);
  });
});

it('routes without a picture take no more than 1 MiB', async () => {
  const answer = await test.call('POST', '/api/login', { body: { email: long(1024 * 1024) } });
  expect(answer.statusCode).toBe(413);
  expect(answer.json()).toMatchObject({ code: 'TOO_LARGE' });
});

it('nothing from these requests was stored', async () => {
  const rows = await test.db.select({ name: users.name }).from(users);
  expect(rows.every(({ name }) => name.startsWith('Person '))).toBe(true);
});
