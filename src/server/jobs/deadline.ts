/** Rejects when the time is over or the server stops, even if the work goes on. */
export async function withDeadline<T>(
  seconds: number,
  stopping: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  let release = () => {};
  const end = new Promise<never>((_resolve, reject) => {
    const onStop = () => reject(new Error('The server is stopping.'));
    const timer = setTimeout(
      () => reject(new Error(`The job took longer than ${seconds} s.`)),
      seconds * 1_000,
    );
    stopping.addEventListener('abort', onStop);
    release = () => {
      clearTimeout(timer);
      stopping.removeEventListener('abort', onStop);
    };
  });
  try {
    return await Promise.race([work(), end]);
  } finally {
    release();
  }
}
