import { invalidInput } from './app-error.ts';

/** A cursor is the last id of the page before, wrapped so that nobody builds on what is in it. */
export function readIdCursor(cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined;
  const text = Buffer.from(cursor, 'base64url').toString('latin1');
  const id = Number(/^before:(\d{1,15})$/.exec(text)?.[1] ?? Number.NaN);
  if (Number.isNaN(id)) {
    throw invalidInput('This cursor is not valid', { cursor: 'This cursor is not valid' });
  }
  return id;
}

/** The Link header that leads to the page after this one. */
export function nextPageLink(path: string, lastId: number, query: Record<string, string>): string {
  const cursor = Buffer.from(`before:${lastId}`, 'latin1').toString('base64url');
  return `<${path}?${new URLSearchParams({ ...query, cursor })}>; rel="next"`;
}
