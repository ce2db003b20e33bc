import { and, asc, eq, gt, gte, isNull, lt, ne, type SQL, sql } from 'drizzle-orm';
import { emailKey } from '#server/lib/keys.ts';
import { networkOf } from '#server/lib/network-of.ts';
import { insertAudit } from './audit.ts';
import type { Db } from './client.ts';
import { insertMail, type NoticeKind } from './mail-queue.ts';
import { undos, users } from './schema.ts';

export type { NoticeKind } from './mail-queue.ts';

export interface Notice {
  kind: NoticeKind;
  /** The user as before the change: the email goes to this address. */
  user: { id: number; name: string; email: string | null; username: string | null };
  /** Null if no request caused it. */
  ip: string | null;
  /** Such as 'Firefox on Linux'. */
  device?: string | undefined;
  /** For a change of email: whether the address before was confirmed. The row has another one by now. */
  wasConfirmed?: boolean;
  /** What the link in the email restores; a password hash is allowed here only. Without it there is no such link. */
  before?: Record<string, unknown>;
  /** For the audit log, and for the email if the address is confirmed. Never a hash or a token. */
  details?: Record<string, unknown>;
}

/** What the queue keeps for the email. */
export interface NoticeData {
  at: string;
  network: string;
  device: string | null;
  /** A stranger may have registered an unconfirmed address: its emails contain nothing that a member typed. */
  isConfirmed: boolean;
  undoId: string | null;
  details: Record<string, unknown>;
}

/** The query writes the audit row itself: an admin may be its actor. */
const AUDITED_BY_QUERY = ['account-deleted', 'page-suspended', 'page-restored'] as const;
type AuditedHere = Exclude<NoticeKind, (typeof AUDITED_BY_QUERY)[number]>;

const isAuditedHere = (kind: NoticeKind): kind is AuditedHere =>
  !AUDITED_BY_QUERY.some((each) => each === kind);

/** Their links need no previous value: they remove a passkey and end the sessions. */
const LINKED_WITHOUT_VALUE = new Set<NoticeKind>(['passkey-added', 'new-device']);

/** Needs the transaction of the change: writes the audit row and queues the email with what its link restores. */
export async function insertNotice(db: Db, notice: Notice): Promise<void> {
  const { kind, user, ip, device, before, details = {} } = notice;
  if (isAuditedHere(kind)) {
    await insertAudit(db, { action: kind, actor: user, subject: user, ip, details });
  }
  if (user.email === null) return;
  const isConfirmed = await isAddressConfirmed(db, notice);
  const hasLink = before !== undefined || LINKED_WITHOUT_VALUE.has(kind);
  const data: NoticeData = {
    at: new Date().toISOString(),
    network: networkOf(ip ?? ''),
    device: device ?? null,
    isConfirmed,
    undoId: hasLink ? await insertUndo(db, kind, user.id, user.email, before ?? {}) : null,
    details: isConfirmed ? details : {},
  };
  await insertMail(db, {
    kind,
    recipient: user.email,
    // Otherwise the email would be deleted with the user.
    ...(kind === 'account-deleted' ? {} : { userId: user.id }),
    data: { ...data },
  });
}

async function isAddressConfirmed(
  db: Db,
  { kind, user, wasConfirmed = false }: Notice,
): Promise<boolean> {
  if (kind === 'email-changed') return wasConfirmed;
  const [row] = await db
    .select({ emailProvenAt: users.emailProvenAt })
    .from(users)
    .where(eq(users.id, user.id));
  return (row?.emailProvenAt ?? null) !== null;
}

async function insertUndo(
  db: Db,
  kind: NoticeKind,
  userId: number,
  email: string,
  before: Record<string, unknown>,
): Promise<string> {
  const [row] = await db
    .insert(undos)
    .values({
      kind,
      userId,
      before,
      emailKey: emailKey(email),
      // Not when the transaction began: it may have waited for another change.
      createdAt: sql`clock_timestamp()`,
    })
    .returning({ id: undos.id });
  if (!row) throw new Error('The database returned no row for what a notice restores.');
  return row.id;
}

/** An undo that is neither used nor expired. */
export const isOpenUndo = and(isNull(undos.usedAt), gt(undos.expiresAt, sql`now()`));

export type Undo = typeof undos.$inferSelect;

/** Notices that were emailed to another address after a change of email. */
export const isAfterEmailChange = ({
  userId,
  emailKey,
  createdAt,
}: Pick<Undo, 'userId' | 'emailKey' | 'createdAt'>) =>
  and(eq(undos.userId, userId), ne(undos.emailKey, emailKey), gte(undos.createdAt, createdAt));

/** The changes of email that can still be undone. */
export const isOpenEmailChange = (userId: number) =>
  and(eq(undos.userId, userId), eq(undos.kind, 'email-changed'), isOpenUndo);

/** The rows stay: undoing an earlier change of email restores what they have. */
export async function voidUndos(db: Db, where: SQL | undefined) {
  await db.update(undos).set({ usedAt: sql`now()` }).where(and(where, isOpenUndo));
}

/**
 * Called when the account gets another address: links live as long as newer ones. So the owner of the first address has
 * the last word, and not a thief whose link is a day younger.
 */
export async function extendUndos(db: Db, userId: number) {
  await db
    .update(undos)
    .set({ expiresAt: sql`now() + interval '7 days'` })
    .where(and(eq(undos.userId, userId), gt(undos.expiresAt, sql`now()`)));
}

/**
 * If the account returns to the first address of those that can get it back, the others must not undo that: their
 * links are voided. Returns whether it does.
 */
export async function voidUndosOnReturn(db: Db, userId: number, key: string): Promise<boolean> {
  const [first] = await db
    .select()
    .from(undos)
    .where(isOpenEmailChange(userId))
    .orderBy(asc(undos.createdAt))
    .limit(1);
  if (first?.emailKey !== key) return false;
  await voidUndos(db, isAfterEmailChange(first));
  return true;
}

/** Confirmed addresses that the account had and could still get back: a thief may have replaced them. */
export async function listReplacedEmails(
  db: Db,
  { id, emailKey: current }: { id: number; emailKey: string | null },
): Promise<string[]> {
  const rows = await db
    .selectDistinctOn([undos.emailKey], { email: sql<string>`${undos.before}->>'email'` })
    .from(undos)
    .where(and(isOpenEmailChange(id), sql`${undos.emailKey} IS DISTINCT FROM ${current}`));
  return rows.map(({ email }) => email);
}

/** Issues the token of a notice and voids the one of an earlier attempt; false if there is nothing left to undo. */
export async function issueUndo(
  db: Db,
  { id, tokenHash, emailKey: key }: { id: string; tokenHash: Buffer; emailKey: string },
): Promise<boolean> {
  const issued = await db
    .update(undos)
    .set({ tokenHash })
    .where(and(eq(undos.id, id), eq(undos.emailKey, key), isOpenUndo))
    .returning({ id: undos.id });
  return issued.length > 0;
}

/** For an account that a stranger may have filled: no link may bring that back. */
export async function deleteUndosOf(db: Db, userId: number) {
  await db.delete(undos).where(eq(undos.userId, userId));
}

/** After a reset at this address, a notice about an earlier password must not bring that password back. */
export async function deletePasswordUndos(db: Db, userId: number, key: string) {
  await db
    .delete(undos)
    .where(
      and(eq(undos.userId, userId), eq(undos.kind, 'password-changed'), eq(undos.emailKey, key)),
    );
}

export async function deleteExpiredUndos(db: Db) {
  await db.delete(undos).where(lt(undos.expiresAt, sql`now()`));
}
