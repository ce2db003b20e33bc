import { buildApp } from './app.ts';
import { type Config, readConfig } from './config.ts';
import { openDatabase } from './db/open.ts';
import { createLogger } from './lib/logger.ts';

/** Stopping takes at most this long; what is still open then is cut. */
const STOP_WITHIN_MS = 9_000;

async function start(config: Config) {
  const log = createLogger(config.logLevel);
  if (!config.rateLimits)
    log.warn('RATE_LIMITS=off: nothing limits guessing passwords on this server');
  const database = await openDatabase(config, log, 'server');
  const app = await buildApp({ config, database, log });

  let isStopping = false;
  async function stop(signal: string) {
    if (isStopping) return;
    isStopping = true;
    log.info(`${signal}: stopping`);
    const deadline = setTimeout(() => app.server.closeAllConnections(), STOP_WITHIN_MS);
    await app.close();
    clearTimeout(deadline);
    await database.close();
    log.info('Stopped');
    process.exit(0);
  }
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);

  await app.listen({ port: config.port, host: config.host });
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : config.port;
  console.log(`\nPayfolk is listening. Open http://localhost:${port}\n`);
}

try {
  await start(readConfig(process.env));
} catch (error) {
  // One line that says what to do; the stack helps only whoever asks for it.
  console.error(
    process.env.LOG_LEVEL === 'debug'
      ? error
      : `Payfolk could not start: ${error instanceof Error ? error.message : error}`,
  );
  process.exit(1);
}
