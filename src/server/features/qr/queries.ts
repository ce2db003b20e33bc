import { and, eq } from 'drizzle-orm';
import type { Platform } from '#contract/platforms/registry.ts';
import type { Db } from '#server/db/client.ts';
import { paymentAccounts, users } from '#server/db/schema.ts';
import { isNotSuspended } from '#server/db/suspension.ts';

/** Members get their own code while they are suspended. */
export async function isUsernameKnown(
  db: Db,
  username: string,
  { isOwn }: { isOwn: boolean },
): Promise<boolean> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.username, username), isOwn ? undefined : isNotSuspended));
  return rows.length > 0;
}

/** The handle of the member with this username on a platform; undefined if either is missing. */
export async function findHandle(
  db: Db,
  username: string,
  platform: Platform,
): Promise<string | undefined> {
  const [row] = await db
    .select({ handle: paymentAccounts.username })
    .from(users)
    .innerJoin(paymentAccounts, eq(paymentAccounts.userId, users.id))
    .where(and(eq(users.username, username), eq(paymentAccounts.platform, platform)));
  return row?.handle;
}
