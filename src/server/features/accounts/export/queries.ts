import { and, asc, desc, eq, getTableColumns, notInArray, or, sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import {
  auditLog,
  contactPaymentAccounts,
  contacts,
  handleHistory,
  passkeys,
  paymentAccounts,
  reports,
  retiredUsernames,
  reviews,
  savedPeople,
  sessions,
  users,
} from '#server/db/schema.ts';
import { isNotSuspended } from '#server/db/suspension.ts';
import { userColumns } from '#server/db/users.ts';

/** The newest sessions, replaced handles and audit entries; everything else has a limit where it is stored. */
const MAX_ROWS = 1_000;

/** Everything stored about a member except hashes and tokens. */
export async function findAccountData(db: Db, userId: number) {
  const [user] = await db
    .select({ ...userColumns, profileImage: users.profileImage })
    .from(users)
    .where(eq(users.id, userId));
  if (!user) return undefined;
  const accounts = await db
    .select()
    .from(paymentAccounts)
    .where(eq(paymentAccounts.userId, userId))
    .orderBy(asc(paymentAccounts.id));
  const formerUsernames = await db
    .select({ username: retiredUsernames.username, retiredAt: retiredUsernames.retiredAt })
    .from(retiredUsernames)
    .where(eq(retiredUsernames.userId, userId))
    .orderBy(asc(retiredUsernames.retiredAt));
  const keys = await db
    .select({
      name: passkeys.name,
      createdAt: passkeys.createdAt,
      lastUsedAt: passkeys.lastUsedAt,
    })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.createdAt));
  const replaced = await db
    .select()
    .from(handleHistory)
    .where(eq(handleHistory.userId, userId))
    .orderBy(desc(handleHistory.id))
    .limit(MAX_ROWS);
  const people = await db
    .select()
    .from(contacts)
    .where(eq(contacts.userId, userId))
    .orderBy(asc(contacts.id));
  const handles = await db
    .select(getTableColumns(contactPaymentAccounts))
    .from(contactPaymentAccounts)
    .innerJoin(contacts, eq(contacts.id, contactPaymentAccounts.contactId))
    .where(eq(contacts.userId, userId))
    .orderBy(asc(contactPaymentAccounts.id));
  const saved = await db
    .select({
      userId: savedPeople.personId,
      username: sql<string | null>`CASE WHEN ${isNotSuspended} THEN ${users.username} END`,
      savedAt: savedPeople.createdAt,
    })
    .from(savedPeople)
    .innerJoin(users, eq(users.id, savedPeople.personId))
    .where(eq(savedPeople.ownerId, userId))
    .orderBy(asc(savedPeople.id));
  const logins = await db
    .select({
      device: sessions.device,
      network: sessions.network,
      createdAt: sessions.createdAt,
      lastUsedAt: sessions.lastUsedAt,
    })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(desc(sessions.createdAt))
    .limit(MAX_ROWS);
  const activity = await db
    .select({
      at: auditLog.at,
      action: auditLog.action,
      // The address of an admin is the admin's own.
      ip: sql<
        string | null
      >`CASE WHEN coalesce(${auditLog.actorId}, ${userId}) = ${userId} THEN ${auditLog.ip} END`,
    })
    .from(auditLog)
    .where(
      and(
        or(eq(auditLog.subjectId, userId), eq(auditLog.actorId, userId)),
        // These would tell that somebody reported the member.
        notInArray(auditLog.action, ['review-dismissed', 'review-reopened']),
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(MAX_ROWS);
  const reported = await db
    .select({
      userId: reports.userId,
      reason: reports.reason,
      details: reports.details,
      at: reports.createdAt,
    })
    .from(reports)
    .where(eq(reports.memberId, userId))
    .orderBy(desc(reports.id))
    .limit(MAX_ROWS);
  const requests = await db
    .select({ note: reviews.note, at: reviews.openedAt })
    .from(reviews)
    .where(and(eq(reviews.userId, userId), eq(reviews.kind, 'verification')))
    .orderBy(desc(reviews.id))
    .limit(MAX_ROWS);
  const asked = { reported, requests };
  return {
    user,
    formerUsernames,
    accounts,
    replaced,
    keys,
    people,
    handles,
    saved,
    logins,
    activity,
    asked,
  };
}
