import { and, desc, eq, gte, inArray, ne, sql } from 'drizzle-orm';
import { z } from 'zod';
import { UNDO_KINDS, type UndoKind } from '#contract/accounts.ts';
import { PLATFORMS } from '#contract/platforms/registry.ts';
import { insertAudit } from '#server/db/audit.ts';
import type { Db } from '#server/db/client.ts';
import { indexPeople } from '#server/db/index-people.ts';
import { insertMail } from '#server/db/mail-queue.ts';
import { isOpenUndo } from '#server/db/notices.ts';
import { deletePasskeysSince } from '#server/db/passkeys.ts';
import { paymentAccounts, undos, users } from '#server/db/schema.ts';
import { deleteSessionsOf } from '#server/db/sessions.ts';
import {
  findUserForUpdate,
  isNeverConfirmed,
  type UserRow,
  userColumns,
} from '#server/db/users.ts';
import { updateUnverified } from '#server/db/verification.ts';
import { AppError } from '#server/lib/app-error.ts';
import { emailKey } from '#server/lib/keys.ts';
import {
  deleteConfirmationsOf,
  deleteUser,
  NO_PENDING_EMAIL,
  NO_RESET_TOKEN,
  updateRetired,
} from './queries.ts';

type Undo = typeof undos.$inferSelect;

const EMAIL_TAKEN =
  'Another account has your previous email by now. Log in to that one, or request a new password for it.';

const BEFORE = {
  email: z.object({
    email: z.string(),
    emailProvenAt: z.iso.datetime().nullable(),
    wasConfirmed: z.boolean(),
    passwordHash: z.string().nullable(),
  }),
  password: z.object({ passwordHash: z.string().nullable() }),
  handle: z.object({
    platform: z.enum(PLATFORMS),
    username: z.string(),
    position: z.int().nullable(),
  }),
  username: z.object({ username: z.string().nullable() }),
};

/**
 * Uses up the link and locks its user first: of any number at once, one finds it open. Needs a transaction, which the
 * caller rolls back for undefined.
 */
async function takeUndo(db: Db, tokenHash: Buffer, kinds: readonly string[]) {
  const isWanted = and(eq(undos.tokenHash, tokenHash), inArray(undos.kind, [...kinds]), isOpenUndo);
  const [owner] = await db.select({ userId: undos.userId }).from(undos).where(isWanted);
  const user = owner && (await findUserForUpdate(db, owner.userId));
  if (!user) return undefined;
  const [undo] = await db.update(undos).set({ usedAt: sql`now()` }).where(isWanted).returning();
  return undo && { user, undo };
}

/** Undoes what a notice was about. Undefined where the link is not valid; the caller then rolls back. */
export async function undoChange(
  db: Db,
  tokenHash: Buffer,
  ip: string,
): Promise<UndoKind | undefined> {
  const taken = await takeUndo(db, tokenHash, UNDO_KINDS);
  if (!taken) return undefined;
  const { user, undo } = taken;
  const emailChange = await findEmailChange(db, user, undo);
  if (undo.emailKey !== user.emailKey && !emailChange) return undefined;
  const steps = emailChange ? await listChangesSince(db, emailChange) : [];
  if (emailChange !== undo) steps.push(undo);
  let current = user;
  for (const step of steps) current = await restore(db, current, step, ip);
  const { id, email } = current;

  const since = steps.map(({ createdAt }) => createdAt.getTime());
  await deletePasskeysSince(db, id, new Date(Math.min(...since)));
  await deleteSessionsOf(db, id);
  await deleteConfirmationsOf(db, id);
  await db
    .update(users)
    .set({ ...NO_RESET_TOKEN, ...NO_PENDING_EMAIL })
    .where(eq(users.id, id));
  if (emailChange) {
    await db.update(undos).set({ usedAt: sql`now()` }).where(eq(undos.id, emailChange.id));
  }
  // Whoever had the account must not undo this with a link mailed to another address.
  await db.delete(undos).where(and(eq(undos.userId, id), ne(undos.emailKey, undo.emailKey)));
  await indexPeople(db, [id]);
  if (email !== null)
    await insertMail(db, { kind: 'reset-password', recipient: email, data: { ip } });
  const details = { by: 'mailed link', kinds: steps.map(({ kind }) => kind) };
  await insertAudit(db, { action: 'change-undone', subject: current, ip, details });
  return UNDO_KINDS.find((kind) => kind === undo.kind);
}

/** The change that moved the account away from the address of this link, if it can still be undone. */
async function findEmailChange(db: Db, user: UserRow, undo: Undo): Promise<Undo | undefined> {
  if (undo.kind === 'email-changed') return undo;
  if (undo.emailKey === user.emailKey) return undefined;
  const [change] = await db
    .select()
    .from(undos)
    .where(
      and(
        eq(undos.userId, user.id),
        eq(undos.kind, 'email-changed'),
        eq(undos.emailKey, undo.emailKey),
        gte(undos.createdAt, undo.createdAt),
        isOpenUndo,
      ),
    )
    .orderBy(desc(undos.createdAt))
    .limit(1);
  return change;
}

/**
 * The change of email itself, and what was changed after it: those notices went to the new address, so the owner
 * never saw them. Of several changes of one thing, the first one has the owner's value.
 */
async function listChangesSince(db: Db, emailChange: Undo): Promise<Undo[]> {
  const later = await db
    .select()
    .from(undos)
    .where(
      and(
        eq(undos.userId, emailChange.userId),
        ne(undos.emailKey, emailChange.emailKey),
        ne(undos.kind, 'email-changed'),
        inArray(undos.kind, [...UNDO_KINDS]),
        gte(undos.createdAt, emailChange.createdAt),
        isOpenUndo,
      ),
    )
    .orderBy(desc(undos.createdAt), desc(undos.id));
  const first = new Map(later.map((undo) => [changedThing(undo), undo]));
  return [...first.values(), emailChange];
}

const changedThing = ({ kind, before }: Undo) =>
  kind.startsWith('handle-') ? `handle ${String(before.platform)}` : kind;

async function restore(db: Db, user: UserRow, undo: Undo, ip: string): Promise<UserRow> {
  switch (undo.kind) {
    case 'email-changed':
      return restoreEmail(db, user, BEFORE.email.parse(undo.before), ip);
    case 'password-changed':
      return updateRow(db, user.id, {
        passwordHash: BEFORE.password.parse(undo.before).passwordHash,
        passwordChangedAt: sql`now()`,
      });
    case 'handle-changed':
    case 'handle-removed':
      await restoreHandle(db, user, BEFORE.handle.parse(undo.before), ip);
      return user;
    case 'username-changed':
      return restoreUsername(db, user, BEFORE.username.parse(undo.before).username, ip);
    default:
      // Passkeys are removed for every kind.
      return user;
  }
}

async function updateRow(
  db: Db,
  id: number,
  columns: Parameters<ReturnType<typeof db.update<typeof users>>['set']>[0],
): Promise<UserRow> {
  const [row] = await db.update(users).set(columns).where(eq(users.id, id)).returning(userColumns);
  if (!row) throw new Error('The database returned no row for a locked user.');
  return row;
}

/** Even the last admin gets the address back: the role is granted again at the command line. */
async function restoreEmail(
  db: Db,
  user: UserRow,
  before: z.infer<typeof BEFORE.email>,
  ip: string,
): Promise<UserRow> {
  const key = emailKey(before.email);
  await deleteUnconfirmedOwner(db, user.id, key, ip);
  return updateRow(db, user.id, {
    email: before.email,
    emailKey: key,
    emailProvenAt: before.emailProvenAt === null ? null : new Date(before.emailProvenAt),
    wasConfirmed: before.wasConfirmed,
    passwordHash: before.passwordHash,
    passwordChangedAt: sql`now()`,
  });
}

/** Registering the previous address must not keep its owner from getting the account back. */
async function deleteUnconfirmedOwner(db: Db, userId: number, key: string, ip: string) {
  const [other] = await db
    .select(userColumns)
    .from(users)
    .where(and(eq(users.emailKey, key), ne(users.id, userId)))
    .for('update');
  if (!other) return;
  if (other.isAdmin || !isNeverConfirmed(other))
    throw new AppError(409, 'EMAIL_TAKEN', EMAIL_TAKEN);
  await deleteUser(db, other, null, ip);
}

async function restoreHandle(
  db: Db,
  user: UserRow,
  { platform, username, position }: z.infer<typeof BEFORE.handle>,
  ip: string,
) {
  const where = and(eq(paymentAccounts.userId, user.id), eq(paymentAccounts.platform, platform));
  const [now] = await db
    .select({ username: paymentAccounts.username })
    .from(paymentAccounts)
    .where(where);
  await db
    .insert(paymentAccounts)
    .values({ userId: user.id, platform, username, position })
    .onConflictDoUpdate({
      target: [paymentAccounts.userId, paymentAccounts.platform],
      set: { username, position },
    });
  const change = { from: now?.username ?? null, to: username };
  await updateUnverified(db, user, { [platform]: change }, ip);
}

async function restoreUsername(
  db: Db,
  user: UserRow,
  username: string | null,
  ip: string,
): Promise<UserRow> {
  if (username === user.username) return user;
  await updateUnverified(db, user, { username: { from: user.username, to: username } }, ip);
  const row = await updateRow(db, user.id, { username });
  await updateRetired(db, user, row);
  return row;
}

/** The link of a notice about a new device. False where it is not valid; the caller then rolls back. */
export async function endSessionsByToken(db: Db, tokenHash: Buffer, ip: string): Promise<boolean> {
  const taken = await takeUndo(db, tokenHash, ['new-device']);
  if (!taken) return false;
  const { user, undo } = taken;
  await deleteSessionsOf(db, user.id);
  // Sent only if the account still has the address that the notice went to.
  await insertMail(db, { kind: 'reset-password', recipient: undo.emailKey, data: { ip } });
  const details = { by: 'mailed link' };
  await insertAudit(db, { action: 'all-sessions-ended', subject: user, ip, details });
  return true;
}
