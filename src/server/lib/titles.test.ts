import { expect, it } from 'vitest';
import { withoutTitles } from './titles.ts';

it.each([
  ['Imogen Farrow Verified', ['Imogen Farrow']],
  ['Verified: Imogen Farrow', ['Imogen Farrow']],
  ['imogen.farrow.official', ['imogen farrow']],
  ['Team Rocket Official', ['Rocket Official', 'Team Rocket']],
  ['Official Support', []],
  ['Jean-Paul', []],
  ['', []],
  // One word is left: 'Real' and 'Team' are names too.
  ['Rosa Real', []],
  ['Team Maria', []],
  ['The Rock', []],
])('%s without titles is %j', (name, bare) => {
  expect(withoutTitles(name).sort()).toEqual(bare);
});
