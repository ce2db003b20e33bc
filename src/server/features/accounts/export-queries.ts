import { asc, desc, eq, getTableColumns, or } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import {
  auditLog,
  contactPaymentAccounts,
  contacts,
  handleHistory,
  passkeys,
  paymentAccounts,
  retiredUsernames,
  sessions,
  users,
} from '#server/db/schema.ts';
import { userColumns } from '#server/db/users.ts';

/** The newest sessions, replaced handles and audit entries; everything else has a limit where it is stored. */
const MAX_ROWS = 1_000;

/** Everything stored about a member except hashes and tokens. */
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
    .select({ at: auditLog.at, action: auditLog.action, ip: auditLog.ip })
    .from(auditLog)
    .where(or(eq(auditLog.subjectId, userId), eq(auditLog.actorId, userId)))
    .orderBy(desc(auditLog.id))
    .limit(MAX_ROWS);
  return { user, formerUsernames, accounts, replaced, keys, people, handles, logins, activity };
}
