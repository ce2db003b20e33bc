import { afterEach, describe, expect, it, vi } from 'vitest';
import { withDeadline } from './deadline.ts';

afterEach(() => {
  vi.useRealTimers();
});

const never = () => new Promise<never>(() => undefined);

describe('withDeadline', () => {
  it('returns what the work returns, and its error', async () => {
    const { signal } = new AbortController();
    expect(await withDeadline(10, signal, async () => 'done')).toBe('done');
    const failing = withDeadline(10, signal, () => Promise.reject(new Error('broken')));
    await expect(failing).rejects.toThrow('broken');
  });

  it('rejects when the time is over', async () => {
    vi.useFakeTimers();
    const late = expect(withDeadline(10, new AbortController().signal, never)).rejects.toThrow(
      'The job took longer than 10 s.',
    );
    vi.advanceTimersByTime(10_000);
    await late;
  });

  it('rejects when the server stops', async () => {
    const stopping = new AbortController();
    const stopped = expect(withDeadline(10, stopping.signal, never)).rejects.toThrow('stopping');
    stopping.abort();
    await stopped;
  });

  it('does not begin the work if the server stops already', async () => {
    const work = vi.fn(never);
    await expect(withDeadline(10, AbortSignal.abort(), work)).rejects.toThrow('stopping');
    expect(work).not.toHaveBeenCalled();
  });

  it('aborts the signal of the work when it rejects', async () => {
    const stopping = new AbortController();
    let given: AbortSignal | undefined;
    const stopped = withDeadline(10, stopping.signal, (signal) => {
      given = signal;
      return never();
    });
    expect(given?.aborted).toBe(false);
    stopping.abort();
    await expect(stopped).rejects.toThrow('stopping');
    expect(given?.aborted).toBe(true);
  });
});
