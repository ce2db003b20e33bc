import { vi } from 'vitest';

/**
 * The promise, or after that time an error that names what was awaited. The time is far longer than
 * anything takes on the slowest machine: it only reports a hang.
 */
export async function within<T>(
  seconds: number,
  what: string | (() => string),
  promise: PromiseLike<T>,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const text = typeof what === 'string' ? what : what();
      reject(new Error(`Waited ${seconds} s for ${text}`));
    }, seconds * 1_000);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Repeats a check until it passes. The timeout only ends a test that hangs. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 300_000 });
}

/** Cleanups after a test, the last first. All of them run, even if one fails or hangs. */
export function createCleanups() {
  const cleanups: { what: string; work: () => PromiseLike<unknown> }[] = [];
  return {
    add(what: string, work: () => PromiseLike<unknown>) {
      cleanups.push({ what, work });
    },
    async run() {
      const failures: unknown[] = [];
      for (const { what, work } of cleanups.splice(0).reverse()) {
        await within(300, `the cleanup "${what}"`, work()).catch((error) => failures.push(error));
      }
      if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join('\n'));
    },
  };
}
