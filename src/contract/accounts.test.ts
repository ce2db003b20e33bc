import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { problems } from '#tests/support/problems.ts';
import {
  confirmEmailInput,
  forgotPasswordInput,
  loginInput,
  profileInput,
  registerInput,
  registerWithAccountsInput,
  resetPasswordInput,
} from './accounts.ts';
import { paymentAccountInput } from './payment-accounts.ts';

const ana = { name: 'Ana Ruiz', email: 'ana@example.com', password: 'correct horse' };

describe('registerInput', () => {
  it.each<[string, unknown, string]>([
    ['name', undefined, 'Name must be at least 2 characters'],
    ['name', null, 'Name must be at least 2 characters'],
    ['name', 7, 'Name must be at least 2 characters'],
    ['name', ' A\u200b ', 'Name must be at least 2 characters'],
    ['name', 'A\u202eb', 'Name contains characters that are not allowed'],
    ['name', 'A\u0000b', 'Name contains characters that are not allowed'],
    ['name', 'x'.repeat(101), 'Name must be at most 100 characters'],
    ['screenName', 'A', 'Screen name must be at least 2 characters'],
    ['screenName', 7, 'Screen name must be at least 2 characters'],
    ['screenName', 'x'.repeat(51), 'Screen name must be at most 50 characters'],
    ['email', undefined, 'Email is required'],
    ['email', null, 'Email is required'],
    ['email', ' ', 'Email is required'],
    ['email', 'ana', 'Please enter a valid email address'],
    ['email', 'ana@example', 'Please enter a valid email address'],
    ['email', 'ana@exa mple.com', 'Please enter a valid email address'],
    ['email', 'аna@example.com', 'Please enter a valid email address'],
    ['email', 'a..b@example.com', 'Please enter a valid email address'],
    ['email', `${'x'.repeat(65)}@example.com`, 'Please enter a valid email address'],
    ['email', `${'x'.repeat(250)}@example.com`, 'Email must be at most 254 characters'],
    ['password', undefined, 'Password is required'],
    ['password', '', 'Password is required'],
    ['password', 12345678, 'Password is required'],
    ['password', '1234567', 'Password must be at least 8 characters'],
    ['password', '🙂🙂🙂🙂', 'Password must be at least 8 characters'],
    ['password', 'x'.repeat(129), 'Password must be at most 128 characters'],
    ['phoneNumber', '0123456', 'Please enter a valid phone number'],
    ['phoneNumber', '+1234567890123456', 'Please enter a valid phone number'],
    ['phoneNumber', 5551234, 'Please enter a valid phone number'],
    [
      'profileImage',
      'data:image/svg+xml;base64,PHN2Zz4=',
      'Please choose a PNG, JPEG, WebP or GIF image',
    ],
    ['profileImage', 'https://example.com/a.png', 'Please choose a PNG, JPEG, WebP or GIF image'],
  ])('%s %j: %s', (field, value, message) => {
    expect(problems(registerInput, { ...ana, [field]: value })).toEqual({ [field]: message });
  });

  it('reports every missing field at once', () => {
    expect(problems(registerInput, {})).toEqual({
      name: 'Name must be at least 2 characters',
      email: 'Email is required',
      password: 'Password is required',
    });
  });

  it('cleans every field except the password', () => {
    const password = ' \u200bpass word\u0000 ';
    expect(
      registerInput.parse({
        name: ' Ａｎａ\u200b  Ruiz ',
        screenName: '  ',
        email: ' Ana+pay@Example.COM\ufeff',
        password,
        phoneNumber: ' +1 (555) 123-4567 ',
        profileImage: '',
      }),
    ).toEqual({
      name: 'Ana Ruiz',
      screenName: null,
      email: 'Ana+pay@Example.COM',
      password,
      phoneNumber: '+15551234567',
      profileImage: null,
    });
  });

  it('takes passwords from 8 to 128 characters, an emoji being one', () => {
    for (const password of ['🙂'.repeat(8), '🙂'.repeat(128), 'x'.repeat(128)]) {
      expect(problems(registerInput, { ...ana, password })).toEqual({});
    }
    for (const password of ['🙂'.repeat(7), '🙂'.repeat(129)]) {
      expect(problems(registerInput, { ...ana, password })).toHaveProperty('password');
    }
  });

  it.each([
    'id',
    'isAdmin',
    'isVerified',
    'verifiedAt',
    'isDemo',
    'isFictional',
    'createdAt',
    'username',
    'resetToken',
    '__proto__x',
  ])('refuses %s', (field) => {
    const result = registerInput.safeParse({ ...ana, [field]: true });
    expect(result.error?.issues).toMatchObject([{ code: 'unrecognized_keys', keys: [field] }]);
  });
});

describe('registerWithAccountsInput', () => {
  const parse = (accounts: unknown) => registerWithAccountsInput.parse({ user: ana, accounts });

  it('drops blank handles and adds the $', () => {
    expect(
      parse([
        { platform: 'cashapp', username: ' ana ' },
        { platform: 'venmo', username: ' \u200b' },
        { platform: 'paypal', username: '' },
        { platform: 'applepay', username: null },
      ]).accounts,
    ).toEqual([{ platform: 'cashapp', username: '$ana' }]);
  });

  it('names the entry that is wrong', () => {
    const accounts = [
      { platform: 'venmo', username: '@ana' },
      { platform: 'venmo', username: '@ana2' },
      { platform: 'cashapp', username: 'a b' },
    ];
    expect(problems(registerWithAccountsInput, { user: { ...ana, email: '' }, accounts })).toEqual({
      'user.email': 'Email is required',
      'accounts.1.platform': 'Each platform can be given only once',
      'accounts.2.username': expect.stringContaining('Enter the Cash App name alone'),
    });
    expect(problems(registerWithAccountsInput, { user: ana, accounts: 'x' })).toEqual({
      accounts: 'Accounts must be a list',
    });
  });
});

describe('profileInput', () => {
  it.each<[string, unknown, string]>([
    ['username', 'ab', 'Username must be at least 3 characters'],
    ['username', '', 'Username must be at least 3 characters'],
    ['username', null, 'Username must be at least 3 characters'],
    ['username', 'x'.repeat(31), 'Username must be at most 30 characters'],
    [
      'username',
      'ana ruiz',
      'Username may only contain letters, numbers, dots, dashes and underscores',
    ],
    [
      'username',
      '\u212aelvin',
      'Username may only contain letters, numbers, dots, dashes and underscores',
    ],
    [
      'websiteUrl',
      'example.com',
      'Please enter a valid website URL (must start with http:// or https://)',
    ],
    [
      'websiteUrl',
      'https://localhost',
      'Please enter a valid website URL (must start with http:// or https://)',
    ],
    [
      'websiteUrl',
      'https://bank.com@evil.example',
      'Please enter a valid website URL (must start with http:// or https://)',
    ],
    [
      'websiteUrl',
      'javascript:alert(1)//a.b',
      'Please enter a valid website URL (must start with http:// or https://)',
    ],
    [
      'websiteUrl',
      'https://a.b/\u202egpj.exe',
      'Please enter a valid website URL (must start with http:// or https://)',
    ],
    ['websiteUrl', 7, 'Please enter a valid website URL (must start with http:// or https://)'],
    ['websiteUrl', `https://a.b/${'x'.repeat(300)}`, 'Website must be at most 300 characters'],
    ['email', '', 'Email is required'],
  ])('%s %j: %s', (field, value, message) => {
    expect(problems(profileInput, { [field]: value })).toEqual({ [field]: message });
  });

  it('takes nothing, clears with null or blank, and keeps what is left out', () => {
    expect(profileInput.parse({})).toEqual({});
    expect(
      profileInput.parse({
        screenName: '',
        phoneNumber: null,
        websiteUrl: ' ',
        profileImage: null,
      }),
    ).toEqual({ screenName: null, phoneNumber: null, websiteUrl: null, profileImage: null });
    expect(profileInput.parse({ username: ' Ana.R_1-x ' })).toEqual({ username: 'ana.r_1-x' });
    expect(profileInput.parse({ websiteUrl: ' HTTPS://Example.com ' })).toEqual({
      websiteUrl: 'HTTPS://Example.com',
    });
  });

  it('has no password field', () => {
    expect(profileInput.safeParse({ password: 'another one' }).success).toBe(false);
  });
});

describe('loginInput', () => {
  it('reports both with the messages of the form', () => {
    const both = {
      email: 'Please enter a valid email address',
      password: 'Password is required',
    };
    expect(problems(loginInput, {})).toEqual(both);
    expect(problems(loginInput, { email: '', password: '' })).toEqual(both);
    expect(problems(loginInput, { email: 'ana@example.com', password: 'x' })).toEqual({});
  });
});

describe('password reset', () => {
  it('wants a token and the same password twice', () => {
    expect(problems(forgotPasswordInput, {})).toEqual({ email: 'Email is required' });
    expect(problems(resetPasswordInput, {})).toEqual({
      token: 'Reset token is required',
      password: 'Password is required',
      confirmPassword: 'Please confirm your password',
    });
    const reset = { token: 't', password: 'long enough', confirmPassword: 'long enough ' };
    expect(problems(resetPasswordInput, reset)).toEqual({
      confirmPassword: "Passwords don't match",
    });
    expect(problems(confirmEmailInput, { token: '' })).toEqual({
      token: 'Confirmation token is required',
    });
  });
});

it('every input can be written down as JSON Schema', () => {
  for (const schema of [registerWithAccountsInput, profileInput, paymentAccountInput]) {
    expect(z.toJSONSchema(schema, { io: 'input' })).toMatchObject({
      type: 'object',
      additionalProperties: false,
    });
  }
});
