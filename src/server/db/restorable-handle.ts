import { and, desc, eq, gt, sql } from 'drizzle-orm';
import { z } from 'zod';
import { PLATFORMS, type Platform } from '#contract/platforms/registry.ts';
import type { Db } from './client.ts';
import { handleHistory, paymentAccounts, undos } from './schema.ts';

/** What the notice of a change keeps of the handle before. */
export const restorableColumns = {
  platform: paymentAccounts.platform,
  username: paymentAccounts.username,
  position: paymentAccounts.position,
  since: paymentAccounts.handleSince,
  isReplacement: paymentAccounts.isReplacement,
  proof: paymentAccounts.proof,
  provenAt: paymentAccounts.provenAt,
};

export const restorableHandle = z.object({
  platform: z.enum(PLATFORMS),
  username: z.string(),
  position: z.int().nullable(),
  since: z.iso.datetime(),
  isReplacement: z.boolean(),
  // Notices of earlier versions have no proof.
  proof: z.enum(['email', 'website']).nullable().default(null),
  provenAt: z.iso.datetime().nullable().default(null),
});
export type RestorableHandle = z.infer<typeof restorableHandle>;

/** The handle that was removed from this platform, while its notice can be undone and if no other one followed. */
export async function findRemovedHandle(
  db: Db,
  userId: number,
  platform: Platform,
): Promise<RestorableHandle | undefined> {
  const [latest] = await db
    .select({ oldHandle: handleHistory.oldHandle, newHandle: handleHistory.newHandle })
    .from(handleHistory)
    .where(and(eq(handleHistory.userId, userId), eq(handleHistory.platform, platform)))
    .orderBy(desc(handleHistory.id))
    .limit(1);
  if (latest?.newHandle !== null) return undefined;
  const [notice] = await db
    .select({ before: undos.before })
    .from(undos)
    .where(
      and(
        eq(undos.userId, userId),
        eq(undos.kind, 'handle-removed'),
        sql`${undos.before}->>'platform' = ${platform}`,
        gt(undos.expiresAt, sql`now()`),
      ),
    )
    .orderBy(desc(undos.createdAt))
    .limit(1);
  const removed = restorableHandle.safeParse(notice?.before).data;
  return removed?.username === latest.oldHandle ? removed : undefined;
}
