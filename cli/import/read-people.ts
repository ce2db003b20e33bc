import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { z } from 'zod';
import {
  emailField,
  nameField,
  optionalHandleFields,
  phoneNumberField,
  screenNameField,
  usernameField,
  websiteUrlField,
} from '#contract/fields.ts';
import { PLATFORMS, type Platform } from '#contract/platforms.ts';
import { boundedText, clearable } from '#contract/text-field.ts';

export const COLUMNS = [
  'name',
  'screenName',
  'username',
  'email',
  'phoneNumber',
  'websiteUrl',
  'paypal',
  'cashapp',
  'applepay',
  'venmo',
  'isVerified',
] as const;

const YES = new Set(['true', 'yes', 'y', '1', 'x']);
const NO = new Set(['', 'false', 'no', 'n', '0']);

const IS_VERIFIED_INVALID = 'isVerified must be true or false';
const isVerifiedField = boundedText(100, {
  wrongType: IS_VERIFIED_INVALID,
  tooLong: IS_VERIFIED_INVALID,
}).transform((text, context) => {
  const word = text.trim().toLowerCase();
  if (YES.has(word)) return true;
  if (NO.has(word)) return false;
  context.addIssue({ code: 'custom', message: IS_VERIFIED_INVALID });
  return z.NEVER;
});

/** The rules that registration and the profile have, so that an import lets nothing else in. */
const personRow = z
  .object({
    name: nameField,
    screenName: clearable(screenNameField),
    username: clearable(usernameField),
    email: clearable(emailField),
    phoneNumber: phoneNumberField,
    websiteUrl: websiteUrlField,
    ...optionalHandleFields,
    isVerified: isVerifiedField,
  })
  .refine(({ username, email }) => username !== null || email !== null, {
    error: 'A username or an email is needed, so that the same row is known again',
  });

export type PersonRow = z.infer<typeof personRow>;

export interface ReadRow {
  /** Where the row ends in the file, counted from 1; most rows are one line. */
  line: number;
  /** As it stands in the file, in the order of `COLUMNS`. */
  raw: string[];
  person?: PersonRow;
  /** Why the row is refused. */
  reason?: string;
}

export class ImportFileError extends Error {}

/** Streams a file of any size, row by row, and calls with the bytes read so far. */
export async function* readPeople(
  file: string,
  onRead: (bytes: number) => void = () => undefined,
): AsyncGenerator<ReadRow> {
  const parser = parse({
    bom: true,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: 100_000,
  });
  // A file that cannot be read ends the parser, and with it the loop below, with that error.
  pipeline(createReadStream(file), parser, () => undefined);
  let columns: number[] | undefined;
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      record: string[];
      info: { lines: number; bytes: number };
    }>) {
      onRead(info.bytes);
      if (!columns) {
        columns = readHeader(record);
        continue;
      }
      yield {
        line: info.lines,
        raw: columns.map((column) => record[column] ?? ''),
        ...check(record, columns),
      };
    }
  } catch (error) {
    throw error instanceof CsvError ? new ImportFileError(explain(error)) : error;
  }
  if (!columns) throw new ImportFileError(`The file is empty. Its first line must be ${COLUMNS}.`);
}

/** Where a quote is open, nobody can tell rows from text: what comes before it is in, the rest is not. */
function explain(error: CsvError): string {
  const isQuote = error.code === 'CSV_QUOTE_NOT_CLOSED' || error.code === 'CSV_MAX_RECORD_SIZE';
  return isQuote
    ? `${error.message}. A quote (") is opened there or shortly before and never closed. ` +
        'Fix it and import the file again: the rows that are in already stay as they are.'
    : error.message;
}

function readHeader(header: string[]): number[] {
  const names = header.map((name) => name.trim());
  const missing = COLUMNS.filter((column) => !names.includes(column));
  if (missing.length > 0) {
    throw new ImportFileError(
      `The file's first line lacks ${missing.join(', ')}. It must be ${COLUMNS.join(',')}.`,
    );
  }
  return COLUMNS.map((column) => names.indexOf(column));
}

function check(record: string[], columns: number[]): Pick<ReadRow, 'person' | 'reason'> {
  const values: Record<string, string> = {};
  for (const [at, column] of columns.entries()) {
    const value = record[column];
    if (value === undefined) return { reason: 'The row has too few columns' };
    // What a file in another encoding leaves of its letters.
    if (value.includes('\ufffd')) return { reason: 'The row is not UTF-8' };
    values[COLUMNS[at] ?? ''] = value;
  }
  const result = personRow.safeParse(values);
  if (result.success) return { person: result.data };
  const reasons = result.error.issues.map(({ path, message }) =>
    path.length > 0 ? `${path.join('.')}: ${message}` : message,
  );
  return { reason: [...new Set(reasons)].join('; ') };
}

export function accountsOf(person: PersonRow): { platform: Platform; username: string }[] {
  return PLATFORMS.flatMap((platform) => {
    const username = person[platform];
    return username === null ? [] : [{ platform, username }];
  });
}
