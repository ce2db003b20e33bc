import { buildApp } from '../../dist/src/server/app.js';
import { readConfig } from '../../dist/src/server/config.js';
import { openDatabase } from '../../dist/src/server/db/open.js';
import { createLogger } from '../../dist/src/server/lib/logger.js';
import { createStop } from '../../dist/src/server/lib/stop.js';
import './relaxed-timeouts.mjs';

/**
 * A process that runs built servers, each with its own settings and database, one per test file:
 * loading the modules of a server takes longer than starting it. Orders: {id, env} starts a server,
 * {id} stops it. Its messages: {id, url}, {id, failed} or {id, code}.
 */
const stops = new Map();
// Ends with the tests that started it.
process.once('disconnect', () => process.exit());

async function start(id, env) {
  const config = readConfig(env);
  const log = createLogger(config.logLevel);
  const database = await openDatabase(config, log, 'server');
  const app = await buildApp({ config, database, log });
  const exit = (code) => process.send({ id, code });
  stops.set(id, createStop({ app, database, log, drainMs: 0, exit }));
  const url = await app.listen({ port: config.port, host: config.host });
  process.send({ id, url: `http://127.0.0.1:${new URL(url).port}` });
}

process.on('message', ({ id, env }) => {
  if (env) start(id, env).catch((error) => process.send({ id, failed: String(error) }));
  else stops.get(id)('stop');
});
