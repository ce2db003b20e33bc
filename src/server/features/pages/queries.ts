import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { CardSource } from '#server/cards/stored-card.ts';
import type { Db } from '#server/db/client.ts';
import { SELECT_PEOPLE } from '#server/db/index-people.ts';
import { rankedOrder } from '#server/db/ranking.ts';
import { paymentAccounts, retiredUsernames, users } from '#server/db/schema.ts';
import { isNotSuspended } from '#server/db/suspension.ts';
import { hasOrHadUsername } from '#server/db/users.ts';

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
        .where(and(hasOrHadUsername(username), isNotSuspended));
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

/** The member with this username, as the search reads them. Undefined if there is none, or they are suspended. */
export async function findPagePerson(db: Db, username: string): Promise<CardSource | undefined> {
  const { rows } = await db.execute(
    sql`${sql.raw(SELECT_PEOPLE)} WHERE username = ${username} LIMIT 1`,
  );
  return (rows as unknown as CardSource[])[0];
}

/** Who has this username, or had it: their current one, which is null if the account is deleted. */
export async function findOwner(db: Db, username: string) {
  const columns = {
    username: users.username,
    isSuspended: isNotNull(users.suspendedAt).mapWith(Boolean),
  };
  const [owner] = await db
    .select(columns)
    .from(users)
    .where(eq(users.username, username))
    .unionAll(
      db
        .select(columns)
        .from(retiredUsernames)
        .leftJoin(users, eq(users.id, retiredUsernames.userId))
        .where(eq(retiredUsernames.username, username)),
    )
    .limit(1);
  return owner;
}

export async function isFormerUsername(db: Db, userId: number, username: string): Promise<boolean> {
  const rows = await db
    .select({ username: retiredUsernames.username })
    .from(retiredUsernames)
    .where(and(eq(retiredUsernames.username, username), eq(retiredUsernames.userId, userId)));
  return rows.length > 0;
}
