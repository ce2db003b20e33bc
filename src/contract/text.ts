/**
 * Characters that show nothing: zero-width spaces and joiners, the byte-order mark, the soft hyphen,
 * variation selectors, fillers, tags. They come along with copied text, and two names that differ
 * only by them look the same. Those that turn the reading direction are kept here so that
 * `hasForbiddenCharacters` can see and refuse them.
 */
const INVISIBLE = /(?!\p{Bidi_Control})\p{Default_Ignorable_Code_Point}/gu;

/** Control characters, line separators, direction marks, halves of pairs, and code points that are no characters. */
const FORBIDDEN = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Bidi_Control}\p{Noncharacter_Code_Point}]/u;

/** Like FORBIDDEN, but allows line feeds and tabs, for text of several lines. */
const FORBIDDEN_IN_LINES =
  /(?![\n\t])[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Bidi_Control}\p{Noncharacter_Code_Point}]/u;

/** Room for what is removed before a text is counted: spaces around it, invisible characters. */
const REMOVED_ROOM = 100;

/** The most UTF-16 units that a text of up to `max` code points may arrive with. */
export const rawLimit = (max: number) => 2 * max + REMOVED_ROOM;

/** Ask this before any other rule: some of them take quadratic time. */
export const isOverRawLimit = (text: string, max: number) => text.length > rawLimit(max);

export function removeInvisible(text: string): string {
  return text.replace(INVISIBLE, '');
}

/** What is seen of a text: empty where it only looks like one. */
export const visible = (text: string) => removeInvisible(text).trim();

/** Whether a text, freed of invisible characters, must be refused. `lines` allows line feed and tab. */
export function hasForbiddenCharacters(text: string, { lines = false } = {}): boolean {
  return (lines ? FORBIDDEN_IN_LINES : FORBIDDEN).test(text);
}

/** Length as people count it: an emoji outside the first plane is one, not two. */
export function codePointLength(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

/**
 * The form in which names are kept: one spelling for each look (full-width letters, ligatures), single
 * spaces, none at the ends. Check `hasForbiddenCharacters` first: a line break would become a space here.
 */
export function normalizeName(text: string): string {
  return removeInvisible(text).normalize('NFKC').replace(/\s+/gu, ' ').trim();
}
