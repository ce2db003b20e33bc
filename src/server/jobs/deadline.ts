import { StoppedError } from './define-task.ts';

export const serverStops = () => new StoppedError('The server is stopping.');

/** Rejects when the time is over or the server stops, and aborts the work's signal. */
export async function withDeadline<T>(
  seconds: number,
  stopping: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  if (stopping.aborted) throw serverStops();
  const ending = new AbortController();
  let release = () => {};
  const end = new Promise<never>((_resolve, reject) => {
    const fail = (error: Error) => {
      reject(error);
      ending.abort();
    };
    const onStop = () => fail(serverStops());
    const late = new Error(`The job took longer than ${seconds} s.`);
    const timer = setTimeout(() => fail(late), seconds * 1_000);
    stopping.addEventListener('abort', onStop);
    release = () => {
      clearTimeout(timer);
      stopping.removeEventListener('abort', onStop);
    };
  });
  try {
    return await Promise.race([work(ending.signal), end]);
  } finally {
    release();
  }
}
