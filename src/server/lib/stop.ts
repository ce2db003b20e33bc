import { BOUNDS } from './bounds.ts';

interface Parts {
  app: {
    lifecycle: { isStopping: boolean };
    close(): PromiseLike<unknown>;
    server: { closeAllConnections(): void };
  };
  database: { close(): Promise<void> };
  log: { info(message: string): void; error(details: object | string, message?: string): void };
  /** How long /readyz fails before connections are closed. */
  drainMs: number;
  exit(code: number): void;
}

/**
 * Handles SIGTERM: fails /readyz, finishes open requests, exits with 0. Exits within 10 s in any case,
 * with 1 if requests were cut off.
 */
export function createStop({ app, database, log, drainMs, exit }: Parts) {
  return async (signal: string): Promise<void> => {
    if (app.lifecycle.isStopping) return;
    app.lifecycle.isStopping = true;
    log.info(`${signal}: stopping`);
    let code = 0;
    const cut = setTimeout(() => {
      code = 1;
      log.error('Requests did not finish in time; closing connections');
      app.server.closeAllConnections();
    }, BOUNDS.stopCutMs);
    const exitTimer = setTimeout(() => {
      log.error('The database did not close in time; exiting');
      exit(code);
    }, BOUNDS.stopExitMs);
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
    clearTimeout(exitTimer);
    exit(code);
  };
}
