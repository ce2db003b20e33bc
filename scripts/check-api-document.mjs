import { formatProblems, getTotals } from '@redocly/openapi-core';
import { buildApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { createDatabase, createPool } from '#server/db/client.ts';
import { createLogger } from '#server/lib/logger.ts';
import { lintApiDocument } from './lib/lint-api-document.mjs';

/** Part of npm run check: the API document passes Redocly's recommended rules without a warning. */
const log = createLogger('silent');
const app = await buildApp({
  // The rules refuse localhost as a server.
  config: readConfig({ PUBLIC_URL: 'https://payfolk.invalid' }),
  database: createDatabase(createPool({}, log), [], log),
  log,
});
// There is no database here, and only these three use it before the first request.
app.peopleSearch.start = async () => {};
app.jobs.wake = () => {};
app.deviceKey = Buffer.alloc(32);
await app.ready();

const problems = await lintApiDocument(app.swagger());
await app.close();
if (problems.length > 0) {
  formatProblems(problems, { totals: getTotals(problems), version: '' });
  process.exitCode = 1;
}
