import { createConfig, formatProblems, getTotals, lintFromString } from '@redocly/openapi-core';
import { buildApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { createDatabase, createPool } from '#server/db/client.ts';
import { createLogger } from '#server/lib/logger.ts';

/** Part of npm run check: the API document passes Redocly's recommended rules without a warning. */
const log = createLogger('silent');
const app = await buildApp({
  config: readConfig({ PUBLIC_URL: 'https://payfolk.invalid' }),
  database: createDatabase(createPool({}, log), [], log),
  log,
});
// The only two that use the database before the first request; there is none here.
app.peopleSearch.start = async () => {};
app.mail.wake = () => {};
await app.ready();

const problems = await lintFromString({
  source: JSON.stringify(app.swagger(), null, 2),
  absoluteRef: 'openapi.json',
  config: await createConfig({ extends: ['recommended'] }),
});
await app.close();
if (problems.length > 0) {
  formatProblems(problems, { totals: getTotals(problems), version: '' });
  process.exitCode = 1;
}
