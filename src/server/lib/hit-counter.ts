interface Bounds {
  /** The limit's name in the counts that all nodes share. */
  name: string;
  /** How many hits a key has in one window. */
  limit: number;
  windowSeconds: number;
  /** How many keys are counted; beyond that the oldest is dropped. */
  maxKeys?: number;
  /** Milliseconds of a clock that never jumps. */
  now?: () => number;
}

interface Entry {
  key: string;
  hits: number;
  /** Hits that the other nodes do not know of yet. */
  unshared: number;
  resetsAt: number;
}

/** What one key adds to the count that all nodes share. */
export interface SharedHits {
  key: string;
  hits: number;
  secondsLeft: number;
}

/** A node shares what it counted for a key once that is this part of the limit. */
const SHARED_FROM = 0.1;

/** Counts hits per key in this process. A window begins with a key's first hit. */
export class HitCounter {
  readonly #entries = new Map<string, Entry>();
  readonly #unshared = new Set<Entry>();
  readonly #bounds: Required<Bounds>;

  constructor(bounds: Bounds) {
    this.#bounds = { maxKeys: 100_000, now: () => performance.now(), ...bounds };
  }

  get name(): string {
    return this.#bounds.name;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Seconds until the key may hit again; 0 if it has hits left. */
  secondsToWait(key: string): number {
    const entry = this.#entries.get(key);
    if (!entry || entry.hits < this.#bounds.limit) return 0;
    return Math.max(0, Math.ceil((entry.resetsAt - this.#bounds.now()) / 1_000));
  }

  add(key: string) {
    const entry = this.#current(key);
    entry.hits += 1;
    entry.unshared += 1;
    if (entry.hits >= this.#bounds.limit * SHARED_FROM) this.#unshared.add(entry);
  }

  #current(key: string): Entry {
    const { windowSeconds, maxKeys } = this.#bounds;
    const now = this.#bounds.now();
    const existing = this.#entries.get(key);
    if (existing && existing.resetsAt > now) return existing;
    if (existing) this.#drop(existing);
    else if (this.#entries.size >= maxKeys) this.#dropOldest();
    const entry = { key, hits: 0, unshared: 0, resetsAt: now + windowSeconds * 1_000 };
    this.#entries.set(key, entry);
    return entry;
  }

  /** A Map keeps the order of insertion, so the first entry is the oldest. */
  #dropOldest() {
    for (const entry of this.#entries.values()) {
      this.#drop(entry);
      return;
    }
  }

  #drop(entry: Entry) {
    this.#entries.delete(entry.key);
    this.#unshared.delete(entry);
  }

  dropExpired() {
    const now = this.#bounds.now();
    for (const entry of this.#entries.values()) {
      if (entry.resetsAt > now) return;
      this.#drop(entry);
    }
  }

  /**
   * Hands the new hits of up to `max` keys to `share` and takes over the totals that it returns.
   * Returns how many keys that were. Where `share` fails, the hits are kept for the next time.
   */
  async share(
    max: number,
    share: (batch: SharedHits[]) => Promise<Map<string, SharedHits>>,
  ): Promise<number> {
    const batch = this.#takeUnshared(max);
    if (batch.length === 0) return 0;
    try {
      const totals = await share(batch.map(({ shared }) => shared));
      for (const { entry } of batch) this.#takeOver(entry, totals.get(entry.key));
      return batch.length;
    } catch (error) {
      for (const { entry, shared } of batch) {
        entry.unshared += shared.hits;
        if (this.#entries.get(entry.key) === entry) this.#unshared.add(entry);
      }
      throw error;
    }
  }

  #takeUnshared(max: number): { entry: Entry; shared: SharedHits }[] {
    const now = this.#bounds.now();
    const batch: { entry: Entry; shared: SharedHits }[] = [];
    for (const entry of this.#unshared) {
      if (batch.length === max) break;
      this.#unshared.delete(entry);
      const secondsLeft = Math.ceil((entry.resetsAt - now) / 1_000);
      if (secondsLeft <= 0) continue;
      batch.push({ entry, shared: { key: entry.key, hits: entry.unshared, secondsLeft } });
      entry.unshared = 0;
    }
    return batch;
  }

  /** At least what this node counted: the shared count may have been lost. */
  #takeOver(entry: Entry, total: SharedHits | undefined) {
    if (!total) return;
    entry.hits = Math.max(entry.hits, total.hits + entry.unshared);
    entry.resetsAt = this.#bounds.now() + total.secondsLeft * 1_000;
  }
}
