import { foldCompact, foldWords } from '#contract/fold.ts';
import { PLATFORMS, type Platform } from '#contract/platforms.ts';
import { type MadePerson, type Random, randomFrom } from './people.ts';

/** What a result says of somebody, from whichever system. */
export interface Seen {
  username: string | null;
  name: string;
  screenName: string | null;
  handles: Partial<Record<Platform, string>>;
}

export interface Question {
  query: string;
  platform: string;
  /** How many pages in. */
  page: number;
  isRight: (seen: Seen) => boolean;
  /** How many people are right, where that may be fewer than ten. */
  right: number;
}

export interface Kind {
  name: string;
  hasTypo: boolean;
  isShort: boolean;
  questions: Question[];
}

const MANY = Number.POSITIVE_INFINITY;
export const DEEP_PAGE = 50;

/** Chinese, Japanese and Korean names, with a gap or without. */
const UNSPACED = /[\u3040-\u9fff\uac00-\ud7af]/;

/** The same for all orders of the words; names of the Far East are the same with a gap and without. */
const nameKey = (words: string[]) =>
  words.every((word) => UNSPACED.test(word)) ? words.join('') : words.toSorted().join(' ');
const namesOf = (seen: Pick<Seen, 'name' | 'screenName'>) => [seen.name, seen.screenName ?? ''];

/** Right for a name: everybody who has it, whatever the order of its words. */
const hasName = (key: string) => (seen: Seen) =>
  namesOf(seen).some((name) => nameKey(foldWords(name)) === key);

const idsOf = ({ username, handles }: Seen) => [username ?? '', ...Object.values(handles)];

const hasId = (id: string) => (seen: Seen) => idsOf(seen).some((each) => foldCompact(each) === id);

/** Right for a beginning: everybody with a word, a username, a handle or words together that begin so. */
const beginsWith = (start: string) => (seen: Seen) => {
  if (idsOf(seen).some((id) => foldCompact(id).startsWith(start))) return true;
  return namesOf(seen).some((name) => {
    const words = foldWords(name);
    return (
      words.some((_, from) => words.slice(from).join('').startsWith(start)) || isPartOf(name, start)
    );
  });
};

/** They are found by any part. */
const isPartOf = (name: string, start: string) =>
  UNSPACED.test(start) && foldCompact(name).includes(start);

const hasWordAndInitial = (word: string, initial: string) => (seen: Seen) =>
  namesOf(seen).some((name) => {
    const words = foldWords(name);
    const at = words.indexOf(word);
    return at >= 0 && words.some((each, other) => other !== at && each.startsWith(initial));
  });

const isOn = (platform: Platform) => (seen: Seen) => seen.handles[platform] !== undefined;

/** One slip of the finger inside a word: a letter left out, doubled, swapped, or its neighbour's. */
export function slip(random: Random, word: string): string {
  const at = random.below(word.length - 1);
  const letter = word.charAt(at);
  const kind = random.below(4);
  if (kind === 0) return word.slice(0, at) + word.slice(at + 1);
  if (kind === 1) return word.slice(0, at) + letter + word.slice(at);
  if (kind === 2) return word.slice(0, at) + word.charAt(at + 1) + letter + word.slice(at + 2);
  return word.slice(0, at) + neighbour(random, letter) + word.slice(at + 1);
}

const ROWS = [
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1234567890',
  'йцукенгшщзх',
  'фывапролджэ',
  'ячсмитьбю',
];

function neighbour(random: Random, letter: string): string {
  const row = ROWS.find((keys) => keys.includes(letter));
  if (!row) return letter;
  const at = row.indexOf(letter);
  return row.charAt(at === 0 ? 1 : at - 1 + 2 * random.below(2)) || row.charAt(at - 1);
}

/** Everything typed is drawn from people who are there. */
export function makeKinds(people: readonly MadePerson[], count: number, seed: number): Kind[] {
  const random = randomFrom(seed);
  const names = new Map<string, number>();
  const pairs = new Map<string, number>();
  const ids = new Set<string>();
  for (const person of people) {
    for (const key of new Set(namesOf(person).map((name) => nameKey(foldWords(name))))) {
      names.set(key, (names.get(key) ?? 0) + 1);
    }
    for (const word of new Set(foldWords(person.name).map((each) => each.slice(0, 2)))) {
      pairs.set(word, (pairs.get(word) ?? 0) + 1);
    }
    for (const id of [person.username, ...PLATFORMS.map((platform) => person[platform])]) {
      ids.add(foldCompact(id));
    }
  }
  const spaced = ({ name }: MadePerson) => foldWords(name).length > 1 && !UNSPACED.test(name);
  const draw = (fits: (person: MadePerson) => boolean): MadePerson => {
    for (;;) {
      const person = random.pick(people);
      if (fits(person)) return person;
    }
  };
  const many = (make: () => Question) => Array.from({ length: count }, make);
  const byName = (query: string, name: string): Question => {
    const key = nameKey(foldWords(name));
    return { query, platform: 'all', page: 1, isRight: hasName(key), right: names.get(key) ?? 1 };
  };
  const byBeginning = (query: string, page = 1): Question => ({
    query,
    platform: 'all',
    page,
    isRight: beginsWith(foldCompact(query)),
    right: MANY,
  });
  const commonFirst = ['maria', 'james', 'jose', 'mary', 'nguyen', 'anna', 'Мария', 'joao'];

  const kind = (name: string, make: () => Question, more: Partial<Kind> = {}): Kind => ({
    name,
    hasTypo: false,
    isShort: false,
    questions: many(make),
    ...more,
  });
  return [
    kind('username', () => {
      const { username } = random.pick(people);
      const id = foldCompact(username);
      return { query: username, platform: 'all', page: 1, isRight: hasId(id), right: 1 };
    }),
    kind('prefix', () => {
      const { username } = draw((person) => person.username.length > 6);
      return { ...byBeginning(username.slice(0, random.below(2) + 5)), right: 1 };
    }),
    kind('full name', () => {
      const { name } = random.pick(people);
      return byName(name, name);
    }),
    kind('accents left out', () => {
      const { name } = draw(
        (person) =>
          spaced(person) && foldWords(person.name).join(' ') !== person.name.toLowerCase(),
      );
      return byName(foldWords(name).join(' '), name);
    }),
    kind('words swapped', () => {
      const { name } = draw(spaced);
      return byName(foldWords(name).toReversed().join(' '), name);
    }),
    kind('words joined', () => {
      const { name } = draw(spaced);
      return { ...byBeginning(foldCompact(name)), right: 1 };
    }),
    kind('first name plus initial', () => {
      const [first = '', second = ''] = foldWords(draw(spaced).name);
      const initial = second.slice(0, 1);
      return {
        query: `${first} ${initial}`,
        platform: 'all',
        page: 1,
        isRight: hasWordAndInitial(first, initial),
        right: 1,
      };
    }),
    kind(
      'one typo in a name',
      () => {
        for (;;) {
          const { name } = draw(spaced);
          const words = foldWords(name);
          const places = words.flatMap((word, at) =>
            word.length >= 4 && /^[a-zа-я]+$/.test(word) ? [at] : [],
          );
          if (places.length === 0) continue;
          const at = random.pick(places);
          const typed = words.with(at, slip(random, words[at] ?? ''));
          // A slip that makes another person's name is no typo to anybody but the typist.
          if (names.has(nameKey(typed))) continue;
          return byName(typed.join(' '), name);
        }
      },
      { hasTypo: true },
    ),
    kind(
      'one typo in a username',
      () => {
        for (;;) {
          const { username } = random.pick(people);
          const [letters = ''] = /^[a-z]{4,}/.exec(username) ?? [];
          if (letters.length < 4) continue;
          const typed = slip(random, letters) + username.slice(letters.length);
          if (ids.has(foldCompact(typed))) continue;
          const id = foldCompact(username);
          return { query: typed, platform: 'all', page: 1, isRight: hasId(id), right: 1 };
        }
      },
      { hasTypo: true },
    ),
    kind('one letter', () => byBeginning(random.pick([...'abcdefghijlmnoprstvwyz'])), {
      isShort: true,
    }),
    kind(
      'two letters',
      () => {
        const pair = (foldWords(draw(spaced).name)[0] ?? '').slice(0, 2);
        return { ...byBeginning(pair), right: pairs.get(pair) ?? 1 };
      },
      {
        isShort: true,
      },
    ),
    kind('common first name', () => byBeginning(random.pick(commonFirst))),
    kind('platform only', () => {
      const platform = random.pick(PLATFORMS);
      return {
        query: '',
        platform,
        page: 1,
        isRight: isOn(platform),
        right: MANY,
      };
    }),
    kind('deep page', () => byBeginning(random.pick(commonFirst.slice(0, 4)), DEEP_PAGE)),
  ];
}
