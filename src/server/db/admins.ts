import { sql } from 'drizzle-orm';
import { AppError } from '#server/lib/app-error.ts';
import { isEffectiveAdmin } from '#server/lib/roles.ts';
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

/** Any of them, or undefined if there is none. */
export async function findAdmin(db: Db, adminEmails: string[]) {
  const [admin] = await db
    .select({ id: users.id })
    .from(users)
    .where(isAdminRow(adminEmails))
    .limit(1);
  return admin;
}

/**
 * Runs a change that takes the role of `user`, if they have it. Throws if no admin would be left, which rolls the
 * transaction back.
 */
export async function keepAdmin<Result>(
  db: Db,
  adminEmails: string[],
  user: Parameters<typeof isEffectiveAdmin>[0],
  change: () => Promise<Result>,
): Promise<Result> {
  if (!isEffectiveAdmin(user, adminEmails)) return change();
  // Of two admins who remove each other, one must see what the other did.
  await db.execute(sql`SELECT pg_advisory_xact_lock(${ADVISORY_LOCKS.admins})`);
  const result = await change();
  if (await findAdmin(db, adminEmails)) return result;
  throw new AppError(
    409,
    'LAST_ADMIN',
    'This is the last admin. Please make someone else an admin first.',
  );
}
