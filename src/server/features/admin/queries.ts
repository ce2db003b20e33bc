import { and, desc, eq, inArray, like, lt, or, sql } from 'drizzle-orm';
import { isAdminRow } from '#server/db/admins.ts';
import type { Db } from '#server/db/client.ts';
import { rankedOrder } from '#server/db/ranking.ts';
import { auditLog, paymentAccounts, users } from '#server/db/schema.ts';
import { userColumns } from '#server/db/users.ts';
import { emailKey, screenNameKey } from '#server/lib/keys.ts';

interface Page {
  limit: number;
  /** The id that the page before ended with. */
  before: number | undefined;
}

/** One more than the page holds, so that the caller sees whether there is a next one. */
export async function listUsers(db: Db, { query, limit, before }: Page & { query: string }) {
  return db
    .select(userColumns)
    .from(users)
    .where(
      and(
        before === undefined ? undefined : lt(users.id, before),
        query ? matches(query) : undefined,
      ),
    )
    .orderBy(desc(users.id))
    .limit(limit + 1);
}

/** Wildcards in a query match themselves. */
function matches(query: string) {
  const containing = (text: string) => `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  return or(
    sql`lower(${users.name}) LIKE lower(${containing(query)})`,
    like(users.screenNameKey, containing(screenNameKey(query))),
    like(users.username, containing(query.toLowerCase())),
    like(users.emailKey, containing(emailKey(query))),
  );
}

export async function listAccountsOf(db: Db, userIds: number[]) {
  if (userIds.length === 0) return [];
  return db
    .select({
      userId: paymentAccounts.userId,
      id: paymentAccounts.id,
      platform: paymentAccounts.platform,
      username: paymentAccounts.username,
    })
    .from(paymentAccounts)
    .where(inArray(paymentAccounts.userId, userIds))
    .orderBy(...rankedOrder);
}

export async function findStats(db: Db, adminEmails: string[]) {
  const [[total], [verified], [admins]] = await Promise.all([
    db.select({ count: sql<number>`count(*)::int` }).from(users),
    db.select({ count: sql<number>`count(*)::int` }).from(users).where(sql`${users.isVerified}`),
    db.select({ count: sql<number>`count(*)::int` }).from(users).where(isAdminRow(adminEmails)),
  ]);
  return {
    totalUsers: total?.count ?? 0,
    verifiedUsers: verified?.count ?? 0,
    adminUsers: admins?.count ?? 0,
  };
}

export async function updateFlags(
  db: Db,
  id: number,
  flags: { isVerified?: boolean; isAdmin?: boolean },
) {
  const [row] = await db.update(users).set(flags).where(eq(users.id, id)).returning(userColumns);
  return row;
}

export async function listAudit(db: Db, { limit, before }: Page) {
  return db
    .select()
    .from(auditLog)
    .where(before === undefined ? undefined : lt(auditLog.id, before))
    .orderBy(desc(auditLog.id))
    .limit(limit + 1);
}
