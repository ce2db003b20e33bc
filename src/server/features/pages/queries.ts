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
