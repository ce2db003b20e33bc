import { asc, desc, eq, inArray, or } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import {
  auditLog,
  contactPaymentAccounts,
  contacts,
  paymentAccounts,
  sessions,
  users,
} from '#server/db/schema.ts';
import { userColumns } from '#server/db/users.ts';

/** Every row that is held about a member, read at one moment; no hash and no token among them. */
export async function findEverythingAbout(db: Db, userId: number) {
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
  const people = await db
    .select()
    .from(contacts)
    .where(eq(contacts.userId, userId))
    .orderBy(asc(contacts.id));
  const handles =
    people.length === 0
      ? []
      : await db
          .select()
          .from(contactPaymentAccounts)
          .where(
            inArray(
              contactPaymentAccounts.contactId,
              people.map(({ id }) => id),
            ),
          )
          .orderBy(asc(contactPaymentAccounts.id));
  const logins = await db
    .select({ createdAt: sessions.createdAt, lastUsedAt: sessions.lastUsedAt })
    .from(sessions)
    .where(eq(sessions.userId, userId));
  const activity = await db
    .select({ at: auditLog.at, action: auditLog.action, ip: auditLog.ip })
    .from(auditLog)
    .where(or(eq(auditLog.subjectId, userId), eq(auditLog.actorId, userId)))
    .orderBy(desc(auditLog.id));
  return { user, accounts, people, handles, logins, activity };
}
