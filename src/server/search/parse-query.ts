import { USERNAME, USERNAME_LETTERS } from '#contract/fields.ts';
import { fold, wordsIn } from '#contract/fold.ts';
import { PLATFORM_RULES } from '#contract/platforms/registry.ts';
import { cutText } from '#server/lib/cut-text.ts';
import { spellingsOf } from '#server/lib/spellings.ts';
import { KEY_LETTERS_MAX } from './keys.ts';

export interface PeopleQuery {
  /** What was typed, where it can be a username exactly as written; a platform's address has a handle. */
  username: string | undefined;
  /** Letters alone are rather a name than a username. */
  isName: boolean;
  /** Typed without a gap: more likely a username or handle than several words. */
  isToken: boolean;
  /** Typed with a $ or @, or as a platform's address: a handle rather than a name. */
  isHandle: boolean;
  /** The words, in each spelling; the first as typed. */
  readings: string[][];
}

/** The longest first: one may begin like another. */
const PROFILE_ADDRESSES = Object.values(PLATFORM_RULES)
  .flatMap(({ profileAddresses }) => profileAddresses)
  .sort((a, b) => b.length - a.length)
  .map((address) => address.replaceAll('.', '\\.'));
/** An address that a platform gives its members; the name comes last. */
const ADDRESS = new RegExp(
  `^(?:https?://)?(?:www\\.)?(?:${PROFILE_ADDRESSES.join('|')})/([^/?#]+)`,
  'i',
);

/** More words than any name has keys for. */
const WORDS_MAX = 8;

/** Undefined if nothing in the text could be part of a name or handle, such as '%'. */
export function parseQuery(text: string): PeopleQuery | undefined {
  const isToken = !/\s/u.test(text);
  const address = isToken ? ADDRESS.exec(text)?.[1] : undefined;
  const bare = address ?? text;
  const readings: string[][] = [];
  for (const spelling of spellingsOf(cutText(bare, 2 * KEY_LETTERS_MAX))) {
    // One character may fold to eighteen, so the length counts after folding.
    const words = wordsIn(cutText(fold(spelling), 2 * KEY_LETTERS_MAX)).slice(0, WORDS_MAX);
    const isKnown = readings.some((known) => known.join(' ') === words.join(' '));
    if (words.length > 0 && !isKnown) readings.push(words);
  }
  if (readings.length === 0) return undefined;
  const isHandle = address !== undefined || /^[$@]/.test(text);
  const id = usernameIn(bare);
  const username = address === undefined ? id : undefined;
  const isName = !/[0-9._-]/.test(id ?? '');
  return { username, isName, isToken, isHandle, readings };
}

function usernameIn(text: string): string | undefined {
  const username = text.replace(/^@/, '');
  const { min, max } = USERNAME;
  const isUsername =
    username.length >= min && username.length <= max && USERNAME_LETTERS.test(username);
  return isUsername ? username.toLowerCase() : undefined;
}
