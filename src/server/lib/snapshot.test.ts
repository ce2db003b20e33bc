import fc from 'fast-check';
import { expect, it } from 'vitest';
import { finishedBetween, parseSnapshot } from './snapshot.ts';

const between = (before: string, now: string) =>
  finishedBetween(parseSnapshot(before), parseSnapshot(now)).map(({ from, to }) => [from, to]);

it('nothing has finished where nothing was written', () => {
  expect(between('100:100:', '100:100:')).toEqual([]);
  expect(between('90:100:90', '90:100:90')).toEqual([]);
});

it('leaves out what is still running, and has it once it has finished', () => {
  expect(between('100:100:', '100:105:100,103')).toEqual([
    [101n, 103n],
    [104n, 105n],
  ]);
  expect(between('100:105:100,103', '103:106:103')).toEqual([
    [100n, 101n],
    [105n, 106n],
  ]);
});

it('every transaction is read exactly once, whatever the order in which they finish', () => {
  const orders = fc.shuffledSubarray(
    Array.from({ length: 12 }, (_, at) => BigInt(at)),
    { minLength: 12 },
  );
  fc.assert(
    fc.property(orders, (order) => {
      const seen: bigint[] = [];
      let before = { end: 0n, running: [] as bigint[] };
      for (let count = 0; count <= order.length; count += 1) {
        const finished = new Set(order.slice(0, count));
        const end = order.slice(0, count).reduce((most, id) => (id >= most ? id + 1n : most), 0n);
        const running = order
          .filter((id) => id < end && !finished.has(id))
          .sort((a, b) => (a < b ? -1 : 1));
        const now = { end, running };
        for (const { from, to } of finishedBetween(before, now)) {
          for (let id = from; id < to; id += 1n) seen.push(id);
        }
        expect(new Set(seen)).toEqual(finished);
        before = now;
      }
      expect(seen).toHaveLength(order.length);
    }),
  );
});
