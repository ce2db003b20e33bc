import { and, desc, eq, inArray, lt, or, type SQL, sql } from 'drizzle-orm';
import type { AuditKind } from '#contract/admin.ts';
import { isAdminRow } from '#server/db/admins.ts';
import { type AuditUser, actionIn, insertAudit } from '#server/db/audit.ts';
import type { Db } from '#server/db/client.ts';
import { indexPeople } from '#server/db/index-people.ts';
import { rankedOrder } from '#server/db/ranking.ts';
import { closeReviewsOf } from '#server/db/reported.ts';
import { auditLog, paymentAccounts, users } from '#server/db/schema.ts';
import { findUserCounts } from '#server/db/user-counts.ts';
import { type UserRow, updateLockedUser, userColumns } from '#server/db/users.ts';
import { emailKey, screenNameKey } from '#server/lib/keys.ts';

interface Page {
  limit: number;
  /** The last id of the previous page. */
  before: number | undefined;
}

/** The newest members are searched in full … */
const NEWEST = 5_000;
/** … and everybody by how a name, screen name, username or email begins. */
const BEGINNINGS = 200;

/** Returns one row more than the page holds if there is a next page. */
export async function listUsers(db: Db, { query, ...page }: Page & { query: string }) {
  const { limit, before } = page;
  if (query) return listByIds(db, await findMatches(db, query, page));
  return db
    .select(userColumns)
    .from(users)
    .where(before === undefined ? undefined : sql`${users.id} < ${before}::bigint`)
    .orderBy(desc(users.id))
    .limit(limit + 1);
}

async function listByIds(db: Db, ids: number[]) {
  if (ids.length === 0) return [];
  return db.select(userColumns).from(users).where(inArray(users.id, ids)).orderBy(desc(users.id));
}

/** Reads a bounded number of rows, so that the cost does not grow with the directory. */
async function findMatches(db: Db, query: string, { limit, before }: Page): Promise<number[]> {
  const keys = {
    name: sql`lower(${query})`,
    screenName: sql`${screenNameKey(query)}::text`,
    username: sql`${query.toLowerCase()}::text`,
    email: sql`${emailKey(query)}::text`,
  };
  const contains = (column: SQL, key: SQL) => sql`strpos(${column}, ${key}) > 0`;
  const inNewest = sql`SELECT id FROM (
      SELECT id, name, screen_name_key, username, email_key FROM users ORDER BY id DESC LIMIT ${NEWEST}
    ) AS newest WHERE ${or(
      contains(sql`lower(name)`, keys.name),
      contains(sql`screen_name_key`, keys.screenName),
      contains(sql`username`, keys.username),
      contains(sql`email_key`, keys.email),
    )}`;
  const beginning = (column: SQL, key: SQL) => sql`(SELECT id FROM users
    WHERE ${column} >= ${key} AND ${column} < ${key} || chr(1114111) ORDER BY ${column} LIMIT ${BEGINNINGS})`;
  const matches = sql.join(
    [
      inNewest,
      beginning(sql`lower(name) COLLATE "C"`, keys.name),
      beginning(sql`screen_name_key`, keys.screenName),
      beginning(sql`username`, keys.username),
      beginning(sql`email_key`, keys.email),
    ],
    sql` UNION `,
  );
  const { rows } = await db.execute<{ id: number }>(
    sql`SELECT id FROM (${matches}) AS matches WHERE id < coalesce(${before ?? null}::bigint, 2 ^ 31)
      ORDER BY id DESC LIMIT ${limit + 1}`,
  );
  return rows.map(({ id }) => id);
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
  const { total, verified } = await findUserCounts(db);
  return {
    totalUsers: total,
    verifiedUsers: verified,
    adminUsers: await db.$count(users, isAdminRow(adminEmails)),
  };
}

interface FlagChange {
  /** The user before the change, locked. */
  subject: UserRow;
  /** Null if the change came from the command line. */
  actor: AuditUser | null;
  ip: string | null;
  reason?: string | null;
  /** If not, open reports stay in the queue. */
  hasSeenReports?: boolean;
}

/** Needs a transaction. */
export async function updateFlags(
  db: Db,
  { subject, actor, ip, reason = null, hasSeenReports = false }: FlagChange,
  flags: Pick<UserRow, 'isVerified' | 'isAdmin'>,
): Promise<UserRow> {
  const { id } = subject;
  const row = await updateLockedUser(db, id, flags);
  const record = { actor, subject, ip, details: actor ? {} : { by: 'command line' } };
  if (row.isVerified !== subject.isVerified) {
    const action = row.isVerified ? 'user-verified' : 'user-unverified';
    await insertAudit(db, { action, ...record });
    // Closing updates the index.
    if (row.isVerified) {
      const by = { userId: id, actorId: actor?.id ?? null, reason };
      await closeReviewsOf(db, { ...by, action: 'verify', keepsReports: !hasSeenReports });
    } else {
      await indexPeople(db, [id]);
    }
  }
  if (row.isAdmin !== subject.isAdmin) {
    const action = row.isAdmin ? 'admin-granted' : 'admin-revoked';
    await insertAudit(db, { action, ...record });
  }
  return row;
}

/** The rows of the indexes audit_log_admin and audit_log_changes. */
const isAdminAction = actionIn(({ group }) => group === 'admin');
const isChange = actionIn(({ group }) => group === 'changes');

const OF_KIND: Record<AuditKind, SQL | undefined> = {
  all: undefined,
  admin: isAdminAction,
  changes: isChange,
  logins: sql`NOT (${isAdminAction}) AND NOT (${isChange})`,
};

interface AuditPage extends Page {
  kind: AuditKind;
  userId: number | undefined;
}

export async function listAudit(db: Db, { limit, before, kind, userId }: AuditPage) {
  return db
    .select()
    .from(auditLog)
    .where(
      and(
        OF_KIND[kind],
        userId === undefined ? undefined : eq(auditLog.subjectId, userId),
        before === undefined ? undefined : lt(auditLog.id, before),
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(limit + 1);
}
