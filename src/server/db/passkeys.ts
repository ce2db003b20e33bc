import { and, eq, gte } from 'drizzle-orm';
import type { Db } from './client.ts';
import { passkeys } from './schema.ts';

/** Needs a transaction that has locked the user. */
export async function deletePasskeysSince(db: Db, userId: number, since: Date) {
  await db.delete(passkeys).where(and(eq(passkeys.userId, userId), gte(passkeys.createdAt, since)));
}
