import { foldCompact } from '#contract/fold.ts';
import { cutText } from '#server/lib/cut-text.ts';
import { hash32 } from '#server/lib/edits.ts';
import { looksOfText } from '#server/lib/skeleton.ts';
import { withoutNumber, withoutTitles } from '#server/lib/titles.ts';

export interface Named {
  name: string;
  screenName: string | null;
  username: string | null;
  isVerified: boolean;
}

const LOOK_MAX = 60;
const PLAIN_MAX = 40;

/** Long texts end in a hash, so that a difference at their end counts. */
const shorten = (text: string, max: number) =>
  text.length <= max ? text : cutText(text, max - 8) + hash32(text).toString(36);

/** Of each text by itself: titles in one name must not hide what another one imitates. */
const IMITATED_MAX = 12;

function imitatedBy({ name, screenName, username }: Named): string[] {
  const names = [name, screenName ?? ''].map((text) => [
    withoutNumber(text),
    ...withoutTitles(text),
  ]);
  return [...names, withoutTitles(username ?? '', 'username')].flatMap((each) =>
    each.slice(0, IMITATED_MAX),
  );
}

/**
 * For each of name, screen name and username: the skeleton, a space, the letters themselves. 'Maya1' and
 * 'Maya Official' also look like 'Maya'; for a verified name all of it counts.
 */
export function looksOf(person: Named): string[] {
  const { name, screenName, username, isVerified } = person;
  const looks = new Set<string>();
  const imitated = isVerified ? [] : imitatedBy(person);
  for (const text of new Set([name, screenName, username, ...imitated])) {
    if (!text) continue;
    const plain = shorten(foldCompact(text), PLAIN_MAX);
    for (const look of looksOfText(text, isVerified)) {
      looks.add(`${shorten(look, LOOK_MAX)} ${plain}`);
    }
  }
  return [...looks].sort();
}

/** The looks among a person's keys, which are separated by commas. */
export function looksIn(keys: string): { isVerified: boolean; looks: string[] } {
  const found = keys.split(',').filter((key) => key.startsWith('S'));
  return { isVerified: found[0]?.[1] === '0', looks: found.map((key) => key.slice(2)) };
}
