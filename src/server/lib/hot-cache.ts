const ENTRIES_MAX = 2_000;

interface Entry<T> {
  value: Promise<T>;
  until: number;
}

/** A cache of recent values, shared by concurrent callers. */
export class HotCache<T> {
  readonly #freshMs: number;
  readonly #entries = new Map<string, Entry<T>>();

  constructor(freshMs: number) {
    this.#freshMs = freshMs;
  }

  /** One computation serves every caller within that time of its start. */
  get(name: string, compute: () => Promise<T>): Promise<T> {
    if (this.#freshMs === 0) return compute();
    const known = this.#entries.get(name);
    if (known && known.until > performance.now()) return known.value;
    this.#entries.delete(name);
    if (this.#entries.size >= ENTRIES_MAX) {
      const [oldest] = this.#entries.keys();
      if (oldest !== undefined) this.#entries.delete(oldest);
    }
    const entry = { value: compute(), until: performance.now() + this.#freshMs };
    this.#entries.set(name, entry);
    // Failures are not cached.
    entry.value.catch(() => {
      if (this.#entries.get(name) === entry) this.#entries.delete(name);
    });
    return entry.value;
  }

  clear() {
    this.#entries.clear();
  }
}
