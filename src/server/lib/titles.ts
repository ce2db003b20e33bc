import { looseSkeletonsOf } from './skeleton.ts';

/** What somebody may add to another's name. */
const TITLES = `account admin applepay billing cashapp customer helpdesk official page payments paypal support venmo verified`;
/** Also parts of many names, such as 'Rosa Real': left out only where two words remain. */
const COMMON_TITLES = 'authentic help hq original real service shop team the';

const loose = (words: string) => words.split(' ').flatMap(looseSkeletonsOf);
const CERTAIN = new Set(loose(TITLES));
const ALL = new Set([...CERTAIN, ...loose(COMMON_TITLES)]);
const isOf = (titles: ReadonlySet<string>, word: string) =>
  looseSkeletonsOf(word).every((each) => titles.has(each));

const PLATFORM_IN_TWO = /(?<![\p{L}\p{N}])(cash|apple|pay)[\s._-]+(app|pay|pal)(?![\p{L}\p{N}])/giu;
/** 'OkaforOfficial', 'okaforofficial'. */
const ATTACHED = /(?<=\p{L}{3})(?=(?:official|verified|support)\d*$)/iu;
const SEPARATORS = /[\s._,:;/()[\]{}·•\p{Pd}]+/u;

export const withoutNumber = (name: string) => name.replace(/(?<=\p{L})\p{Nd}+$/u, '');

/**
 * The names that somebody may imitate who added titles: 'Maya Okafor' for 'Verified: Maya Okafor1 Official'. Several,
 * because a title may belong to the name, as in 'Team Rocket Official'.
 */
export function withoutTitles(name: string): string[] {
  const words = name
    .replace(PLATFORM_IN_TWO, '$1$2')
    .replace(ATTACHED, ' ')
    .split(SEPARATORS)
    .filter((word) => word !== '');
  const isOther = (word: string) => !isOf(ALL, withoutNumber(word));
  const first = words.findIndex(isOther);
  const last = words.findLastIndex(isOther);
  if (last - first === words.length - 1 || first === -1) return [];
  const found = new Set<string>();
  // All titles, the outer two or one, or none at each end.
  for (const from of [0, 1, 2, first]) {
    for (const to of [last + 1, ...[2, 1, 0].map((count) => words.length - count)]) {
      const rest = words.slice(from, to);
      const taken = [...words.slice(0, from), ...words.slice(to)];
      if (from > first || to <= last || taken.length === 0) continue;
      const titles = rest.length > 1 ? ALL : CERTAIN;
      if (!taken.every((word) => isOf(titles, withoutNumber(word)))) continue;
      found.add(rest.join(' ')).add(withoutNumber(rest.join(' ')));
    }
  }
  return [...found];
}
