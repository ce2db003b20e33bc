const ENTRIES_MAX = 4_000;

interface Entry<T> {
  value: Promise<T>;
  until: number;
}

/** Recently computed values, shared by everybody who asks for the same. */
export class HotCache<T> {
  readonly #maxAgeMs: number;
  /** The least recently used first. */
  readonly #entries = new Map<string, Entry<T>>();

  constructor(maxAgeMs: number) {
    this.#maxAgeMs = maxAgeMs;
  }

  get(name: string, compute: () => Promise<T>): Promise<T> {
    if (this.#maxAgeMs === 0) return compute();
    const known = this.#entries.get(name);
    this.#entries.delete(name);
    if (known && known.until > performance.now()) {
      this.#entries.set(name, known);
      return known.value;
    }
    if (this.#entries.size >= ENTRIES_MAX) {
      const [oldest] = this.#entries.keys();
      if (oldest !== undefined) this.#entries.delete(oldest);
    }
    const entry = { value: compute(), until: performance.now() + this.#maxAgeMs };
    this.#entries.set(name, entry);
    // Whoever asks next after a failure gets another try.
    entry.value.catch(() => {
      if (this.#entries.get(name) === entry) this.#entries.delete(name);
    });
    return entry.value;
  }

  /** Also drops values that are still being computed, because they may be outdated already. */
  clear() {
    this.#entries.clear();
  }
}
