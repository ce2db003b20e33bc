import { expect, it } from 'vitest';
import { withoutTitles } from './titles.ts';

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
  ['Ana 5', []],
  ['Rosa ★', []],
])('%s without titles is %j', (name, bare) => {
  expect(withoutTitles(name).sort()).toEqual(bare);
});
