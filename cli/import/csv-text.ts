import { stringify } from 'csv-stringify/sync';

/** Rows as CSV text, each with its line feed. */
export function csvText(rows: string[][]): string {
  // Readers may take a lone carriage return for the end of a row.
  return stringify(rows, { quoted_match: /\r/ });
}
