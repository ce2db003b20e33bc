import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Findable, indexKeys, keysOf } from './keys.ts';
import { matchExactTier } from './match.ts';
import { type Form, parseQuery } from './query.ts';
import { compareKeys, exactRanges, isInside, rangeAt, TIER } from './ranges.ts';

const person = (name: string, more: Partial<Findable> = {}): Findable => ({
  name,
  screenName: null,
  username: null,
  isVerified: false,
  accounts: [],
  ...more,
});

const word = fc.constantFrom(
  'ana',
  'anna',
  'maria',
  'mariana',
  'g',
  'garcia',
  'de',
  'o’hara',
  '王小明',
  'li',
);
const name = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));
const someone = fc
  .record({
    name,
    screenName: fc.option(name),
    username: fc.option(fc.constantFrom('ana', 'anamaria', 'maria.garcia', 'mariag92', 'garcia')),
    isVerified: fc.boolean(),
    handle: fc.option(fc.constantFrom('$ana', '$mariagarcia92', '$li')),
  })
  .map(({ handle, ...rest }) =>
    person('', {
      ...rest,
      accounts: handle ? [{ platform: 'cashapp' as const, username: handle }] : [],
    }),
  );

/** How often the index lists somebody for a reading, outside the tier that has a table of its own. */
function timesListed(found: Findable, form: Form): number {
  const keys = indexKeys(found, keysOf(found));
  return exactRanges(form).flatMap((range) =>
    keys.filter((key) => isInside(range, key) && (key.at(-1) ?? '') < range.repeats),
  ).length;
}

describe('keys', () => {
  it('list a person once for whatever beginning of theirs is typed', () => {
    fc.assert(
      fc.property(someone, fc.nat(), fc.nat(), (found, which, length) => {
        const { single, several } = keysOf(found);
        const texts = [...single.keys(), ...several];
        const text = texts[which % texts.length] ?? '';
        const typed = text.slice(0, 1 + (length % text.length)).trim();
        const parsed = parseQuery(typed);
        if (parsed.kind !== 'people') throw new Error(`${typed} was not read as a name`);
        for (const form of parsed.forms) {
          const tier = matchExactTier(form, keysOf(found));
          const isInIndex = tier !== undefined && tier !== TIER.id;
          expect(timesListed(found, form)).toBe(isInIndex ? 1 : 0);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('are no different for the same name written otherwise', () => {
    const keys = (text: string) => [...keysOf(person(text)).single.keys()].sort();
    expect(keys('ANA MARÍA O’HARA')).toEqual(keys('ana maria ohara'));
  });

  it('stay few for the longest name that is allowed', () => {
    const longest = person(Array.from({ length: 34 }, (_, nth) => `a${nth % 10}`).join(' '));
    expect(indexKeys(longest, keysOf(longest)).length).toBeLessThan(150);
  });

  it('are whole characters, however long the name', () => {
    const { single, several } = keysOf(person(`a${'🍕'.repeat(70)} 𐌰𐌱${'𐌲'.repeat(60)}`));
    for (const key of [...single.keys(), ...several]) {
      expect(key).toBe(Buffer.from(key).toString());
    }
  });
});

describe('ranges', () => {
  it('compare as UTF-8 bytes do', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
        const bytes = Buffer.compare(Buffer.from(a), Buffer.from(b));
        expect(Math.sign(compareKeys(a, b))).toBe(bytes);
      }),
    );
  });

  it('are found by halving', () => {
    const ranges = ['b', 'd', 'f'].map((low) => ({
      tier: TIER.words,
      low,
      high: `${low}z`,
      repeats: '',
    }));
    expect(['a', 'b', 'bb', 'bz', 'c', 'd', 'fa', 'g'].map((key) => rangeAt(ranges, key))).toEqual([
      -1, 0, 0, -1, -1, 1, 2, -1,
    ]);
  });
});

describe('queries', () => {
  it.each([
    ['', { kind: 'everybody' }],
    [' \u200b ', { kind: 'everybody' }],
    ['%_', { kind: 'nobody' }],
    ['$Ana', { kind: 'people', forms: [{ kind: 'one', word: 'ana' }] }],
    [
      'https://www.paypal.com/paypalme/AnaG/5',
      { kind: 'people', forms: [{ kind: 'one', word: 'anag' }] },
    ],
    ['cash.app/$ana', { kind: 'people', forms: [{ kind: 'one', word: 'ana' }] }],
    ['venmo.com/u/ana', { kind: 'people', forms: [{ kind: 'one', word: 'ana' }] }],
    ['account.venmo.com/u/ana', { kind: 'people', forms: [{ kind: 'one', word: 'ana' }] }],
    ['apple.pay/ana', { kind: 'people', forms: [{ kind: 'one', word: 'ana' }] }],
    [
      'Ana  María',
      {
        kind: 'people',
        forms: [
          { kind: 'many', words: ['ana', 'maria'] },
          { kind: 'one', word: 'anamaria' },
        ],
      },
    ],
    [
      'ana.maria',
      {
        kind: 'people',
        forms: [
          { kind: 'one', word: 'anamaria' },
          { kind: 'many', words: ['ana', 'maria'] },
        ],
      },
    ],
  ])('%s', (typed, parsed) => {
    expect(parseQuery(typed)).toMatchObject(parsed);
  });
});
