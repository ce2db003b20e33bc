import { sql } from 'drizzle-orm';
import { AppError } from '#server/lib/app-error.ts';
import { ADVISORY_LOCKS } from './advisory-locks.ts';
import type { Db } from './client.ts';
import { users } from './schema.ts';

/**
 * Effective admins: by the stored flag, or by a proven address on ADMIN_EMAILS. Each has its own index;
 * a condition with OR may scan the whole table.
 */
export function isAdminRow(adminEmails: string[]) {
  return sql`${users.id} IN (
    SELECT id FROM users WHERE is_admin
    UNION SELECT id FROM users
      WHERE email_key = ANY(${sql.param(adminEmails)}::text[]) AND email_proven_at IS NOT NULL)`;
}

/** Call before a change that removes an admin; held until the transaction ends. */
export async function lockAdmins(db: Db) {
  await db.execute(sql`SELECT pg_advisory_xact_lock(${ADVISORY_LOCKS.admins})`);
}

/** Any of them, or undefined if there is none. */
export async function findAdmin(db: Db, adminEmails: string[]) {
  const [admin] = await db
    .select({ id: users.id })
    .from(users)
    .where(isAdminRow(adminEmails))
    .limit(1);
  return admin;
}

/** Call after it: throws if no admin would be left, which rolls the transaction back. */
export async function requireAdmin(db: Db, adminEmails: string[]) {
  if (await findAdmin(db, adminEmails)) return;
  throw new AppError(
    409,
    'LAST_ADMIN',
    'This is the last admin. Please make someone else an admin first.',
  );
}
