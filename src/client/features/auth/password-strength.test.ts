import { expect, test } from 'vitest';
import { passwordStrength } from './password-strength.ts';

test.each([
  ['password', 1],
  ['Password1!', 1],
  ['12345678', 1],
  ['aaaaaaaaaaaaaaaa', 1],
  ['maya1984', 2],
  ['correct horse', 3],
  ['correct horse battery staple', 4],
  ['nR7!kq2Zt9', 3],
  ['żółtabłyskawica', 3],
] as const)('%s fills %i of four bars', (password, level) => {
  expect(passwordStrength(password).level).toBe(level);
});

test('a longer password is never called weaker', () => {
  let last = 0;
  const text = 'brisk otter maps seven lanterns';
  for (let length = 1; length <= text.length; length += 1) {
    const { level } = passwordStrength(text.slice(0, length));
    expect(level).toBeGreaterThanOrEqual(last);
    last = level;
  }
});
