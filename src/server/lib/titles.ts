import { looseSkeletonsOf } from './skeleton.ts';

/** What somebody may add to another's name. */
const TITLES = `account admin applepay authentic billing cashapp customer help helpdesk hq official original payments paypal service support venmo verified`;
/** Also parts of many names, such as 'Rosa Real': left out only with one of those above, or where two words remain. */
const COMMON_TITLES = 'page real shop team';

const loose = (words: string) => words.split(' ').flatMap(looseSkeletonsOf);
const CERTAIN = new Set(loose(TITLES));
const COMMON = new Set(loose(COMMON_TITLES));
type Kind = 'certain' | 'common' | 'number' | 'other';

/** '2', '*2*', '2️⃣'. */
const NUMBER = /^[\p{P}\p{S}]*\p{N}[\p{N}\p{P}\p{S}\p{M}]*$/u;

function kindOf(word: string, at: number): Kind {
  const skeletons = looseSkeletonsOf(withoutNumber(word));
  const isIn = (titles: ReadonlySet<string>) =>
    skeletons.length > 0 && skeletons.every((each) => titles.has(each));
  if (isIn(CERTAIN)) return 'certain';
  if (isIn(COMMON) || (at === 0 && /^the$/i.test(word))) return 'common';
  return NUMBER.test(word) ? 'number' : 'other';
}

const PLATFORM_IN_TWO = /(?<![\p{L}\p{N}])(cash|apple|pay)[\s._-]+(app|pay|pal)(?![\p{L}\p{N}])/giu;
/** 'OkaforOfficial', 'okaforofficial'. */
const ATTACHED = /(?<=\p{L}{3})(?=(?:official|verified|support)\d*$)/iu;
/** Not | at the end of a word, where it is read as l. */
const SEPARATORS = /[\s._,:;/()[\]{}·•+&=~#\p{Pd}]+|(?<=\p{L}{3})\|(?=\p{L}{3})/u;

export function withoutNumber(name: string): string {
  return name.replace(/(?<=\p{L})[\p{P}\p{S}]*\p{N}[\p{N}\p{P}\p{S}\p{M}]*$/u, '');
}

/**
 * The names that somebody may imitate who added titles: 'Maya Okafor' for 'Verified: Maya Okafor1 Official'. Several,
 * because a title may belong to the name, as in 'Team Rocket Official'. The shortest come first. A number is a title,
 * but may belong to a username: it is all that two people of one name differ by.
 */
export function withoutTitles(name: string, of: 'name' | 'username' = 'name'): string[] {
  const words = name
    .replace(PLATFORM_IN_TWO, '$1$2')
    .replace(ATTACHED, ' ')
    .split(SEPARATORS)
    .filter((word) => word !== '');
  const isOther = (word: string, at: number) => kindOf(word, at) === 'other';
  const first = words.findIndex(isOther);
  const last = words.findLastIndex(isOther);
  if (first === -1 || last - first === words.length - 1) return [];
  const kinds = words.map(kindOf);
  const found = new Set<string>();
  // All titles, the outer two or one, or none at each end.
  for (const from of [first, 2, 1, 0]) {
    for (const to of [last + 1, ...[2, 1, 0].map((count) => words.length - count)]) {
      if (from > first || to <= last) continue;
      const taken = [...kinds.slice(0, from), ...kinds.slice(to)];
      if (!isImitation(taken, to - from, of)) continue;
      const rest = words.slice(from, to).join(' ');
      found.add(withoutNumber(rest)).add(rest);
    }
  }
  return [...found];
}

const isImitation = (taken: readonly Kind[], remaining: number, of: 'name' | 'username') =>
  taken.includes('certain') ||
  (taken.includes('common') && remaining > 1) ||
  (of === 'name' && taken.length > 0 && taken.every((kind) => kind === 'number'));
