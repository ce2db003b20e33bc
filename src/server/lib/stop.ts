/** What is still open after this long is cut off. */
const CUT_AFTER_MS = 9_000;
/** And what has not ended by then goes on without us: the embedded PostgreSQL ends by itself. */
const EXIT_TIMEOUT_MS = 9_700;

interface Parts {
  app: {
    lifecycle: { isStopping: boolean };
    close(): PromiseLike<unknown>;
    server: { closeAllConnections(): void };
  };
  database: { close(): Promise<void> };
  log: { info(message: string): void; error(details: object | string, message?: string): void };
  /** How long it says that it is not ready while it still takes everything on. */
  drainMs: number;
  exit(code: number): void;
}

/**
 * Stopping, as SIGTERM asks for: not ready, then everything under way is answered, then exit 0. It ends
 * within 10 s whatever hangs, with 1 where somebody had to be cut off.
 */
export function createStop({ app, database, log, drainMs, exit }: Parts) {
  return async (signal: string): Promise<void> => {
    if (app.lifecycle.isStopping) return;
    app.lifecycle.isStopping = true;
    log.info(`${signal}: stopping`);
    let code = 0;
    const cut = setTimeout(() => {
      code = 1;
      log.error('Requests took too long to end: cutting them off');
      app.server.closeAllConnections();
    }, CUT_AFTER_MS);
    const gone = setTimeout(() => {
      log.error('The database takes too long to close: leaving without it');
      exit(code);
    }, EXIT_TIMEOUT_MS);
    try {
      if (drainMs > 0) await new Promise((resolve) => setTimeout(resolve, drainMs));
      await app.close();
      clearTimeout(cut);
      await database.close();
      log.info('Stopped');
    } catch (error) {
      code = 1;
      log.error({ err: error }, 'Stopping failed');
    }
    clearTimeout(cut);
    clearTimeout(gone);
    exit(code);
  };
}
