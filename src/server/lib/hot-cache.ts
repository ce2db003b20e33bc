interface Entry<T> {
  value: Promise<T>;
  until: number;
  /** Undefined until it is there. */
  known: T | undefined;
  /** 0 until then. */
  size: number;
}

interface Options<T> {
  maxAgeMs: number;
  /** The most that all values may have together. */
  maxSize: number;
  sizeOf: (value: T) => number;
}

/** Recently computed values, shared by everyone who asks for the same. */
export class HotCache<T> {
  readonly #options: Options<T>;
  /** The least recently used first. */
  readonly #entries = new Map<string, Entry<T>>();
  #size = 0;

  constructor(options: Options<T>) {
    this.#options = options;
  }

  get(name: string, compute: () => Promise<T>): Promise<T> {
    const { maxAgeMs } = this.#options;
    if (maxAgeMs === 0) return compute();
    const known = this.#entries.get(name);
    if (known && known.until > performance.now()) {
      this.#entries.delete(name);
      this.#entries.set(name, known);
      return known.value;
    }
    this.#delete(name);
    const entry: Entry<T> = {
      value: compute(),
      until: performance.now() + maxAgeMs,
      known: undefined,
      size: 0,
    };
    this.#entries.set(name, entry);
    entry.value.then(
      (value) => this.#measure(name, entry, value),
      // A failure is not cached.
      () => this.#entries.get(name) === entry && this.#delete(name),
    );
    return entry.value;
  }

  /** The value, if it is there already. */
  known(name: string): T | undefined {
    const entry = this.#entries.get(name);
    return entry && entry.until > performance.now() ? entry.known : undefined;
  }

  #measure(name: string, entry: Entry<T>, value: T) {
    if (this.#entries.get(name) !== entry) return;
    entry.known = value;
    entry.size = this.#options.sizeOf(value);
    this.#size += entry.size;
    for (const oldest of this.#entries.keys()) {
      if (this.#size <= this.#options.maxSize) return;
      this.#delete(oldest);
    }
  }

  #delete(name: string) {
    this.#size -= this.#entries.get(name)?.size ?? 0;
    this.#entries.delete(name);
  }

  /** Also drops values that are still being computed, because they may be outdated already. */
  clear() {
    this.#entries.clear();
    this.#size = 0;
  }
}

/** In memory of its own: a short Buffer.from would keep a whole block of Node's pool. */
export function bytesOf(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
}
