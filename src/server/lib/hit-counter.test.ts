import { beforeEach, describe, expect, it } from 'vitest';
import { HitCounter, type SharedHits } from './hit-counter.ts';

let now = 0;
beforeEach(() => {
  now = 0;
});
const create = (bounds: { limit?: number; maxKeys?: number } = {}) =>
  new HitCounter({ name: 'test', limit: 20, windowSeconds: 60, now: () => now, ...bounds });

function addTimes(counter: HitCounter, key: string, times: number) {
  for (let count = 0; count < times; count += 1) counter.add(key);
}

/** The count that all nodes share, as the database keeps it. */
function sharedCount() {
  const totals = new Map<string, SharedHits>();
  const batches: SharedHits[][] = [];
  const share = async (batch: SharedHits[]) => {
    batches.push(batch);
    for (const { key, hits, secondsLeft } of batch) {
      const total = totals.get(key);
      totals.set(
        key,
        total ? { ...total, hits: total.hits + hits } : { key, hits, secondsLeft: secondsLeft },
      );
    }
    return totals;
  };
  return { share, batches, totals };
}

describe('a hit counter', () => {
  it('is full at exactly its limit, for each key, until the window is over', () => {
    const counter = create();
    addTimes(counter, 'a', 19);
    expect(counter.secondsToWait('a')).toBe(0);
    now = 1_500;
    counter.add('a');
    expect(counter.secondsToWait('a')).toBe(59);
    expect(counter.secondsToWait('b')).toBe(0);
    now = 59_999;
    expect(counter.secondsToWait('a')).toBe(1);
    now = 60_000;
    expect(counter.secondsToWait('a')).toBe(0);
    counter.add('a');
    expect(counter.secondsToWait('a')).toBe(0);
  });

  it('keeps a bounded number of keys: the oldest is dropped', () => {
    const counter = create({ maxKeys: 3, limit: 1 });
    for (const key of ['a', 'b', 'c', 'd']) counter.add(key);
    expect(counter.size).toBe(3);
    expect(['a', 'b', 'c', 'd'].map((key) => counter.secondsToWait(key))).toEqual([0, 60, 60, 60]);
  });

  it('drops what has expired', () => {
    const counter = create();
    counter.add('a');
    now = 30_000;
    counter.add('b');
    now = 60_000;
    counter.dropExpired();
    expect(counter.size).toBe(1);
  });
});

describe('sharing with other nodes', () => {
  it('adds up what each counted', async () => {
    const [one, two] = [create(), create()];
    const { share } = sharedCount();
    addTimes(one, 'a', 12);
    addTimes(two, 'a', 8);
    expect(await one.share(10, share)).toBe(1);
    expect(await two.share(10, share)).toBe(1);
    expect(two.secondsToWait('a')).toBe(60);
    one.add('a');
    await one.share(10, share);
    expect(one.secondsToWait('a')).toBe(60);
  });

  it('shares each hit once, nothing where nothing is new, and few hits not at all', async () => {
    const counter = create();
    const { share, batches, totals } = sharedCount();
    counter.add('rare');
    addTimes(counter, 'a', 2);
    await counter.share(10, share);
    counter.add('a');
    await counter.share(10, share);
    await counter.share(10, share);
    expect(batches).toHaveLength(2);
    expect([...totals.values()]).toEqual([{ key: 'a', hits: 3, secondsLeft: 60 }]);
  });

  it('shares so many keys at a time, and the rest the next time', async () => {
    const counter = create();
    const { share, totals } = sharedCount();
    for (let key = 0; key < 5; key += 1) addTimes(counter, `key${key}`, 5);
    expect(await counter.share(3, share)).toBe(3);
    expect(await counter.share(3, share)).toBe(2);
    expect(totals.size).toBe(5);
  });

  it('loses nothing where it fails, and keeps what was counted meanwhile', async () => {
    const counter = create();
    const { share, totals } = sharedCount();
    addTimes(counter, 'a', 5);
    const failing = counter.share(10, async () => {
      throw new Error('away');
    });
    counter.add('a');
    await expect(failing).rejects.toThrow('away');
    await counter.share(10, share);
    expect(totals.get('a')?.hits).toBe(6);
  });

  it('counts on where the shared count was lost, and takes over the shared window', async () => {
    const counter = create();
    addTimes(counter, 'a', 20);
    const answer = async () => new Map([['a', { key: 'a', hits: 1, secondsLeft: 10 }]]);
    await counter.share(10, answer);
    expect(counter.secondsToWait('a')).toBe(10);
  });

  it('shares nothing of a window that is over', async () => {
    const counter = create();
    const { share, batches } = sharedCount();
    addTimes(counter, 'a', 5);
    now = 60_000;
    expect(await counter.share(10, share)).toBe(0);
    expect(batches).toEqual([]);
  });
});
