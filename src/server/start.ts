import { buildApp } from './app.ts';
import type { Config } from './config.ts';
import { findAdminNote } from './db/admin-note.ts';
import { insertDemoPeople } from './db/demo/insert.ts';
import { openDatabase } from './db/open.ts';
import { findBackupRisk, requireDataDir } from './lib/folders.ts';
import { onInterrupt } from './lib/interrupts.ts';
import { createLogger } from './lib/logger.ts';
import { setHashThreads } from './lib/password.ts';
import { explainListenError, startPlaceholderServer } from './lib/placeholder-server.ts';
import { createStop } from './lib/stop.ts';

/** Time for a load balancer to see that /readyz fails. */
const DRAIN_MS = 2_000;

/** Opens the database and listens; from then on, a signal stops the server gracefully. */
export async function start(config: Config): Promise<void> {
  const log = createLogger(config.logLevel);
  setHashThreads(config.threadPoolSize);
  if (!config.rateLimits) {
    log.warn('RATE_LIMITS=off: nothing limits guessing passwords on this server');
  }
  if (config.isProduction && config.smtpUrl === undefined) {
    log.warn('SMTP_URL is not set: emails are only written as files to DATA_DIR/outbox');
  }
  const risk = await findBackupRisk(config);
  if (risk !== undefined) log.warn(risk);
  // Our own PostgreSQL says it by itself, and does not start.
  if (config.databaseUrl !== undefined) {
    await requireDataDir(config).catch((err) => log.error({ err }, 'No email can be written'));
  }
  const starting = await startPlaceholderServer(config);
  const database = await openDatabase(config, log, 'server');
  if (database.isNewEmbedded && config.demo) {
    const count = await insertDemoPeople(database.db);
    log.info(`Added ${count} fictional people (npm run demo:clear removes them)`);
  }
  const app = await buildApp({ config, database, log });
  await app.ready();

  const drainMs = config.isProduction ? DRAIN_MS : 0;
  const stop = createStop({ app, database, log, drainMs, exit: (code) => process.exit(code) });
  onInterrupt(stop);

  await starting.stop();
  // A burst of connections waits in the kernel's queue instead of being refused.
  const place = { port: starting.port, host: config.host };
  await app.listen({ ...place, backlog: 4_096 }).catch((error: unknown) => {
    throw explainListenError(error, place);
  });
  const address = config.isProduction ? config.publicUrl : `http://localhost:${starting.port}`;
  announce(`Payfolk is listening on port ${starting.port}. Open ${address}`);
  const note = await findAdminNote(database.db, config);
  if (note !== undefined) announce(note);
}

/** Whatever LOG_LEVEL is: a paragraph in a terminal, else a line of the log. */
function announce(text: string) {
  if (process.stdout.isTTY) console.log(`\n${text}\n`);
  else createLogger('info').info(text);
}
