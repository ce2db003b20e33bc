import fc from 'fast-check';
import { expect, it } from 'vitest';
import { usernameCandidates, usernameFrom } from './derive-username.ts';

it.each([
  ['Ana María Ruiz', 'ana.maria.ruiz'],
  ['Joe’s Pizza & Pasta', 'joes.pizza.pasta'],
  ['Łukasz Groß', 'lukasz.gross'],
  ['Al', 'member'],
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
