import type { FastifyReply } from 'fastify';
import { searchInput } from '#contract/directory.ts';
import { buildApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { openDatabase } from '#server/db/open.ts';
import { createLogger } from '#server/lib/logger.ts';
import { listByIlike, listByTrigrams } from './baselines.ts';

/**
 * The real server, with two more routes to compare it with: the same search by ILIKE and by pg_trgm on the same
 * tables. The benchmark runs it in its own process, which reports its port.
 */
const config = readConfig(process.env);
const log = createLogger('warn');
const database = await openDatabase(config, log, 'server');
const app = await buildApp({ config, database, log });

const send = (reply: FastifyReply, cards: unknown) =>
  reply.type('application/json').serializer(JSON.stringify).send(cards);

for (const [path, list] of [
  ['/bench/ilike', listByIlike],
  ['/bench/trigrams', listByTrigrams],
] as const) {
  app.get(path, { config: { access: 'public' } }, async (request, reply) => {
    const { query, platform, limit } = searchInput.parse(request.query);
    const offset = Number((request.query as { offset?: string }).offset ?? 0);
    return send(reply, await list(database.pool, { query, platform, limit, offset }));
  });
}

await app.listen({ port: 0, host: '127.0.0.1' });
const address = app.server.address();
process.send?.({ port: typeof address === 'object' && address ? address.port : 0 });
process.once('message', () => process.disconnect());
// Stopped by a message, or because the benchmark that started it has ended.
process.once('disconnect', async () => {
  await app.close();
  await database.close();
});
