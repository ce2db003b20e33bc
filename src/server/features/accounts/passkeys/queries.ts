import { and, asc, eq, isNull, lt, or, sql } from 'drizzle-orm';
import { type AuditUser, insertAudit } from '#server/db/audit.ts';
import type { Db } from '#server/db/client.ts';
import { insertNotice } from '#server/db/notices.ts';
import { passkeys, users } from '#server/db/schema.ts';
import { findUserForUpdate, userColumns } from '#server/db/users.ts';
import { type OwnSession, UUID } from '#server/features/accounts/sessions/queries.ts';
import type { Origin } from '#server/lib/origin.ts';

const columns = {
  id: passkeys.id,
  name: passkeys.name,
  createdAt: passkeys.createdAt,
  lastUsedAt: passkeys.lastUsedAt,
};

export async function listPasskeys(db: Db, userId: number) {
  return db
    .select(columns)
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id));
}

export async function listCredentials(db: Db, userId: number) {
  return db
    .select({ credentialId: passkeys.credentialId, transports: passkeys.transports })
    .from(passkeys)
    .where(eq(passkeys.userId, userId));
}

export async function countPasskeys(db: Db, userId: number): Promise<number> {
  return db.$count(passkeys, eq(passkeys.userId, userId));
}

/** Given with the first passkey, and the same for all of a user. */
export async function savePasskeyHandle(db: Db, userId: number, handle: Buffer) {
  await db
    .update(users)
    .set({ passkeyHandle: handle })
    .where(and(eq(users.id, userId), isNull(users.passkeyHandle)));
  const [row] = await db
    .select({ handle: users.passkeyHandle })
    .from(users)
    .where(eq(users.id, userId));
  return row?.handle ?? undefined;
}

/** A passkey with its owner, by the id that its authenticator gave it. */
export async function findPasskey(db: Db, credentialId: Buffer) {
  const [row] = await db
    .select({
      id: passkeys.id,
      publicKey: passkeys.publicKey,
      counter: passkeys.counter,
      handle: users.passkeyHandle,
      user: userColumns,
    })
    .from(passkeys)
    .innerJoin(users, eq(users.id, passkeys.userId))
    .where(eq(passkeys.credentialId, credentialId));
  return row;
}

export async function insertFailedPasskey(db: Db, user: AuditUser | undefined, ip: string) {
  await insertAudit(db, { action: 'passkey-failed', subject: user ?? null, ip });
}

export async function updatePasskeyName(db: Db, userId: number, id: string, name: string) {
  if (!UUID.test(id)) return undefined;
  const [row] = await db
    .update(passkeys)
    .set({ name })
    .where(and(eq(passkeys.userId, userId), eq(passkeys.id, id)))
    .returning(columns);
  return row;
}

// The changes below need a transaction: each locks the user first.

/**
 * Records a use; false if the passkey was removed, or was used with this counter before: then it may have been
 * copied. Authenticators without a counter always send 0.
 */
export async function updatePasskeyUsed(
  db: Db,
  { id, user }: { id: string; user: { id: number } },
  counter: number,
): Promise<boolean> {
  await findUserForUpdate(db, user.id);
  const isNewer = or(
    lt(passkeys.counter, counter),
    and(eq(passkeys.counter, 0), sql`${counter}::bigint = 0`),
  );
  const rows = await db
    .update(passkeys)
    .set({ counter, lastUsedAt: sql`now()` })
    .where(and(eq(passkeys.id, id), isNewer))
    .returning({ id: passkeys.id });
  return rows.length > 0;
}

interface NewPasskey {
  credentialId: Buffer;
  publicKey: Buffer;
  counter: number;
  transports: string[];
  name: string;
}

/** Undefined if an account, this or another, has the credential already. */
export async function insertPasskey(
  db: Db,
  session: OwnSession,
  passkey: NewPasskey,
  origin: Origin,
) {
  const { user } = session;
  const [row] = await db
    .insert(passkeys)
    .values({ ...passkey, userId: user.id })
    .onConflictDoNothing()
    .returning(columns);
  if (!row) return undefined;
  await insertNotice(db, {
    kind: 'passkey-added',
    user,
    ...origin,
    before: { passkeyId: row.id },
    details: { name: row.name, device: origin.device },
  });
  return row;
}

export async function deletePasskey(
  db: Db,
  session: OwnSession,
  id: string,
  { ip, device }: Origin,
) {
  const { user } = session;
  if (!UUID.test(id)) return false;
  const [row] = await db
    .delete(passkeys)
    .where(and(eq(passkeys.userId, user.id), eq(passkeys.id, id)))
    .returning({ name: passkeys.name });
  if (!row) return false;
  const details = { name: row.name, device };
  await insertAudit(db, { action: 'passkey-removed', actor: user, subject: user, ip, details });
  return true;
}
