import { createHash } from 'node:crypto';
import { createReadStream, type ReadStream, statSync } from 'node:fs';
import { createGunzip } from 'node:zlib';
import type { z } from 'zod';
import { BackupError, END_OF_ROWS } from './format.ts';

const NEWLINE = 10;
const LONGEST_LINE = 1_000_000;

/** Reads a backup from front to back, a piece at a time, and knows the checksum of what it has read. */
export class BackupReader {
  readonly #file: string;
  readonly #chunks: AsyncIterator<Buffer>;
  readonly #source: ReadStream;
  readonly #hash = createHash('sha256');
  #rest: Buffer = Buffer.alloc(0);

  constructor(file: string) {
    this.#file = file;
    const source = createReadStream(file);
    const content = source.pipe(createGunzip());
    source.once('error', (error) => content.destroy(error));
    // Reported when the content is read; without a listener it would end our process before.
    content.on('error', () => undefined);
    this.#chunks = content[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    this.#source = source;
  }

  /** How much of the file has been read, such as "42%". */
  get progress(): string {
    const { size } = statSync(this.#file);
    return `${Math.floor((this.#source.bytesRead / Math.max(size, 1)) * 100)}%`;
  }

  /** The checksum of everything read so far. */
  get sha256(): string {
    return this.#hash.copy().digest('hex');
  }

  async readLine<T>(schema: z.ZodType<T>): Promise<T> {
    let end = this.#rest.indexOf(NEWLINE);
    while (end < 0) {
      if (this.#rest.length > LONGEST_LINE || !(await this.#more())) throw this.#incomplete();
      end = this.#rest.indexOf(NEWLINE);
    }
    const parsed = schema.safeParse(parseJson(this.#take(end + 1).toString()));
    if (!parsed.success) throw this.#incomplete();
    return parsed.data;
  }

  /** The rows of a table, up to the line that ends them. */
  async *readRows(): AsyncGenerator<Buffer> {
    const atLineStart = `\n${END_OF_ROWS}`;
    while (this.#rest.length < END_OF_ROWS.length) {
      if (!(await this.#more())) throw this.#incomplete();
    }
    let isAtStart = true;
    while (
      !(isAtStart && this.#rest.subarray(0, END_OF_ROWS.length).equals(Buffer.from(END_OF_ROWS)))
    ) {
      const end = this.#rest.indexOf(atLineStart);
      if (end >= 0) {
        yield this.#take(end + 1);
        break;
      }
      // The mark may be cut in two by the end of this piece.
      const safe = this.#rest.length - atLineStart.length;
      if (safe > 0) {
        yield this.#take(safe);
        isAtStart = false;
      }
      if (!(await this.#more())) throw this.#incomplete();
    }
    this.#take(END_OF_ROWS.length);
  }

  /** Whether the file ends here, which also checks what gzip says about the whole. */
  async isAtEnd(): Promise<boolean> {
    return this.#rest.length === 0 && !(await this.#more());
  }

  close(): void {
    this.#source.destroy();
  }

  #take(length: number): Buffer {
    const taken = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(length);
    this.#hash.update(taken);
    return taken;
  }

  async #more(): Promise<boolean> {
    try {
      const { done, value } = await this.#chunks.next();
      if (done) return false;
      this.#rest = this.#rest.length === 0 ? value : Buffer.concat([this.#rest, value]);
      return true;
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? '';
      if (code.startsWith('Z_')) throw this.#incomplete();
      throw new BackupError(`${this.#file} cannot be read (${code}).`);
    }
  }

  /** Rows that PostgreSQL refuses; its own message would repeat them. */
  damaged(options?: ErrorOptions): BackupError {
    return new BackupError(`${this.#file} is damaged; nothing was changed.`, options);
  }

  #incomplete(): BackupError {
    return new BackupError(`${this.#file} is not a complete Payfolk backup; nothing was changed.`);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
