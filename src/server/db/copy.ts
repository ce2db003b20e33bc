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

const CHUNK_BYTES = 262_144;
/** The most bytes of UTF-8 that one UTF-16 unit takes. */
const UNIT_BYTES = 3;

/** Lines of tab-separated values, kept as bytes: the garbage collector has nothing to do with them. */
export class CopyLines {
  readonly #full: Buffer[] = [];
  #chunk = Buffer.alloc(0);
  #length = 0;

  /** Each line ends with a line feed. */
  add(lines: string) {
    const most = lines.length * UNIT_BYTES;
    if (this.#length + most > this.#chunk.length) {
      if (this.#length > 0) this.#full.push(this.#chunk.subarray(0, this.#length));
      this.#chunk = Buffer.allocUnsafe(Math.max(CHUNK_BYTES, most));
      this.#length = 0;
    }
    this.#length += this.#chunk.write(lines, this.#length);
  }

  /** Sends everything into a table. */
  async copyInto(client: pg.PoolClient, target: string, options = '') {
    const stream = client.query(copyFrom(`COPY ${target} FROM STDIN ${options}`));
    // The stream reports an error to both; `finished` is the one that throws it.
    const end = finished(stream);
    end.catch(() => undefined);
    for (const chunk of [...this.#full, this.#chunk.subarray(0, this.#length)]) {
      if (stream.destroyed) break;
      if (!stream.write(chunk)) await Promise.race([once(stream, 'drain'), end]);
    }
    stream.end();
    await end;
  }
}
