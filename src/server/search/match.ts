import { allowedEdits, editDistance } from './edits.ts';
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
    const allowed = allowedEdits(form.word.length);
    if (allowed === 0) return undefined;
    if (ids.some((id) => editDistance(id, form.word, 1) === 1)) return TIER.nearId;
    const nearest = Math.min(...words.map((word) => editDistance(word, form.word, allowed)), 9);
    return tierOfEdits(nearest <= allowed ? nearest : 0);
  }
  let best = 0;
  for (const key of several) {
    const edits = editsOfName(form.words, key.split(' '));
    if (edits > 0 && (best === 0 || edits < best)) best = edits;
  }
  return tierOfEdits(best);
}

function tierOfEdits(edits: number): Tier | undefined {
  if (edits === 0) return undefined;
  return edits === 1 ? TIER.nearOne : TIER.nearTwo;
}

/** Edits between the words typed and a name's first words; 0 where one is too far off. */
function editsOfName(typed: readonly string[], name: readonly string[]): number {
  const inOrder = severalPrefix(typed).split(' ');
  let edits = 0;
  for (const [at, word] of inOrder.entries()) {
    const theirs = name[at];
    if (theirs === undefined) return 0;
    if (at === inOrder.length - 1 && theirs.startsWith(word)) continue;
    const allowed = allowedEdits(word.length);
    const distance = editDistance(word, theirs, allowed);
    if (distance > allowed) return 0;
    edits += distance;
  }
  return edits;
}
