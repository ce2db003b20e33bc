import type pg from 'pg';
import {
  allowedEdits,
  editDistance,
  forgivenEdits,
  idProbes,
  isForgiving,
  nearProbes,
} from './edits.ts';
import { ORDERED_WORDS_MAX } from './keys.ts';
import type { Form } from './query.ts';
import { inIndexOrder, nameRanges, type Range, severalRanges, TIER, wordRanges } from './ranges.ts';
import { SHORTEST_NEAR_WORD } from './rows.ts';

/** What a query with typos may have meant. */
export interface Near {
  /** People with a username or handle one edit away, in rank order. */
  ranks: number[];
  ranges: Range[];
}

interface Candidate {
  word: string;
  edits: number;
}

/** More than these would be a list nobody reads to its end; they also bound the cost. */
const IDS_READ = 400;
const FORMS_READ = 2_000;
const WORDS_KEPT = 24;
const COMBINATIONS_KEPT = 64;

const NOBODY: Near = { ranks: [], ranges: [] };
const NO_PROBES = { startMiddle: [], startEnd: [], middleEnd: [], swapped: [] };

const idsBy = (condition: string) => `
  (SELECT 'id' AS kind, id AS word, rank FROM search_ids
   WHERE ${condition} AND ($1::int = 0 OR platforms & $1::int <> 0) LIMIT ${IDS_READ})`;

/** Usernames by the parts they share, words by the forms they share, and which typed words exist. */
const NEAR_STATEMENT = `
  ${idsBy('start_middle = ANY($2::int[])')}
  UNION ALL ${idsBy('start_end = ANY($3::int[])')}
  UNION ALL ${idsBy('middle_end = ANY($4::int[])')}
  UNION ALL ${idsBy('id = ANY($5::text[])')}
  UNION ALL
  (SELECT 'near', word, 0 FROM search_word_forms WHERE form = ANY($6::int[]) LIMIT ${FORMS_READ})
  UNION ALL
  (SELECT 'word', word, 0 FROM search_words WHERE word = ANY($7::text[]))
  UNION ALL
  (SELECT 'start', $8::text, 0 WHERE EXISTS (
     SELECT FROM search_words WHERE word >= $8::text AND word < $8::text || chr(1114111)))`;

/**
 * PostgreSQL plans for ten values where it does not know how many there are. With never fewer, the plan
 * made once never looks worse than planning each time, which would cost more than the search.
 */
const PLANNED_VALUES = 10;
function atLeastTen<T>(values: readonly T[], filler: T): T[] {
  const missing = Math.max(0, PLANNED_VALUES - values.length);
  return [...values, ...Array.from({ length: missing }, () => values[0] ?? filler)];
}

type Row = [kind: 'id' | 'near' | 'word' | 'start', word: string, rank: number];

export async function findNear(pool: pg.Pool, form: Form, platformBits: number): Promise<Near> {
  const words = form.kind === 'one' ? [form.word] : form.words;
  const forgiving = words.filter(isForgiving);
  if (forgiving.length === 0 || words.length > ORDERED_WORDS_MAX) return NOBODY;
  const probes = form.kind === 'one' ? idProbes(form.word) : NO_PROBES;
  const { rows } = await pool.query<Row>({
    name: 'search-near',
    text: NEAR_STATEMENT,
    rowMode: 'array',
    values: [
      platformBits,
      atLeastTen(probes.startMiddle, 0),
      atLeastTen(probes.startEnd, 0),
      atLeastTen(probes.middleEnd, 0),
      atLeastTen(probes.swapped, ''),
      atLeastTen(forgiving.flatMap(nearProbes), 0),
      atLeastTen(form.kind === 'one' ? [] : words.slice(0, -1), ''),
      words.at(-1) ?? '',
    ],
  });
  const wordsOf = (kind: Row[0]) =>
    new Set(rows.filter((row) => row[0] === kind).map(([, word]) => word));
  const vocabulary = wordsOf('near');
  if (form.kind === 'one') {
    const { word } = form;
    const ranks = rows
      .filter(
        ([kind, id]) =>
          kind === 'id' && allowedEdits(id, word) > 0 && editDistance(id, word, 1) === 1,
      )
      .map(([, , rank]) => rank);
    return {
      ranks: [...new Set(ranks)].sort((a, b) => a - b),
      ranges: inIndexOrder(rangesOfOne(word, candidatesFor(word, vocabulary))),
    };
  }
  const whole = wordsOf('word');
  const begun = wordsOf('start');
  const choices = words.map((word, at) => {
    const isLast = at === words.length - 1;
    const near = candidatesFor(word, vocabulary).filter(
      (candidate) => !(isLast && candidate.word.startsWith(word)),
    );
    // A word that nobody has leads nowhere as it was typed; short ones are in no vocabulary.
    const isKnown = word.length < SHORTEST_NEAR_WORD || (isLast ? begun : whole).has(word);
    return isKnown ? [{ word, edits: 0 }, ...near] : near;
  });
  return { ranks: [], ranges: inIndexOrder(rangesOfMany(choices)) };
}

/** Known words close enough to a typed one, nearest first. */
function candidatesFor(typed: string, vocabulary: Set<string>): Candidate[] {
  if (!isForgiving(typed)) return [];
  const found: Candidate[] = [];
  for (const word of vocabulary) {
    const edits = forgivenEdits(word, typed);
    if (edits) found.push({ word, edits });
  }
  found.sort((a, b) => a.edits - b.edits || (a.word < b.word ? -1 : 1));
  return found.slice(0, WORDS_KEPT);
}

const tierOf = (edits: number) => (edits === 1 ? TIER.nearOne : TIER.nearTwo);

/** Words that begin with the typed one were found before. */
function rangesOfOne(typed: string, candidates: Candidate[]): Range[] {
  return candidates
    .filter(({ word }) => !word.startsWith(typed))
    .flatMap(({ word, edits }) => wordRanges(tierOf(edits), word));
}

/** Names that some choice of known words makes, those with the fewest edits first. */
function rangesOfMany(choices: Candidate[][]): Range[] {
  let names: { words: string[]; edits: number }[] = [{ words: [], edits: 0 }];
  for (const candidates of choices) {
    names = names
      .flatMap(({ words, edits }) =>
        candidates.map((next) => ({ words: [...words, next.word], edits: edits + next.edits })),
      )
      .sort((a, b) => a.edits - b.edits)
      .slice(0, COMBINATIONS_KEPT + 1);
  }
  return names
    .filter(({ edits }) => edits > 0)
    .slice(0, COMBINATIONS_KEPT)
    .flatMap(({ words, edits }) => [
      ...nameRanges(edits === 1 ? TIER.nearName : TIER.nearTwo, words),
      ...severalRanges(tierOf(edits), words),
    ]);
}
