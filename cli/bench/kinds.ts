import { PLATFORMS, type Platform } from '#contract/platforms/registry.ts';
import { CYRILLIC, GREEK } from './languages.ts';
import { namesOfNickname, nicknamesOf } from './nicknames.ts';
import {
  compact,
  inTwoLetters,
  LATIN_OF,
  LEVEL,
  levelOf,
  plainWords,
  type Seen,
  TWO_LETTERS,
} from './oracle.ts';
import { type MadePerson, type Random, randomFrom } from './people.ts';
import { otherLetter, typoIn } from './typos.ts';

export interface Question {
  query: string;
  platform: Platform | 'all';
  /** Page number. */
  page: number;
  /** The username of the intended person, if there is one. */
  target?: string;
  /** Others count as found if they match at least this well. */
  level: number;
}

export interface Kind {
  name: string;
  questions: Question[];
}

/** The last page of twenty that a visitor can reach. */
export const DEEP_PAGE = 25;

const FAR_EAST = /[\u3040-\u9fff\uac00-\ud7af]/;
const TYPED = /^[a-zа-яα-ω]+$/;
const isSpaced = (words: string[], { name }: MadePerson) =>
  words.length > 1 && words.length <= 4 && !FAR_EAST.test(name);
const EXTRA_WORDS =
  'photography design consulting the family studio official london mobile pay'.split(' ');
const COMMON = ['maria', 'james', 'jose', 'mary', 'nguyen', 'anna', 'Мария', 'joao'];

export function seenOf(person: MadePerson): Seen {
  const handles = PLATFORMS.flatMap((platform) =>
    person[platform] ? [[platform, person[platform]]] : [],
  );
  const { username, name, screenName } = person;
  return { username, name, screenName, handles: Object.fromEntries(handles) };
}

/** What is typed to find a person; undefined if this person's name does not allow this kind. */
type Typing = (random: Random, words: string[], person: MadePerson) => string | undefined;

const replaceOne = (
  random: Random,
  words: string[],
  isFit: (word: string) => boolean,
  replace: (word: string) => string,
) => {
  const places = words.flatMap((word, at) => (isFit(word) ? [at] : []));
  if (places.length === 0) return undefined;
  const at = random.pick(places);
  return words.with(at, replace(words[at] ?? '')).join(' ');
};

const typoInWords =
  (least: number, most: number): Typing =>
  (random, words, person) =>
    isSpaced(words, person)
      ? replaceOne(
          random,
          words,
          (word) => word.length >= least && word.length <= most && TYPED.test(word),
          (word) => typoIn(random, word),
        )
      : undefined;

const nickname =
  (others: (word: string) => readonly string[]): Typing =>
  (random, words, person) =>
    isSpaced(words, person)
      ? replaceOne(
          random,
          words,
          (word) => others(word).length > 0,
          (word) => random.pick(others(word)),
        )
      : undefined;

const NATIVE_OF = new Map(
  [CYRILLIC, GREEK].flatMap(({ given, family }, script) =>
    [...given, ...family].map((entry): [string, string] => {
      const [native = '', latin = ''] = entry.split(':');
      return [`${script} ${latin}`, native];
    }),
  ),
);

const inNativeLetters: Typing = (random, words) => {
  const scripts = [0, 1].filter((script) =>
    words.every((word) => NATIVE_OF.has(`${script} ${word}`)),
  );
  if (scripts.length === 0) return undefined;
  const script = random.pick(scripts);
  return words.map((word) => NATIVE_OF.get(`${script} ${word}`)).join(' ');
};

const inOneLetter = (text: string) =>
  text.replace(/ae|oe|ue|aa|ss/g, (pair) => (pair === 'oe' ? 'ö' : (ONE_LETTER[pair] ?? pair)));
const ONE_LETTER: Record<string, string> = Object.fromEntries(
  Object.entries(TWO_LETTERS).map(([one, two]) => [two, one]),
);

const wrongGap: Typing = (random, words, person) => {
  if (!isSpaced(words, person)) return undefined;
  const at = random.below(words.length - 1);
  const gap = random.pick(['', '  ', otherLetter(random, words[at]?.at(-1) ?? 'a')]);
  return words.toSpliced(at, 2, `${words[at]}${gap}${words[at + 1]}`).join(' ');
};

const joinedWithTypo: Typing = (random, words, person) =>
  isSpaced(words, person) && words.length === 2 && words.every((word) => TYPED.test(word))
    ? typoIn(random, words.join(''))
    : undefined;

const pieceOf = (random: Random, word: string) => {
  const from = 1 + random.below(word.length - 4);
  const length = 4 + random.below(word.length - from - 3);
  return word.slice(from, from + length);
};

const isWritten = (text: string, person: MadePerson) =>
  text !== person.name.toLowerCase() ? text : undefined;

const TYPINGS: Record<string, Typing> = {
  username: (_, __, { username }) => username,
  'beginning of a username': (random, _, { username }) =>
    username.length > 6 ? username.slice(0, random.below(2) + 5) : undefined,
  'full name': (_, __, { name }) => name,
  'accents left out': (_, words, person) =>
    isSpaced(words, person) && !/-/.test(person.name)
      ? isWritten(words.join(' '), person)
      : undefined,
  'words swapped': (_, words, person) =>
    isSpaced(words, person) ? words.toReversed().join(' ') : undefined,
  'words joined': (_, words, person) => (isSpaced(words, person) ? words.join('') : undefined),
  'first name plus initial': (_, words, person) =>
    isSpaced(words, person) ? `${words[0]} ${words[1]?.charAt(0)}` : undefined,
  'typo in a name': typoInWords(4, 40),
  'typo in a word of 2 or 3 letters': typoInWords(2, 3),
  'gap missing, doubled or a letter': wrongGap,
  'words joined with a typo': joinedWithTypo,
  'typo in a username': (random, _, { username }) =>
    username.length > 4 ? typoIn(random, username) : undefined,
  'nickname for a name': nickname(nicknamesOf),
  'name for a nickname': nickname(namesOfNickname),
  'Latin for Cyrillic or Greek': (_, words) =>
    words.every((word) => LATIN_OF.has(word))
      ? words.map((word) => LATIN_OF.get(word)).join(' ')
      : undefined,
  'Cyrillic or Greek for Latin': inNativeLetters,
  'ae, oe, ue, aa, ss': (_, __, { name }) => {
    const text = name.toLowerCase();
    return [inTwoLetters(text), inOneLetter(text)].find((typed) => typed !== text);
  },
  'an extra word': (random, words, person) =>
    isSpaced(words, person)
      ? words.toSpliced(random.below(words.length + 1), 0, random.pick(EXTRA_WORDS)).join(' ')
      : undefined,
  'part of a name': (random, words, person) => {
    const long = words.filter((word) => /^[a-z]{6,}$/.test(word));
    return isSpaced(words, person) && long.length > 0
      ? pieceOf(random, random.pick(long))
      : undefined;
  },
  'part of a username': (random, _, { username }) => {
    const [letters = ''] = /^[a-z]{6,}/.exec(username) ?? [];
    return letters === '' ? undefined : pieceOf(random, letters);
  },
  'two letters': (_, words, person) =>
    isSpaced(words, person) ? words[0]?.slice(0, 2) : undefined,
};

const WITHOUT_TARGET: Record<string, (random: Random) => Omit<Question, 'level'>> = {
  'one letter': (random) => ({
    query: random.pick([...'abcdefghijlmnoprstvwyz']),
    platform: 'all',
    page: 1,
  }),
  'common first name': (random) => ({ query: random.pick(COMMON), platform: 'all', page: 1 }),
  'platform only': (random) => ({ query: '', platform: random.pick(PLATFORMS), page: 1 }),
  'deep page': (random) => ({
    query: random.pick(COMMON.slice(0, 4)),
    platform: 'all',
    page: DEEP_PAGE,
  }),
};

/** People to try per question before giving up. */
const DRAWS_MAX = 200_000;

/** Every question has a person it is meant to find. Each kind has its own random seed. */
export function makeKinds(people: readonly MadePerson[], count: number, seed: number): Kind[] {
  const kinds: Kind[] = [];
  const add = (name: string, make: (random: Random) => Question) => {
    const random = randomFrom(seed + 7_919 * (kinds.length + 1));
    kinds.push({ name, questions: Array.from({ length: count }, () => make(random)) });
  };
  for (const [name, type] of Object.entries(TYPINGS)) {
    add(name, (random) => {
      for (let draw = 0; draw < DRAWS_MAX; draw += 1) {
        const person = random.pick(people);
        const query = type(random, plainWords(person.name), person);
        if (query === undefined || compact(query) === '') continue;
        const level = levelOf(query, seenOf(person));
        if (level === LEVEL.none) throw new Error(`"${query}" does not mean ${person.name}`);
        return { query, platform: 'all', page: 1, target: person.username, level };
      }
      throw new Error(`No person's name allows a question of the kind "${name}".`);
    });
  }
  for (const [name, make] of Object.entries(WITHOUT_TARGET)) {
    add(name, (random) => ({ ...make(random), level: LEVEL.beginning }));
  }
  return kinds;
}

/** 1 if the intended person is among the first ten, or ten others match at least as well. */
export function recallOf(question: Question, rows: Seen[]): number {
  const { target } = question;
  const top = rows.slice(0, 10);
  if (target !== undefined && top.some(({ username }) => username === target)) return 1;
  const right = top.length - worseOf(question, top).length;
  return target === undefined ? right / 10 : Math.floor(right / 10);
}

/** Those who match less well than the intended person. */
export function worseOf({ query, platform, level }: Question, rows: Seen[]): Seen[] {
  const isRight = (seen: Seen) =>
    (platform === 'all' || platform in seen.handles) &&
    (query === '' || levelOf(query, seen) <= level);
  return rows.filter((seen) => !isRight(seen));
}
