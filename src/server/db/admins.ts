import { and, inArray, isNotNull, or, sql } from 'drizzle-orm';
import { AppError } from '#server/lib/app-error.ts';
import type { Db } from './client.ts';
import { users } from './schema.ts';

/** Two admins who demote each other at the same moment must not both succeed: one goes first. */
const ADMIN_LOCK = 7_270_002;

/** Effective admins: by the stored flag, or by a proven address on ADMIN_EMAILS. */
export function isAdminRow(adminEmails: string[]) {
  if (adminEmails.length === 0) return sql`${users.isAdmin}`;
  const isListed = and(isNotNull(users.emailProvenAt), inArray(users.emailKey, adminEmails));
  return or(sql`${users.isAdmin}`, isListed);
}

/** Call before a change that takes an admin away; held until the transaction ends. */
export async function lockAdmins(db: Db) {
  await db.execute(sql`SELECT pg_advisory_xact_lock(${ADMIN_LOCK})`);
}

/** Call after it: undoes the transaction where nobody would be left to run the place. */
export async function requireAnAdmin(db: Db, adminEmails: string[]) {
  const [left] = await db
    .select({ id: users.id })
    .from(users)
    .where(isAdminRow(adminEmails))
    .limit(1);
  if (left) return;
  throw new AppError(
    409,
    'LAST_ADMIN',
    'This is the last admin. Please make somebody else an admin first.',
  );
}
