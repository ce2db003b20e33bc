import type pg from 'pg';
import { forgivenEdits, isForgiving, LONG_WORD } from './edits.ts';
import { ORDERED_WORDS_MAX } from './keys.ts';
import { type IdProbes, idProbes } from './parts.ts';
import type { Form } from './query.ts';
import {
  inIndexOrder,
  longerNameRanges,
  nameRanges,
  type Range,
  severalRanges,
  TIER,
  wordRanges,
} from './ranges.ts';
import { SHORTEST_NEAR_WORD } from './rows.ts';
import { formProbes } from './word-forms.ts';

/** What a query with typos may have meant. */
export interface Near {
  /** People with a username or handle as many edits away, in rank order. */
  ranks: number[];
  ranges: Range[];
}

interface Candidate {
  word: string;
  edits: number;
}

/** How many slips are forgiven in one word: two only where one found nobody. */
export type Slips = 1 | 2;

/** More than these would be a list nobody reads to its end; they also bound the cost. */
const IDS_READ = 1_000;
const FORMS_READ = 2_000;
const WORDS_KEPT = 24;
const COMBINATIONS_TRIED = 1_000;
const COMBINATIONS_KEPT = 64;

const NOBODY: Near = { ranks: [], ranges: [] };
const NO_PROBES: IdProbes = {
  startEnd: new Set(),
  middleEnd: new Set(),
  whole: new Set(),
  beginning: undefined,
};

/**
 * Usernames by the parts they share, words by the forms they share, and which typed words exist, as rows of
 * (kind, word, rank). Its parameters, the `nearValues`, begin behind those of the statement around it.
 */
export function nearStatement(parametersBefore: number): string {
  const [bits, whole, startEnd, middleEnd, forms, words, last, beginning] = Array.from(
    { length: 8 },
    (_, at) => `$${parametersBefore + at + 1}`,
  );
  const idsBy = (condition: string) => `
    (SELECT 'id' AS kind, id AS word, rank FROM search_ids
     WHERE ${condition} AND (${bits}::int = 0 OR platforms & ${bits}::int <> 0) LIMIT ${IDS_READ})`;
  return `
    ${idsBy(`id = ANY(${whole}::text[])`)}
    UNION ALL ${idsBy(`start_end = ANY(${startEnd}::int[])`)}
    UNION ALL ${idsBy(`middle_end = ANY(${middleEnd}::int[])`)}
    UNION ALL ${idsBy(`id > ${beginning}::text AND id < ${beginning}::text || chr(1114111)`)}
    UNION ALL
    (SELECT 'near', word, 0 FROM search_word_forms WHERE form = ANY(${forms}::int[]) LIMIT ${FORMS_READ})
    UNION ALL
    (SELECT 'word', word, 0 FROM search_words WHERE word = ANY(${words}::text[]))
    UNION ALL
    (SELECT 'start', ${last}::text, 0 WHERE EXISTS (
       SELECT FROM search_words WHERE word >= ${last}::text AND word < ${last}::text || chr(1114111)))`;
}

/**
 * PostgreSQL plans for ten values where it does not know how many there are. With never fewer, the plan
 * made once never looks worse than planning each time, which would cost more than the search.
 */
const PLANNED_VALUES = 10;
function atLeastTen<T>(values: readonly T[], filler: T): T[] {
  const missing = Math.max(0, PLANNED_VALUES - values.length);
  return [...values, ...Array.from({ length: missing }, () => values[0] ?? filler)];
}

export type NearRow = [kind: 'id' | 'near' | 'word' | 'start', word: string, rank: number];

const NEAR_STATEMENT = nearStatement(0);

export async function findNear(
  pool: pg.Pool,
  form: Form,
  slips: Slips,
  platformBits: number,
): Promise<Near> {
  const values = nearValues(form, slips, platformBits);
  if (!values) return NOBODY;
  const { rows } = await pool.query<NearRow>({
    name: 'search-near',
    text: NEAR_STATEMENT,
    rowMode: 'array',
    values,
  });
  return readNear(form, slips, rows);
}

/** What the statement is asked, or undefined where nothing that was typed forgives so many slips. */
export function nearValues(form: Form, slips: Slips, platformBits: number): unknown[] | undefined {
  const words = wordsOf(form);
  const forgiving = words.filter(isForgiving);
  if (forgiving.length === 0 || words.length > ORDERED_WORDS_MAX) return undefined;
  if (slips === 2 && !words.some((word) => word.length >= LONG_WORD - 2)) return undefined;
  const probes = form.kind === 'one' ? idProbes(form.word, slips) : NO_PROBES;
  return [
    platformBits,
    atLeastTen([...probes.whole], ''),
    atLeastTen([...probes.startEnd], 0),
    atLeastTen([...probes.middleEnd], 0),
    atLeastTen(
      forgiving.flatMap((word) => formProbes(word, slips)),
      0,
    ),
    atLeastTen(form.kind === 'one' ? [] : words.slice(0, -1), ''),
    words.at(-1) ?? '',
    // No username has this in it.
    probes.beginning ?? ' ',
  ];
}

const wordsOf = (form: Form) => (form.kind === 'one' ? [form.word] : form.words);

/** What the statement found, compared with what was typed for real. */
export function readNear(form: Form, slips: Slips, rows: readonly NearRow[]): Near {
  const found = (kind: NearRow[0]) =>
    new Set(rows.filter((row) => row[0] === kind).map(([, word]) => word));
  const vocabulary = found('near');
  if (form.kind === 'one') {
    const { word } = form;
    const ranks = rows
      .filter(([kind, id]) => kind === 'id' && forgivenEdits(id, word) === slips)
      .map(([, , rank]) => rank);
    return {
      ranks: [...new Set(ranks)].sort((a, b) => a - b),
      ranges: inIndexOrder(rangesOfOne(word, slips, candidatesFor(word, slips, vocabulary))),
    };
  }
  const words = wordsOf(form);
  const whole = found('word');
  const begun = found('start');
  const choices = words.map((word, at) => {
    const isLast = at === words.length - 1;
    const near = candidatesFor(word, slips, vocabulary).filter(
      (candidate) => !(isLast && candidate.word.startsWith(word)),
    );
    // A word that nobody has leads nowhere as it was typed; short ones are in no vocabulary.
    const isKnown = word.length < SHORTEST_NEAR_WORD || (isLast ? begun : whole).has(word);
    return isKnown ? [{ word, edits: 0 }, ...near] : near;
  });
  return { ranks: [], ranges: inIndexOrder(rangesOfMany(choices, slips)) };
}

/** Known words close enough to a typed one, nearest first. */
function candidatesFor(typed: string, slips: Slips, vocabulary: Set<string>): Candidate[] {
  if (!isForgiving(typed)) return [];
  const found: Candidate[] = [];
  for (const word of vocabulary) {
    const edits = forgivenEdits(word, typed);
    if (edits && edits <= slips) found.push({ word, edits });
  }
  found.sort((a, b) => a.edits - b.edits || (a.word < b.word ? -1 : 1));
  return found.slice(0, WORDS_KEPT);
}

/** Words that begin with the typed one were found before. */
function rangesOfOne(typed: string, slips: Slips, candidates: Candidate[]): Range[] {
  return candidates
    .filter(({ word, edits }) => edits === slips && !word.startsWith(typed))
    .flatMap(({ word }) => wordRanges(slips === 1 ? TIER.nearOne : TIER.farName, word));
}

/** Names that some choice of known words makes, those with the fewest edits first. */
function rangesOfMany(choices: Candidate[][], slips: Slips): Range[] {
  let names: { words: string[]; edits: number; most: number; last: number }[] = [
    { words: [], edits: 0, most: 0, last: 0 },
  ];
  for (const candidates of choices) {
    names = names
      .flatMap(({ words, edits, most }) =>
        candidates.map((next) => ({
          words: [...words, next.word],
          edits: edits + next.edits,
          most: Math.max(most, next.edits),
          last: next.edits,
        })),
      )
      .sort((a, b) => a.edits - b.edits)
      .slice(0, COMBINATIONS_TRIED);
  }
  return names
    .filter(({ most }) => most === slips)
    .slice(0, COMBINATIONS_KEPT)
    .flatMap(({ words, edits, last }) => {
      // Only a word as it was typed may be the beginning of another.
      const longer = last === 0 ? severalRanges : longerNameRanges;
      if (slips === 2) {
        return [...nameRanges(TIER.farName, words), ...longer(TIER.farName, words)];
      }
      return [
        ...nameRanges(edits === 1 ? TIER.nearName : TIER.nearTwo, words),
        ...longer(edits === 1 ? TIER.nearOne : TIER.nearTwo, words),
      ];
    });
}
