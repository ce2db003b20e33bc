import { and, eq, or, sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { rankedOrder } from '#server/db/ranking.ts';
import { paymentAccounts, retiredUsernames, users } from '#server/db/schema.ts';
import { isNotSuspended } from '#server/db/suspension.ts';

/** Links with an old username still lead to their owner. */
const formerOwner = (username: string) =>
  sql`(SELECT ${retiredUsernames.userId} FROM ${retiredUsernames} WHERE ${retiredUsernames.username} = ${username})`;

/**
 * What a share link's preview shows of a person: nothing that their card does not show. Statements
 * that take longer than `timeoutMs` are canceled.
 */
export async function findPreview(db: Db, username: string, timeoutMs: number) {
  return db.transaction(
    async (tx) => {
      await tx.execute(sql`SELECT set_config('statement_timeout', ${String(timeoutMs)}, true)`);
      const [person] = await tx
        .select({
          id: users.id,
          screenName: users.screenName,
          username: users.username,
          pictureHash: users.profileImageHash,
          isListed: users.isListed,
        })
        .from(users)
        .where(
          and(
            or(eq(users.username, username), eq(users.id, formerOwner(username))),
            isNotSuspended,
          ),
        );
      if (!person) return undefined;
      const accounts = await tx
        .select({ platform: paymentAccounts.platform })
        .from(paymentAccounts)
        .where(eq(paymentAccounts.userId, person.id))
        .orderBy(...rankedOrder);
      return { ...person, platforms: accounts.map(({ platform }) => platform) };
    },
    { accessMode: 'read only' },
  );
}

const pageColumns = {
  id: users.id,
  username: users.username,
  screenName: users.screenName,
  phoneNumber: users.phoneNumber,
  websiteUrl: users.websiteUrl,
  pictureHash: users.profileImageHash,
  isVerified: users.isVerified,
  createdAt: users.createdAt,
};

/** The member with this username, as their page shows them. */
export async function findPagePerson(db: Db, username: string) {
  const [person] = await db.select(pageColumns).from(users).where(eq(users.username, username));
  if (!person) return undefined;
  const handles = await db
    .select({ platform: paymentAccounts.platform, handle: paymentAccounts.username })
    .from(paymentAccounts)
    .where(eq(paymentAccounts.userId, person.id))
    .orderBy(...rankedOrder);
  return { ...person, username, handles };
}

export type PagePersonRow = NonNullable<Awaited<ReturnType<typeof findPagePerson>>>;

/** Who had this username before: their current one, or null where the account is deleted. */
export async function findFormerOwner(db: Db, username: string) {
  const [row] = await db
    .select({ username: users.username })
    .from(retiredUsernames)
    .leftJoin(users, eq(users.id, retiredUsernames.userId))
    .where(eq(retiredUsernames.username, username));
  return row;
}

export async function isFormerUsername(db: Db, userId: number, username: string): Promise<boolean> {
  const rows = await db
    .select({ username: retiredUsernames.username })
    .from(retiredUsernames)
    .where(and(eq(retiredUsernames.username, username), eq(retiredUsernames.userId, userId)));
  return rows.length > 0;
}
