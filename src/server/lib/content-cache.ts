/** What was made from some content, by a key that changes with the content. The least recently used goes first. */
export class ContentCache<T> {
  readonly #max: number;
  readonly #entries = new Map<string, Promise<T>>();

  constructor(max: number) {
    this.#max = max;
  }

  /** Several callers at once share one `make`. A failure is not kept. */
  get(key: string, make: () => Promise<T>): Promise<T> {
    const known = this.#entries.get(key);
    if (known) {
      this.#entries.delete(key);
      this.#entries.set(key, known);
      return known;
    }
    const made = make();
    this.#entries.set(key, made);
    made.catch(() => {
      if (this.#entries.get(key) === made) this.#entries.delete(key);
    });
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > this.#max && oldest !== undefined) this.#entries.delete(oldest);
    return made;
  }
}
