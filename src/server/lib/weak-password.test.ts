import { describe, expect, it } from 'vitest';
import { COMMON_PASSWORDS } from './common-passwords.ts';
import { passwordWeakness } from './weak-password.ts';

const ana = {
  name: 'Ana María Ruiz',
  screenName: 'Ana’s Bakery',
  email: 'ana.ruiz@bakers.example',
};

describe('passwordWeakness', () => {
  it('refuses the 3,000 most common that are long enough', () => {
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

  it.each([
    ' '.repeat(8),
    ' \u00a0\u2003\t \u3000  ',
    'aaaaaaaa',
    '!!!!!!!!!',
    'AAAAaaaa',
    'aaaa1111',
    'abababab',
    'abcdefgh',
    'HGFEDCBA',
    '34567890',
    '7890123456',
    'abcd5678',
    'qwertyuiop',
    'lkjhgfdsa',
    'summer2026',
    'Winter-2025!',
    'Fall2026',
    'october1999',
    'May012026',
    '2026august',
    'payfolk1',
    'PayFolk2026!',
    'password2026',
  ])('refuses %j, which is guessed first', (password) => {
    expect(passwordWeakness(password, ana)).toBe(
      'This password is too common. Please choose another.',
    );
  });

  it.each([
    'correct horse',
    'ana likes rye',
    'x7#kQ!p2zz',
    '19283746501',
    '长密码长密码长密码',
    'summer rain 26',
    'abcd and efgh',
    'payfolk is mine',
    'mayflower1620',
  ])('takes %s', (password) => {
    expect(passwordWeakness(password, ana)).toBeUndefined();
  });
});
