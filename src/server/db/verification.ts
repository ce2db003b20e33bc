import { eq } from 'drizzle-orm';
import type { Origin } from '#server/lib/origin.ts';
import { insertAudit } from './audit.ts';
import type { Db } from './client.ts';
import { openReview } from './reviews.ts';
import { users } from './schema.ts';
import type { UserRow } from './users.ts';

type Changed = Record<string, { from: string | null; to: string | null }>;

/**
 * The badge belongs to what was verified. Called by the query that changes a name or a handle, in its transaction,
 * before it updates the search index. Admins get it to review. `user` is locked and as it was before; only what really changed counts.
 */
export async function updateUnverified(db: Db, user: UserRow, changes: Changed, { ip }: Origin) {
  const changed = Object.entries(changes).filter(([, { from, to }]) => from !== to);
  if (!user.isVerified || changed.length === 0) return;
  await db.update(users).set({ isVerified: false }).where(eq(users.id, user.id));
  const details = { changed: Object.fromEntries(changed) };
  await insertAudit(db, {
    action: 'verification-removed',
    actor: user,
    subject: user,
    ip,
    details,
  });
  await openReview(db, { kind: 'lost-badge', userId: user.id });
}
