import { hash } from '@node-rs/argon2';
import { describe, expect, it } from 'vitest';
import { COMMON_PASSWORDS } from './common-passwords.ts';
import { hashPassword, isHashOutdated, isPasswordRight, passwordWeakness } from './password.ts';

const ana = {
  name: 'Ana María Ruiz',
  screenName: 'Ana’s Bakery',
  email: 'ana.ruiz@bakers.example',
};

describe('hashes', () => {
  it('are Argon2id with 19 MiB, two passes and one lane, and fit their password only', async () => {
    const made = await hashPassword('correct horse');
    expect(made).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await isPasswordRight('correct horse', made)).toBe(true);
    expect(await isPasswordRight('correct hors', made)).toBe(false);
  });

  it('cut nothing off: 128 characters count to the last', async () => {
    const long = '🙂'.repeat(127);
    const made = await hashPassword(`${long}a`);
    expect(await isPasswordRight(`${long}b`, made)).toBe(false);
    expect(await isPasswordRight(`${long}a`, made)).toBe(true);
  });

  it('nobody has a password', async () => {
    expect(await isPasswordRight('anything', null)).toBe(false);
    expect(await isPasswordRight('anything', undefined)).toBe(false);
  });

  it('are made anew when the costs change', async () => {
    expect(isHashOutdated(await hashPassword('correct horse'))).toBe(false);
    const cheaper = { memoryCost: 8_192, timeCost: 2, parallelism: 1 };
    expect(isHashOutdated(await hash('correct horse', cheaper))).toBe(true);
  });
});

describe('passwordWeakness', () => {
  it('knows the 3,000 commonest that are long enough to be chosen', () => {
    expect(COMMON_PASSWORDS.size).toBe(3_000);
    expect([...COMMON_PASSWORDS].every((password) => password.length >= 8)).toBe(true);
    for (const password of ['password', 'PassWord', '12345678', 'qwertyuiop']) {
      expect(passwordWeakness(password, ana)).toBe(
        'This password is too common. Please choose another.',
      );
    }
  });

  it.each([
    'anaruiz1',
    'Ruiz.Ana.2026',
    'anamaria!!',
    'MARÍA-maria-1',
    'ana.ruiz@bakers.example',
    'anasbakery99',
    'bakers12345',
  ])('refuses %s, which is made of the own name or email', (password) => {
    expect(passwordWeakness(password, ana)).toBe(
      'This password is too close to your name or email. Please choose another.',
    );
  });

  it.each(['correct horse', 'ana likes rye', 'x7#kQ!p2zz', '19283746501', '长密码长密码长密码'])(
    'takes %s',
    (password) => {
      expect(passwordWeakness(password, ana)).toBeUndefined();
    },
  );
});
