const ENTRIES_MAX = 2_000;
const FRESH_MS = 1_000;

interface Entry<T> {
  value: Promise<T>;
  until: number;
}

/** Values computed within the last second, shared by everybody who asks for the same. */
export class HotCache<T> {
  readonly #entries = new Map<string, Entry<T>>();

  /** One computation serves all who ask while it runs and for a second after it began. */
  get(name: string, compute: () => Promise<T>): Promise<T> {
    const known = this.#entries.get(name);
    if (known && known.until > performance.now()) return known.value;
    this.#entries.delete(name);
    if (this.#entries.size >= ENTRIES_MAX) {
      const [oldest] = this.#entries.keys();
      if (oldest !== undefined) this.#entries.delete(oldest);
    }
    const entry = { value: compute(), until: performance.now() + FRESH_MS };
    this.#entries.set(name, entry);
    // A failure is not shared with those who ask later.
    entry.value.catch(() => {
      if (this.#entries.get(name) === entry) this.#entries.delete(name);
    });
    return entry.value;
  }

  clear() {
    this.#entries.clear();
  }
}
