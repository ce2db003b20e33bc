import { foldCompact, foldWords } from '#contract/fold.ts';
import { BUSINESSES, LANGUAGES, type Language } from './languages.ts';

export interface MadePerson {
  name: string;
  screenName: string;
  username: string;
  email: string;
  phoneNumber: string;
  websiteUrl: string;
  paypal: string;
  cashapp: string;
  applepay: string;
  venmo: string;
  isVerified: boolean;
}

/** The same people at every run: a small generator of our own instead of Math.random (mulberry32). */
export function randomFrom(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    below: (limit: number) => Math.floor(next() * limit),
    chance: (share: number) => next() < share,
    pick: <T>(items: readonly T[]): T => items[Math.floor(next() * items.length)] as T,
    /** Frequent first: the place is drawn evenly on a logarithmic scale, close to Zipf's law. */
    pickFrequent: <T>(items: readonly T[]): T =>
      items[Math.min(items.length - 1, Math.floor((items.length + 1) ** next()) - 1)] as T,
  };
}
export type Random = ReturnType<typeof randomFrom>;

/** [as written, in Latin letters] */
type Word = [string, string];

function wordOf(entry: string): Word {
  const [native = '', latin] = entry.split(':');
  return [native, latin ?? foldCompact(native)];
}

function familyName(random: Random, language: Language): Word {
  if (language.tail && random.chance(0.25)) {
    const [starts, middles, ends] = language.tail;
    const middles2 = `${random.chance(0.7) ? random.pick(middles) : ''}${random.chance(0.3) ? random.pick(middles) : ''}`;
    return wordOf(`${random.pick(starts)}${middles2}${random.pick(ends)}`);
  }
  return wordOf(random.pickFrequent(language.family));
}

function nameOf(random: Random, language: Language): { name: string; latin: string[] } {
  const latin: string[] = [];
  const name = random.pick(language.patterns).replace(/[gmfs]/g, (part) => {
    const [native, letters] =
      part === 'g' || part === 'm'
        ? wordOf(random.pickFrequent(language.given))
        : familyName(random, language);
    latin.push(letters);
    return native;
  });
  return { name, latin };
}

const totalWeight = LANGUAGES.reduce((sum, { weight }) => sum + weight, 0);

function pickLanguage(random: Random): Language {
  let at = random.next() * totalWeight;
  for (const language of LANGUAGES) {
    at -= language.weight;
    if (at < 0) return language;
  }
  return LANGUAGES[0] as Language;
}

function usernameBase(random: Random, latin: string[]): string {
  const [first = 'user', ...rest] = latin;
  const last = rest.at(-1) ?? '';
  const form = random.below(6);
  if (form === 0) return `${first}.${last}`;
  if (form === 1) return `${first}${last}`;
  if (form === 2) return `${first.slice(0, 1)}${last || first}`;
  if (form === 3) return `${last}${first}`;
  if (form === 4) return `${first}_${last.slice(0, 3)}`;
  return `${first}${last.slice(0, 1)}`;
}

/**
 * Remembers texts by one bit each, so that ten million need no more than 128 MB. A text may be taken for a known
 * one, never the other way around.
 */
function usedTexts(count: number) {
  const size = 2 ** Math.ceil(Math.log2(Math.max(1_024, count * 64)));
  const bits = new Uint8Array(size / 8);
  return {
    /** False if it was there already. */
    add(text: string): boolean {
      let hash = 0x811c9dc5;
      for (let at = 0; at < text.length; at += 1) {
        hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
      }
      hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
      const bit = (hash ^ (hash >>> 13)) & (size - 1);
      const [byte, mask] = [bit >>> 3, 1 << (bit & 7)];
      const isNew = ((bits[byte] ?? 0) & mask) === 0;
      bits[byte] = (bits[byte] ?? 0) | mask;
      return isNew;
    },
  };
}

/** Yields `count` people, the same for the same seed, each with a username of their own. */
export function* makePeople(count: number, seed = 1): Generator<MadePerson> {
  const random = randomFrom(seed);
  const usernames = usedTexts(count);
  const screenNames = usedTexts(count);
  for (let made = 0; made < count; made += 1) {
    const isBusiness = random.chance(0.04);
    const { name, latin } = isBusiness
      ? businessName(random)
      : nameOf(random, pickLanguage(random));
    const base = usernameBase(random, latin)
      .replace(/[^a-z0-9._-]/g, '')
      .slice(0, 22)
      .padEnd(3, 'x');
    let username = random.chance(0.2)
      ? base
      : `${base}${random.below(random.chance(0.5) ? 100 : 10_000)}`;
    while (!usernames.add(username)) username = `${base}${random.below(100_000_000)}`;

    let screenName = '';
    if (random.chance(0.45)) {
      const [first = '', last = ''] = name.split(/[\s-]+/);
      screenName = random
        .pick([first, `${first} ${last.slice(0, 1)}`, `${first}${last}`, `${last} ${first}`])
        .trim();
      if (screenName.length < 2) screenName = `${screenName}${first}`.padEnd(2, 'x');
      const wanted = screenName;
      while (!screenNames.add(foldWords(screenName).join(' '))) {
        screenName = `${wanted} ${random.below(100_000_000)}`;
      }
    }
    const handle = (share: number) => {
      if (!random.chance(share)) return '';
      return random.chance(0.65) ? username : `${usernameBase(random, latin)}${random.below(1000)}`;
    };
    const bare = (text: string) => text.replace(/[^a-z0-9._-]/g, '');
    const cashapp = bare(handle(0.45));
    yield {
      name,
      screenName,
      username,
      email: `${username}@people.example`,
      phoneNumber: random.chance(0.3) ? `+1${2_000_000_000 + random.below(7_999_999_999)}` : '',
      websiteUrl: random.chance(0.1) ? `https://${username.replace(/[^a-z0-9]/g, '')}.example` : '',
      paypal: bare(handle(0.55)),
      cashapp: cashapp && `$${cashapp}`,
      applepay: bare(handle(0.2)),
      venmo: bare(handle(0.35)),
      isVerified: random.chance(0.03),
    };
  }
}

function businessName(random: Random): { name: string; latin: string[] } {
  const [first, second] = [random.pick(BUSINESSES[0]), random.pick(BUSINESSES[1])];
  return { name: `${first} ${second}`, latin: [foldCompact(first), foldCompact(second)] };
}
