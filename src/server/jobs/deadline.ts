/** Rejects when the time is over or the server stops, and aborts the work's signal. */
export async function withDeadline<T>(
  seconds: number,
  stopping: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const ending = new AbortController();
  let release = () => {};
  const end = new Promise<never>((_resolve, reject) => {
    const fail = (message: string) => {
      reject(new Error(message));
      ending.abort();
    };
    const onStop = () => fail('The server is stopping.');
    const timer = setTimeout(() => fail(`The job took longer than ${seconds} s.`), seconds * 1_000);
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
