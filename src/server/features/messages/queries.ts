import { and, asc, isNotNull } from 'drizzle-orm';
import { isAdminRow } from '#server/db/admins.ts';
import type { Db } from '#server/db/client.ts';
import { users } from '#server/db/schema.ts';

/** One message is emailed to this many admins. */
const RECIPIENTS_MAX = 10;

/** Confirmed addresses only: mail to others could reach a stranger. */
export async function listAdminEmails(db: Db, adminEmails: string[]): Promise<string[]> {
  const rows = await db
    .select({ email: users.email })
    .from(users)
    .where(and(isAdminRow(adminEmails), isNotNull(users.email), isNotNull(users.emailProvenAt)))
    .orderBy(asc(users.id))
    .limit(RECIPIENTS_MAX);
  return rows.flatMap(({ email }) => (email === null ? [] : [email]));
}
