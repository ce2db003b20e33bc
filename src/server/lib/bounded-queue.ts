import { overloaded } from './app-error.ts';

interface Bounds {
  /** How many run at once. */
  running: number;
  /** How many more may wait; beyond that a task is refused at once. */
  waiting: number;
}

/** Limits how many tasks run at once and how many wait; refuses the rest. */
export function createBoundedQueue({ running, waiting }: Bounds) {
  const queue: (() => void)[] = [];
  let active = 0;

  return async function run<T>(task: () => Promise<T>): Promise<T> {
    if (active >= running) {
      if (queue.length >= waiting) throw overloaded();
      // A task that ends passes its turn on, so that later ones cannot overtake.
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
