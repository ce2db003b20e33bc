import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makePeople, randomFrom } from '#cli/bench/people.ts';
import { importPeople } from '#cli/import/import-people.ts';
import type { SearchResult } from '#contract/directory.ts';
import { foldWords } from '#contract/fold.ts';
import { PLATFORMS, type Platform } from '#contract/platforms.ts';
import { searchAll } from '#tests/support/directory.ts';
import { writePeopleFile } from '#tests/support/people-file.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';

/**
 * A directory of made-up people in many languages, and the rules said a second time in the plainest way
 * there is: look at everybody. Nothing of the search's own code is used to tell what is right.
 */
const COUNT = 1_500;
const people = [...makePeople(COUNT, 7)];
let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
  const file = await writePeopleFile(people);
  const { added } = await importPeople(test.pool, file.path, {
    rejectsFile: `${file.path}.rejects`,
  });
  expect(added).toBe(COUNT);
  await file.remove();
});
afterAll(() => test.close());

const bare = (text: string) => foldWords(text).join('');
const idsOf = (card: SearchResult) =>
  [card.username, ...PLATFORMS.map((platform) => card[`${platform}Username`])].flatMap((id) =>
    id === null ? [] : bare(id),
  );
const namesOf = (card: SearchResult) => [card.name, card.screenName ?? ''].map(foldWords);
const isSame = (a: string[], b: string[]) => a.toSorted().join(' ') === b.toSorted().join(' ');

/** Every typed word is a word of the name, the last one the beginning of another. */
function hasWords(name: string[], typed: string[]): boolean {
  const [last = ''] = typed.slice(-1);
  const left = [...name];
  for (const word of typed.slice(0, -1)) {
    const at = left.indexOf(word);
    if (at < 0) return false;
    left.splice(at, 1);
  }
  return left.some((word) => word.startsWith(last));
}

function tierOf(card: SearchResult, typed: string[]): number | undefined {
  const names = namesOf(card);
  if (typed.length > 1) {
    if (names.some((name) => isSame(name, typed))) return 1;
    return names.some((name) => hasWords(name, typed)) ? 2 : undefined;
  }
  const [word = ''] = typed;
  if (idsOf(card).includes(word)) return 0;
  if (names.some((name) => name.length === 1 && name[0] === word)) return 1;
  const joined = names.flatMap((name) => name.map((_, from) => name.slice(from).join('')));
  const isBegun = [...idsOf(card), ...joined].some((key) => key.startsWith(word));
  return isBegun ? 2 : undefined;
}

const isEasternOrHyphenated = (text: string) =>
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]|-/u.test(text);

/** Queries of all kinds, from the people themselves. */
function makeQueries(): string[] {
  const random = randomFrom(3);
  const spaced = people.filter(({ name, screenName }) => !isEasternOrHyphenated(name + screenName));
  const queries = ['m', 'a', 'ma', 'garcia', 'maria garcia', 'nguyen thi', 'j smith', 'ан', 'مح'];
  for (let nth = 0; nth < 60; nth += 1) {
    const { name, username } = random.pick(spaced);
    const words = foldWords(name);
    const [first = '', last = ''] = [words[0], words.at(-1)];
    queries.push(
      random.pick([
        username,
        username.slice(0, 5),
        name,
        `${last} ${first}`,
        `${first}${words[1] ?? ''}`,
        `${first} ${last.slice(0, 1)}`,
        first.slice(0, 3),
        last,
      ]),
    );
  }
  return queries;
}

describe('search against looking at everybody', () => {
  let everybody: SearchResult[];
  beforeAll(async () => {
    everybody = await searchAll(test.call, { limit: '50' });
  });

  it('lists everybody once, verified people first, each group by age', () => {
    expect(everybody).toHaveLength(COUNT);
    expect(new Set(everybody.map(({ id }) => id)).size).toBe(COUNT);
    const inOrder = everybody.toSorted(
      (a, b) => Number(b.isVerified) - Number(a.isVerified) || a.id - b.id,
    );
    expect(everybody).toEqual(inOrder);
  });

  it.each(makeQueries())('finds the same people in the same tiers: %s', async (query) => {
    const typed = /\s/.test(query) ? foldWords(query) : [bare(query)];
    const tiers = new Map(everybody.map((card) => [card.id, tierOf(card, typed)]));
    const expected = everybody.filter(({ id }) => tiers.get(id) !== undefined);
    for (const platform of ['all', 'venmo'] as const) {
      const found = await searchAll(test.call, { query, platform, limit: '13' });
      const ids = found.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      const wanted = expected
        .filter(({ platforms }) => platform === 'all' || platforms.includes(platform as Platform))
        .map(({ id }) => id);
      // Near matches come behind; whether they are near is another test's matter.
      expect(ids.slice(0, wanted.length).toSorted(byNumber)).toEqual(wanted.toSorted(byNumber));
      const order = found
        .slice(0, wanted.length)
        .map(({ id, isVerified }) => (tiers.get(id) ?? 9) * 2 + (isVerified ? 0 : 1));
      expect(order).toEqual(order.toSorted(byNumber));
    }
  });
});

const byNumber = (a: number, b: number) => a - b;
