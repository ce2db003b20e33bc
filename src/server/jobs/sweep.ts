import { deleteOldAudit } from '#server/db/audit-retention.ts';
import { deleteExpiredChallenges } from '#server/db/challenges.ts';
import type { Db } from '#server/db/client.ts';
import { deleteExpiredCodes } from '#server/db/handle-codes.ts';
import { deleteExpiredTokens } from '#server/db/mail-tokens.ts';
import { deleteExpiredUndos } from '#server/db/notices.ts';
import { deleteExpiredHits } from '#server/db/rate-limits.ts';
import { deleteOldReports } from '#server/db/reviews.ts';
import { deleteExpiredSessions } from '#server/db/sessions.ts';
import { foldUserCounts } from '#server/db/user-counts.ts';
import { deleteOldChanges } from '#server/db/vocabulary.ts';

const STEPS: ((db: Db) => Promise<void>)[] = [
  deleteExpiredHits,
  deleteExpiredSessions,
  deleteExpiredTokens,
  deleteExpiredChallenges,
  deleteExpiredCodes,
  deleteExpiredUndos,
  foldUserCounts,
  deleteOldAudit,
  deleteOldChanges,
  deleteOldReports,
];

/** Queries ignore expired rows; this frees their space. A step that fails does not stop the others. */
export async function sweep(db: Db) {
  const failures: unknown[] = [];
  for (const step of STEPS) await step(db).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}
