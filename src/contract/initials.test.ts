import { expect, test } from 'vitest';
import { initials, shortInitials } from './initials.ts';

test.each([
  ['Maya Okafor', 'MO', 'MO'],
  ['  maya   from the gym ', 'MFTG', 'MG'],
  ['ximena', 'X', 'X'],
  ['élodie Ünal', 'ÉÜ', 'ÉÜ'],
  ['𝒜da Lovelace', '𝒜L', '𝒜L'],
  ['the corner shop on main street', 'TCSO', 'TS'],
  ['Maya 🎉', 'M', 'M'],
  ['& Sons (Bakery) 🎉', 'SB', 'SB'],
  ['🎉Party 24/7', 'P2', 'P2'],
  ['李娜', '李', '李'],
  ['', 'U', 'U'],
  ['   ', 'U', 'U'],
  ['🎉', 'U', 'U'],
])('%j stands for %s on a card and %s in the header', (name, onCard, inHeader) => {
  expect(initials(name)).toBe(onCard);
  expect(shortInitials(name)).toBe(inHeader);
});
