import { and, eq, gt, sql } from 'drizzle-orm';
import type { Db } from './client.ts';
import { passkeys } from './schema.ts';

/**
 * Those whose notice can still be undone: a thief may have added one before anything else. Needs a transaction that has
 * locked the user.
 */
export async function deletePasskeysSince(db: Db, userId: number, since: Date) {
  const isRecent = gt(passkeys.createdAt, sql`least(${since}, now() - interval '7 days')`);
  await db.delete(passkeys).where(and(eq(passkeys.userId, userId), isRecent));
}
