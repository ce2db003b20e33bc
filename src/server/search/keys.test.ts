import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldWords } from '#contract/fold.ts';
import { type Findable, KEYS_MAX, keysOf } from './keys.ts';

const personWith = (names: Partial<Findable>): Findable => ({
  owner: 0,
  name: 'Ana',
  screenName: null,
  username: 'somebody',
  isVerified: false,
  accounts: [
    { platform: 'cashapp', username: '$some-cash' },
    { platform: 'paypal', username: 'paypal.me/somepal' },
    { platform: 'venmo', username: '@some-venmo' },
  ],
  isListed: true,
  formerUsernames: Array.from({ length: 20 }, (_, at) => `former${at}`),
  ...names,
});

const LONG_NAMES = [
  'Anna-Liese Müller von der Höhe',
  'Zzöäü-Zzüxö Zzöyü Zzäzö Zzüwä Zzöä',
  'Bjørn-Åge Sæther Øvergård på Kjølstad',
  'Юлия-Щука Жукова Хрущёва Чехова Ямщикова',
  'Γιώργος-Χρήστος Παπαδόπουλος του Ψαρά Ξένου',
];

const LETTERS = [...'abzöäüßøåæñжщюяёхψξχθυωώ李ゆカ김👍-'];
const word = fc.string({ unit: fc.constantFrom(...LETTERS), minLength: 1, maxLength: 9 });
const longName = fc
  .array(word, { minLength: 1, maxLength: 50 })
  .map((words) => `A ${words.join(' ')}`);

function expectNothingEssentialIsCut(person: Findable) {
  const { keys, shared } = keysOf(person);
  const has = (start: string) => keys.some((key) => key.startsWith(start));
  expect(keys.length).toBeLessThanOrEqual(KEYS_MAX);
  expect(shared).toHaveLength(keys.length);
  expect(new Set(keys).size).toBe(keys.length);
  for (const username of [person.username, ...person.formerUsernames]) {
    expect(keys).toContain(`U${username}`);
  }
  for (const text of [person.name, person.screenName, person.username]) {
    const alone = keysOf(personWith({ name: text ?? '', username: null, formerUsernames: [] }));
    const looks = alone.keys.filter((key) => key.startsWith('S'));
    expect(keys).toEqual(expect.arrayContaining(looks));
  }
  expect(has(`W1${person.username}\u0001`)).toBe(true);
  expect([has('A1'), has('H'), has('S1'), has('Zmebody')]).toEqual([true, true, true, true]);
}

describe('looks', () => {
  const looksWith = (names: Partial<Findable>) =>
    keysOf(personWith({ formerUsernames: [], ...names })).keys.filter((key) => key.startsWith('S'));

  it('are one for each name and username of most people', () => {
    const names = { name: 'Lisa Miller', screenName: 'Lilly Bakes', username: 'lisa.miller84' };
    expect(looksWith(names)).toHaveLength(3);
    expect(looksWith({ ...names, name: 'Zoë Ibarra' })).toHaveLength(4);
  });

  it('are one more for a verified name with i or l, and for an odd one', () => {
    const names = { name: 'Lisa Stone', username: 'stone' };
    expect(looksWith({ ...names, isVerified: true })).toHaveLength(3);
    expect(looksWith({ ...names, name: 'Ana Stone', isVerified: true })).toHaveLength(2);
    expect(looksWith({ ...names, name: 'L1sa Stone' })).toHaveLength(3);
  });
});

describe('the limit of keys cuts word orders only', () => {
  it.each(LONG_NAMES)('%s', (name) => {
    const person = personWith({ name, screenName: name });
    expectNothingEssentialIsCut(person);
    const words = foldWords(name);
    const { keys } = keysOf(person);
    // The name as it is written, words in order.
    expect(keys.some((key) => key.startsWith(`P${words.slice(0, 3).join(' ')} `))).toBe(true);
  });

  it('whatever the names', () => {
    fc.assert(
      fc.property(longName, longName, (name, screenName) => {
        expectNothingEssentialIsCut(
          personWith({ name: name.slice(0, 100), screenName: screenName.slice(0, 50) }),
        );
      }),
      { seed: 7, numRuns: 100 },
    );
  });

  it('keeps orders of the screen name beside a long name', () => {
    const name = LONG_NAMES[1] ?? '';
    const { keys } = keysOf(personWith({ name, screenName: 'Zora Quíllfeather' }));
    expect(keys.some((key) => key.startsWith('Pzora quillfeather'))).toBe(true);
    expect(keys.some((key) => key.startsWith('Pquillfeather zora'))).toBe(true);
  });
});
