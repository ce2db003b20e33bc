import { forgivenEdits, isForgiving } from './edits.ts';
import { GRADE, type PersonKeys } from './keys.ts';
import { type Form, severalPrefix } from './query.ts';
import { TIER, type Tier } from './ranges.ts';

/**
 * In which tier somebody with these keys is found by a reading of a query, or undefined: the rules of the
 * search once more, for people at hand (own contacts, and near matches that an earlier tier had).
 */
export function matchExactTier(
  form: Form,
  { single, several }: Pick<PersonKeys, 'single' | 'several'>,
): Tier | undefined {
  if (form.kind === 'one') {
    const grade = single.get(form.word);
    if (grade === GRADE.id) return TIER.id;
    if (grade === GRADE.name) return TIER.name;
    for (const key of single.keys()) if (key.startsWith(form.word)) return TIER.words;
    return undefined;
  }
  const typed = severalPrefix(form.words);
  if (several.has(typed)) return TIER.name;
  for (const key of several) if (key.startsWith(typed)) return TIER.words;
  return undefined;
}

export function matchNearTier(form: Form, { ids, words, several }: PersonKeys): Tier | undefined {
  if (form.kind === 'one') {
    const { word } = form;
    if (!isForgiving(word)) return undefined;
    const slipsIn = (texts: string[]) => texts.flatMap((each) => forgivenEdits(each, word) ?? []);
    const [inIds, inWords] = [slipsIn(ids), slipsIn(words)];
    if (inIds.includes(1)) return TIER.nearId;
    if (inWords.includes(1)) return TIER.nearOne;
    if (inIds.includes(2)) return TIER.farId;
    return inWords.includes(2) ? TIER.farName : undefined;
  }
  const tiers = [...several].flatMap((key) => nearTierOfName(form.words, key.split(' ')) ?? []);
  return tiers.sort()[0];
}

/** The tier of the words typed against the first words of a name, unless one is too far off. */
function nearTierOfName(typed: readonly string[], name: readonly string[]): Tier | undefined {
  const inOrder = severalPrefix(typed).split(' ');
  let edits = 0;
  let isFar = false;
  let isWhole = name.length === inOrder.length;
  for (const [at, word] of inOrder.entries()) {
    const theirs = name[at];
    if (theirs === undefined) return undefined;
    if (theirs === word) continue;
    if (at === inOrder.length - 1 && theirs.startsWith(word)) {
      isWhole = false;
      continue;
    }
    const distance = isForgiving(word) ? forgivenEdits(word, theirs) : undefined;
    if (distance === undefined) return undefined;
    edits += distance;
    if (distance > 1) isFar = true;
  }
  if (edits === 0) return undefined;
  if (isFar) return TIER.farName;
  if (edits > 1) return TIER.nearTwo;
  return isWhole ? TIER.nearName : TIER.nearOne;
}
