import { and, eq, isNotNull } from 'drizzle-orm';
import type { Db } from './client.ts';
import { users } from './schema.ts';

/** A picture as it is stored, if the user still has it. */
export async function findAvatar(db: Db, userId: number, hash: string) {
  const [row] = await db
    .select({
      profileImage: users.profileImage,
      isSuspended: isNotNull(users.suspendedAt).mapWith(Boolean),
    })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.profileImageHash, hash)));
  return row;
}
