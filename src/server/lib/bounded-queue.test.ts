import { describe, expect, it } from 'vitest';
import { createBoundedQueue } from './bounded-queue.ts';

/** Tasks that end when they are told to. */
function controlledTasks() {
  const ends: (() => void)[] = [];
  let running = 0;
  let most = 0;
  const task = async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise<void>((resolve) => ends.push(resolve));
    running -= 1;
  };
  return { task, ends, most: () => most };
}

describe('a bounded queue', () => {
  it('runs a few at once, lets a few wait and refuses the rest with a 503', async () => {
    const run = createBoundedQueue({ running: 2, waiting: 3 });
    const { task, ends, most } = controlledTasks();
    const taken = Array.from({ length: 5 }, () => run(task));
    await expect(run(task)).rejects.toMatchObject({ status: 503, retryAfter: 5 });
    for (let ended = 0; ended < 5; ended += 1) {
      ends.shift()?.();
      await Promise.race(taken.splice(0, 1));
    }
    expect(most()).toBe(2);
    await expect(run(async () => 'free again')).resolves.toBe('free again');
  });

  it('goes on after a task that failed', async () => {
    const run = createBoundedQueue({ running: 1, waiting: 1 });
    const failing = run(async () => {
      throw new Error('no');
    });
    const next = run(async () => 'yes');
    await expect(failing).rejects.toThrow('no');
    await expect(next).resolves.toBe('yes');
  });
});
