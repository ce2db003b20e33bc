import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

/** A value as PostgreSQL's COPY reads it. */
export function copyText(value: string | number | boolean | null): string {
  if (value === null) return '\\N';
  if (typeof value !== 'string') return String(value);
  return /[\\\n\r\t]/.test(value)
    ? value.replace(/[\\\n\r\t]/g, (sign) => `\\${COPY_SIGNS[sign]}`)
    : value;
}
const COPY_SIGNS: Record<string, string> = { '\\': '\\', '\n': 'n', '\r': 'r', '\t': 't' };

const CHUNK_LENGTH = 65_536;

/** Lines of tab-separated values, kept as bytes: the garbage collector has nothing to do with them. */
export class CopyLines {
  readonly #chunks: Buffer[] = [];
  #text = '';

  /** Each line ends with a line feed. */
  add(lines: string) {
    this.#text += lines;
    if (this.#text.length >= CHUNK_LENGTH) this.#flush();
  }

  #flush() {
    this.#chunks.push(Buffer.from(this.#text));
    this.#text = '';
  }

  /** Sends everything into a table. */
  async copyInto(client: pg.PoolClient, target: string, options = '') {
    if (this.#text !== '') this.#flush();
    const stream = client.query(copyFrom(`COPY ${target} FROM STDIN ${options}`));
    // The stream reports an error to both; `finished` is the one that throws it.
    const end = finished(stream);
    end.catch(() => undefined);
    for (const chunk of this.#chunks) {
      if (stream.destroyed) break;
      if (!stream.write(chunk)) await Promise.race([once(stream, 'drain'), end]);
    }
    stream.end();
    await end;
  }
}
