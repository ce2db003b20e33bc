import { eq } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { emailConfirmations } from '#server/db/schema.ts';

// What voids emailed links that were not followed yet.

export const NO_RESET_TOKEN = {
  resetTokenHash: null,
  resetTokenExpiry: null,
  resetTokenEmailKey: null,
};

/** With a new password or address, a change of address that was asked for before is void. */
export const NO_PENDING_EMAIL = { pendingEmail: null, pendingEmailKey: null };

export async function deleteConfirmationsOf(db: Db, userId: number) {
  await db.delete(emailConfirmations).where(eq(emailConfirmations.userId, userId));
}
