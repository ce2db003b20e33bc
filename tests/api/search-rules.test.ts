import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { makePeople, randomFrom } from '#cli/bench/people.ts';
import { importPeople } from '#cli/import/import-people.ts';
import type { SearchResult } from '#contract/directory.ts';
import { PLATFORMS, type Platform } from '#contract/platforms/registry.ts';
import { searchAll, searchPage, searchUrl } from '#tests/support/directory.ts';
import { writePeopleFile } from '#tests/support/people-file.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';

/**
 * A directory of generated people, and the rules implemented again as a scan of all people. It shares no
 * code with the product, so names are limited to Latin letters and accents.
 */
const COUNT = 1_200;
const LATIN = /^[\p{sc=Latin}\p{M}. ']*$/u;
const isSpelledInOneWay = (text: string) =>
  LATIN.test(text) && !/[äöüøåÄÖÜØÅ]/.test(text.normalize('NFC'));
const people = [...makePeople(3 * COUNT, 7)]
  .filter(({ name, screenName }) => isSpelledInOneWay(name + screenName))
  .slice(0, COUNT);

let test: TestApp;
let member: Awaited<ReturnType<TestApp['loginAs']>>;
beforeAll(async () => {
  test = await buildTestApp();
  const file = await writePeopleFile(people);
  const { added } = await importPeople(test.pool, file.path, {
    rejectsFile: `${file.path}.rejects`,
  });
  expect(added).toBe(COUNT);
  await file.remove();
  // Members may page through more results than visitors.
  member = await test.loginAs({ name: 'The Viewer', username: 'the-viewer' });
  test.app.peopleSearch.markChanged();
});
afterAll(() => test.close());

const LETTERS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};
const plain = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\p{M}'’]/gu, '')
    .replace(/./gu, (letter) => LETTERS[letter] ?? letter);
const wordsOf = (text: string) =>
  plain(text)
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
const bare = (text: string) => wordsOf(text).join('');
const idsOf = (card: SearchResult) =>
  [card.username, ...PLATFORMS.map((platform) => card[`${platform}Username`])].flatMap((id) =>
    id === null ? [] : bare(id),
  );
const namesOf = (card: SearchResult) => [card.name, card.screenName ?? ''].map(wordsOf);
const isSame = (a: string[], b: string[]) => a.toSorted().join(' ') === b.toSorted().join(' ');

/** Every typed word is a word of the name; the last one may be the beginning of another. */
function hasWords(name: string[], typed: string[], isLastOpen: boolean): boolean {
  const [last = ''] = typed.slice(-1);
  const left = [...name];
  for (const word of typed.slice(0, -1)) {
    const at = left.indexOf(word);
    if (at < 0) return false;
    left.splice(at, 1);
  }
  return left.some((word) => (isLastOpen ? word.startsWith(last) : word === last));
}

/** 0 exact username, 1 exact matches, 2 whole words, 3 beginnings. */
function tierOf(card: SearchResult, typed: string[], query: string): number | undefined {
  const names = namesOf(card);
  if (card.username === query) return 0;
  if (typed.length > 1) {
    if (names.some((name) => isSame(name, typed))) return 1;
    if (names.some((name) => hasWords(name, typed, false))) return 2;
    return names.some((name) => hasWords(name, typed, true)) ? 3 : undefined;
  }
  const [word = ''] = typed;
  if (idsOf(card).includes(word)) return 1;
  if (names.some((name) => name.length === 1 && name[0] === word)) return 1;
  const joined = names.flatMap((name) => name.map((_, from) => name.slice(from).join('')));
  if ([...names.flat(), ...joined].includes(word)) return 2;
  return [...idsOf(card), ...joined].some((key) => key.startsWith(word)) ? 3 : undefined;
}

/** Queries of all kinds, made from people of the directory. */
function makeQueries(): string[] {
  const random = randomFrom(3);
  const queries = ['m', 'a', 'ma', 'garcia', 'maria garcia', 'nguyen thi', 'j smith'];
  for (let nth = 0; nth < 60; nth += 1) {
    const { name, username } = random.pick(people);
    const words = wordsOf(name);
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

/** Page after page, as far as needed. */
async function firstResults(params: Record<string, string>, count: number) {
  const cards: SearchResult[] = [];
  for (let url: string | undefined = searchUrl(params); url && cards.length < count; ) {
    const page = await searchPage(member.call, url);
    cards.push(...page.cards);
    url = page.next;
  }
  return cards;
}

describe('search compared with a scan of all people', () => {
  let everybody: SearchResult[];
  beforeAll(async () => {
    everybody = await searchAll(member.call, { limit: '50' });
  });

  it('lists every person once, verified people first, the oldest accounts first', () => {
    expect(everybody).toHaveLength(COUNT);
    expect(new Set(everybody.map(({ id }) => id)).size).toBe(COUNT);
    const inOrder = everybody.toSorted(
      (a, b) => Number(b.isVerified) - Number(a.isVerified) || a.id - b.id,
    );
    expect(everybody).toEqual(inOrder);
  });

  it.each(makeQueries())('finds the same people in the same tiers: %s', async (query) => {
    const typed = /\s/.test(query) ? wordsOf(query) : [bare(query)];
    // 'Id' and 'name' are both exact, and each has its verified people first.
    const isNamedTwoWays = typed.length === 1;
    const tiers = new Map(everybody.map((card) => [card.id, tierOf(card, typed, query)]));
    const expected = everybody.filter(({ id }) => tiers.get(id) !== undefined);
    for (const platform of ['all', 'venmo'] as const) {
      const wanted = expected
        .filter(({ platforms }) => platform === 'all' || platforms.includes(platform as Platform))
        .map(({ id }) => id);
      const found = await firstResults({ query, platform, limit: '40' }, wanted.length + 1);
      const ids = found.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      // Near matches follow; other tests cover them.
      expect(ids.slice(0, wanted.length).toSorted(byNumber)).toEqual(wanted.toSorted(byNumber));
      // Verified people come first among those who are found by one word, and among equal names.
      const order = found.slice(0, wanted.length).map(({ id, isVerified }) => {
        const tier = tiers.get(id) ?? 9;
        return tier * 2 + (isVerified || (typed.length > 1 && tier > 1) ? 0 : 1);
      });
      if (!isNamedTwoWays) expect(order).toEqual(order.toSorted(byNumber));
    }
  });
});

describe('names typed letter by letter', () => {
  type Node = TestApp['app'];
  let sharing: Node;
  let notSharing: Node;
  beforeAll(async () => {
    sharing = await test.anotherNode({ sharedSearchMs: 3_600_000 });
    notSharing = await test.anotherNode({ sharedSearchMs: 0 });
  });
  const pageOf = async (node: Node, query: string, platform: string) => {
    const url = searchUrl({ query, platform, limit: '5' });
    const { statusCode, body, headers } = await node.inject({ url });
    return { query, statusCode, body, next: headers.link, exact: headers['x-exact-match'] };
  };

  it('give the same pages as each text alone, whatever is known of the text before', async () => {
    const random = randomFrom(11);
    const typed = ['maria garcia', 'jose luis', 'nguyen thi', 'm4ria', '@maria'];
    for (let nth = 0; nth < 15; nth += 1) {
      const { name, username } = random.pick(people);
      typed.push(random.chance(0.8) ? name.toLowerCase() : username);
    }
    for (const platform of ['all', 'venmo']) {
      const texts = typed.flatMap((name) =>
        Array.from(name, (_, at) => name.slice(0, at + 1).trim()),
      );
      for (const text of texts) {
        const page = await pageOf(sharing, text, platform);
        expect(page).toEqual(await pageOf(notSharing, text, platform));
        expect(page.statusCode).toBe(200);
      }
    }
  });

  it('take fewer statements if the page of the text before was not filled', async () => {
    const queries = vi.spyOn(test.pool, 'query');
    onTestFinished(() => queries.mockRestore());
    const statements = async (query: string) => {
      queries.mockClear();
      await pageOf(sharing, query, 'all');
      const names = queries.mock.calls.map(([statement]) => (statement as { name?: string }).name);
      return names.filter((name) => name && /^search-\d/.test(name)).length;
    };
    // Exact matches, then all, then unlikely guesses.
    expect(await statements('zzqqx')).toBe(3);
    expect(await statements('zzqqxj')).toBe(2);
  });
});

const byNumber = (a: number, b: number) => a - b;
