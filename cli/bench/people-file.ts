import { csvText } from '#cli/import/csv-text.ts';
import { COLUMNS } from '#cli/import/read-people.ts';
import type { MadePerson } from './people.ts';

/** Formatting many rows at once is several times faster than one by one. */
const CHUNK_ROWS = 1_000;

/** The text of a file that `npm run import` reads, in chunks, the header first. */
export function* peopleFileText(people: Iterable<MadePerson>): Generator<string> {
  let rows: string[][] = [[...COLUMNS]];
  for (const person of people) {
    rows.push(COLUMNS.map((column) => String(person[column])));
    if (rows.length < CHUNK_ROWS) continue;
    yield csvText(rows);
    rows = [];
  }
  yield csvText(rows);
}
