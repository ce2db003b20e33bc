import { createReadStream } from 'node:fs';
import { CsvError, parse } from 'csv-parse';
import { z } from 'zod';
import {
  emailField,
  type NameLabel,
  nameField,
  optionalHandleFields,
  phoneNumberField,
  screenNameField,
  usernameField,
  websiteUrlField,
} from '#contract/fields.ts';
import { PLATFORMS, PLATFORMS_AS_LISTED, type Platform } from '#contract/platforms/registry.ts';
import { boundedText, clearable } from '#contract/text-field.ts';
import { imitationIn } from '#server/lib/name-imitations.ts';
import { isReservedUsername, USERNAME_RESERVED } from '#server/lib/reserved-usernames.ts';

export const COLUMNS = [
  'name',
  'screenName',
  'username',
  'email',
  'phoneNumber',
  'websiteUrl',
  ...PLATFORMS_AS_LISTED,
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

const refuseImitation = (label: NameLabel) => (name: string, context: z.RefinementCtx) => {
  // It takes long for a name of many marks.
  if (context.issues.length > 0) return;
  const message = imitationIn(name, label);
  if (message) context.addIssue({ code: 'custom', message });
};

/** The rules that registration and the profile have, so that an import lets nothing else in. */
const personRow = z
  .object({
    name: nameField.superRefine(refuseImitation('Name')),
    screenName: clearable(screenNameField.superRefine(refuseImitation('Screen name'))),
    username: clearable(
      usernameField.refine((username) => !isReservedUsername(username), {
        error: USERNAME_RESERVED,
      }),
    ),
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
  /** The values of the file, in the order of `COLUMNS`; fewer or more if the row has too few or too many. */
  raw: string[];
  person?: PersonRow;
  /** Why the row is refused. */
  reason?: string;
}

export class ImportFileError extends Error {}

interface CsvRow {
  record: string[];
  line: number;
}

/** Smaller than usual: what PostgreSQL waits for is sent after each chunk. */
const CHUNK_BYTES = 16_384;

/** Bounds how much is read after an unclosed quote. */
const MAX_ROW_BYTES = 100_000;

/** Streams a file of any size, row by row, and calls with the bytes read so far. */
export async function* readPeople(
  file: string,
  onRead: (bytes: number) => void = () => undefined,
): AsyncGenerator<ReadRow> {
  let header: Header | undefined;
  for await (const { rows, bytes } of readCsv(file)) {
    onRead(bytes);
    for (const { record, line } of rows) {
      if (header) yield readRow(record, line, header);
      else header = readHeader(record);
    }
  }
  if (!header) throw new ImportFileError(`The file is empty. Its first line must be ${COLUMNS}.`);
}

function readRow(record: string[], line: number, { columns, width }: Header): ReadRow {
  const cells = columns.map((column) => record[column]);
  const length = cells.findLastIndex((cell) => cell !== undefined) + 1;
  const isShort = record.length < width;
  // Never complete, so that the rejects are refused again until somebody corrects them.
  const kept = isShort ? Math.min(length, COLUMNS.length - 1) : length;
  const raw = [...cells.slice(0, kept).map((cell) => cell ?? ''), ...record.slice(width)];
  // After an unquoted comma each value would go to the wrong column, a handle to the wrong platform.
  if (record.length > width) return { line, raw, reason: 'The row has too many columns' };
  if (isShort) {
    return { line, raw, reason: 'The row has too few columns' };
  }
  // The replacement character, as in a file with another encoding.
  if (raw.some((value) => value.includes('\ufffd'))) {
    return { line, raw, reason: 'The row is not UTF-8' };
  }
  return { line, raw, ...check(raw) };
}

/** Yields the rows chunk by chunk; those before a parse error come first. */
async function* readCsv(file: string) {
  let rows: CsvRow[] = [];
  let last = { lines: 0, empty_lines: 0 };
  const parser = parse({
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: MAX_ROW_BYTES,
    // Taken here, because a parser that fails drops what has not been read from it.
    on_record: (record: string[], info) => {
      rows.push({ record, line: info.lines });
      last = info;
    },
  });
  let failure: ImportFileError | undefined;
  parser.on('error', (error) => {
    // The parser's own line is where it gave up, which may be far behind.
    const emptyLines = parser.info.empty_lines - last.empty_lines;
    failure = new ImportFileError(explain(error, last.lines + emptyLines + 1));
  });
  let bytes = 0;
  const takeRows = () => {
    const taken = { rows, bytes };
    rows = [];
    return taken;
  };
  for await (const chunk of createReadStream(file, { highWaterMark: CHUNK_BYTES })) {
    bytes += chunk.length;
    await new Promise((resolve) => parser.write(chunk, resolve));
    yield takeRows();
    if (failure) throw failure;
  }
  await new Promise((resolve) => parser.end(resolve));
  yield takeRows();
  if (failure) throw failure;
}

/** After such a row, rows cannot be told from text: only those before it are imported. */
function explain(error: Error, line: number): string {
  const fault = error instanceof CsvError && FAULTS[error.code]?.(line);
  return fault
    ? `${fault} Fix it and import the file again: the rows that are in already stay as they are.`
    : error.message;
}

const FAULTS: Record<string, (line: number) => string> = {
  CSV_QUOTE_NOT_CLOSED: (line) =>
    `A quote (") is opened in the row at line ${line} and never closed.`,
  CSV_MAX_RECORD_SIZE: (line) =>
    `The row at line ${line} is longer than ${MAX_ROW_BYTES.toLocaleString('en-US')} bytes, or a quote (") in it is never closed.`,
};

interface Header {
  /** Where each of `COLUMNS` is. */
  columns: number[];
  width: number;
}

function readHeader(header: string[]): Header {
  const names = header.map((name) => name.trim());
  const missing = COLUMNS.filter((column) => !names.includes(column));
  if (missing.length > 0) {
    throw new ImportFileError(
      `The file's first line lacks ${missing.join(', ')}. It must be ${COLUMNS.join(',')}.`,
    );
  }
  const twice = COLUMNS.filter((column) => names.indexOf(column) !== names.lastIndexOf(column));
  if (twice.length > 0) {
    throw new ImportFileError(`The file's first line has ${twice.join(', ')} more than once.`);
  }
  return { columns: COLUMNS.map((column) => names.indexOf(column)), width: names.length };
}

function check(raw: string[]): Pick<ReadRow, 'person' | 'reason'> {
  const values: Record<string, string | undefined> = {};
  for (let at = 0; at < COLUMNS.length; at += 1) values[COLUMNS[at] ?? ''] = raw[at];
  const result = personRow.safeParse(values);
  if (result.success) return { person: result.data };
  const reasons = result.error.issues.map(({ path, message }) =>
    path.length > 0 ? `${path.join('.')}: ${message}` : message,
  );
  return { reason: [...new Set(reasons)].join('; ') };
}

/** The handles in the form the search index takes: not ranked by their owner yet. */
export function accountsOf(person: PersonRow) {
  const accounts: { platform: Platform; username: string; rank: null }[] = [];
  for (const platform of PLATFORMS) {
    const username = person[platform];
    if (username !== null) accounts.push({ platform, username, rank: null });
  }
  return accounts;
}
