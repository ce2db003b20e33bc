import { SERIAL_MAX } from '#contract/fields.ts';
import { CURSOR_INVALID } from '#contract/paging.ts';
import { invalidInput } from './app-error.ts';

/** For a bigserial column; numbers of up to 15 digits are exact. */
export const LONG_ID_MAX = 999_999_999_999_999;

/**
 * A cursor is the last id of the previous page, encoded to be opaque. PostgreSQL fails on an id over the
 * maximum of the column.
 */
export function readIdCursor(cursor: string | undefined, max = SERIAL_MAX): number | undefined {
  if (cursor === undefined) return undefined;
  const text = Buffer.from(cursor, 'base64url').toString('latin1');
  const id = Number(/^before:(\d{1,15})$/.exec(text)?.[1] ?? Number.NaN);
  if (Number.isNaN(id) || id > max) {
    throw invalidInput(CURSOR_INVALID, { cursor: CURSOR_INVALID });
  }
  return id;
}

/**
 * A page out of rows that were asked for with one more than `limit`; where that one is there, `link` is
 * the Link header that leads to the next page.
 */
export function cutPage<Row extends { id: number }>(
  rows: Row[],
  { path, limit, query = {} }: { path: string; limit: number; query?: Record<string, string> },
): { page: Row[]; link: string | undefined } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  if (!last || rows.length <= limit) return { page, link: undefined };
  return { page, link: nextLink(path, { limit: String(limit), ...query }, last.id) };
}

/** The Link header to the page after the row with this id. */
export function nextLink(path: string, query: Record<string, string>, lastId: number): string {
  const cursor = Buffer.from(`before:${lastId}`, 'latin1').toString('base64url');
  return `<${path}?${new URLSearchParams({ ...query, cursor })}>; rel="next"`;
}
