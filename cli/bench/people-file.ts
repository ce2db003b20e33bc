import { COLUMNS } from '#cli/import/read-people.ts';
import type { MadePerson } from './people.ts';

const quote = (value: string) =>
  /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;

/** The lines of a file that `npm run import` reads, the header first. */
export function* peopleFileLines(people: Iterable<MadePerson>): Generator<string> {
  yield `${COLUMNS.join(',')}\n`;
  for (const person of people) {
    yield `${COLUMNS.map((column) => quote(String(person[column]))).join(',')}\n`;
  }
}
