import fc from 'fast-check';
import { expect, it } from 'vitest';
import { usernameCandidates, usernameFrom } from './derive-username.ts';
import { isReservedUsername } from './reserved-usernames.ts';

it.each([
  ['Ana María Ruiz', 'ana.maria.ruiz'],
  ['Joe’s Pizza & Pasta', 'joes.pizza.pasta'],
  ['Łukasz Groß', 'lukasz.gross'],
  ['Al', 'al'],
  ['Bö', 'bo'],
  ['Юлия Петрова', 'yulia.petrova'],
  ['Юлия Müller', 'yulia.muller'],
  ['Ελένη Παπαδοπούλου', 'eleni.papadopoulou'],
  ['Йо', 'yo'],
  ['Саппорт Payfolk', 'member'],
  ['Υποστήριξη Юлия', 'member'],
  ['فاطمة', 'member'],
  ['42', 'member'],
  ['李A', 'member'],
  ['王芳', 'member'],
  ['...', 'member'],
  ['Support', 'member'],
  ['Páyfolk Help', 'member'],
  ['a'.repeat(40), 'a'.repeat(30)],
  [`${'a'.repeat(29)} bcd`, 'a'.repeat(29)],
])('%s becomes %s', (name, username) => {
  expect(usernameFrom(name)).toBe(username);
});

it('whatever the name and however often it is taken, the result is a username', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat({ max: 9 }), (name, round) => {
      for (const candidate of usernameCandidates(usernameFrom(name), round)) {
        expect(candidate).toMatch(/^[a-z0-9._-]{3,30}$/);
      }
    }),
  );
});

it('numbers small first', () => {
  expect(usernameCandidates('ana', 0).slice(0, 3)).toEqual(['ana', 'ana2', 'ana3']);
});

it('numbers a name that is too short by itself', () => {
  expect(usernameCandidates('jo', 0).slice(0, 2)).toEqual(['jo2', 'jo3']);
});

it('is not reserved with its number either', () => {
  const names = ['Official PayPal Customer Carex', 'Trus'];
  for (const name of names) {
    for (const round of [0, 1, 2]) {
      const candidates = usernameCandidates(usernameFrom(name), round);
      expect(candidates.filter(isReservedUsername)).toEqual([]);
    }
  }
  expect(usernameCandidates('trus', 0)).not.toContain('trus7');
});
