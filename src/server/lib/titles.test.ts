import { expect, it } from 'vitest';
import { withoutTitles } from './titles.ts';

it.each([
  ['ana.5', []],
  ['ana.diaz.official.5', ['ana diaz']],
])('%s without titles, as a username, is %j', (username, bare) => {
  expect(withoutTitles(username, 'username').sort()).toEqual(bare);
});

it.each([
  ['Imogen Farrow Verified', ['Imogen Farrow']],
  ['Verified: Imogen Farrow', ['Imogen Farrow']],
  ['imogen.farrow.official', ['imogen farrow']],
  ['Team Rocket Official', ['Rocket', 'Rocket Official', 'Team Rocket']],
  ['Official Support', []],
  ['Jean-Paul', []],
  ['', []],
  // One word is left: 'Real' and 'Page' are names too.
  ['Rosa Real', []],
  ['Team Maria', []],
  ['The Rock', []],
  ['Larry Page', []],
  ['Lê Văn Thế', []],
  ['Ana 5', ['Ana']],
  ['2 Ana Diaz #3', ['2 Ana Diaz', 'Ana Diaz', 'Ana Diaz 3']],
  ['Rosa Real 5', ['Rosa Real']],
  ['24/7', []],
  ['Rosa ★', []],
])('%s without titles is %j', (name, bare) => {
  expect(withoutTitles(name).sort()).toEqual(bare);
});
