import type { FastifyInstance } from 'fastify';
import { deleteOldAudit } from '#server/db/audit-retention.ts';
import type { Db } from '#server/db/client.ts';
import { deleteExpiredTokens } from '#server/db/mail-tokens.ts';
import { deleteExpiredHits } from '#server/db/rate-limits.ts';
import { deleteOldReports } from '#server/db/reviews.ts';
import { deleteExpiredSessions } from '#server/db/sessions.ts';
import { foldUserCounts } from '#server/db/user-counts.ts';
import { deleteOldChanges } from '#server/db/vocabulary.ts';

const EVERY_MS = 10 * 60_000;

/** Queries ignore expired rows; this frees their space. */
export async function sweep(db: Db) {
  await deleteExpiredHits(db);
  await deleteExpiredSessions(db);
  await deleteExpiredTokens(db);
  await foldUserCounts(db);
  await deleteOldAudit(db);
  await deleteOldChanges(db);
  await deleteOldReports(db);
}

export function registerJanitor(app: FastifyInstance) {
  const { database, log } = app;
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void> | undefined;

  app.addHook('onReady', async () => {
    timer = setInterval(() => {
      round = sweep(database.db).catch((error: unknown) => {
        log.warn({ err: error }, 'Could not delete expired rows; retrying in the next round');
      });
    }, EVERY_MS);
    timer.unref();
  });
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await round;
  });
}
