type Signal = 'SIGHUP' | 'SIGINT' | 'SIGTERM';
type Cleanup = (signal: Signal) => Promise<unknown>;

/** A closed terminal, Ctrl-C, and what a supervisor sends. */
const SIGNALS: Record<Signal, number> = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 };
const cleanups: Cleanup[] = [];
let isUnderWay = false;

/**
 * What has to be done before a signal may end this process. The last one registered is run first; then the
 * process exits with 128 and the signal's number. Returns how to take it back.
 */
export function onInterrupt(cleanup: Cleanup): () => void {
  if (cleanups.length === 0) for (const signal of names()) process.on(signal, interrupt);
  cleanups.push(cleanup);
  return () => {
    const index = cleanups.indexOf(cleanup);
    if (index >= 0) cleanups.splice(index, 1);
    if (cleanups.length > 0 || isUnderWay) return;
    for (const signal of names()) process.off(signal, interrupt);
  };
}

/** From then on errors are only what stopping causes. */
export function isInterrupted(): boolean {
  return isUnderWay;
}

async function interrupt(signal: NodeJS.Signals) {
  // Ctrl-C often arrives twice: from the terminal, and from npm, which passes it on.
  if (isUnderWay) return;
  isUnderWay = true;
  for (let next = cleanups.pop(); next; next = cleanups.pop()) {
    await next(signal as Signal).catch((error: unknown) => console.error(error));
  }
  process.exit(128 + SIGNALS[signal as Signal]);
}

function names(): Signal[] {
  return Object.keys(SIGNALS) as Signal[];
}
