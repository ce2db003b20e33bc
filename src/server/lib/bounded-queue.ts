import { overloaded } from './app-error.ts';

interface Bounds {
  /** How many run at once. */
  running: number;
  /** How many more may wait; beyond that a task is refused at once. */
  waiting: number;
}

/** Runs costly work a few at a time, and says no early rather than making everybody wait forever. */
export function createBoundedQueue({ running, waiting }: Bounds) {
  const queue: (() => void)[] = [];
  let active = 0;

  return async function run<T>(task: () => Promise<T>): Promise<T> {
    if (active >= running) {
      if (queue.length >= waiting) throw overloaded();
      // The one that ends hands its place on, so nobody who comes later slips in between.
      await new Promise<void>((resolve) => queue.push(resolve));
    } else {
      active += 1;
    }
    try {
      return await task();
    } finally {
      const next = queue.shift();
      if (next) next();
      else active -= 1;
    }
  };
}
