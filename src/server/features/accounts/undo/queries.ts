import { and, desc, eq, gte, inArray, ne, sql } from 'drizzle-orm';
import { UNDO_KINDS, type UndoKind } from '#contract/accounts.ts';
import { insertAudit } from '#server/db/audit.ts';
import type { Db } from '#server/db/client.ts';
import { indexPeople } from '#server/db/index-people.ts';
import { insertMail } from '#server/db/mail-queue.ts';
import {
  extendUndos,
  isAfterEmailChange,
  isOpenEmailChange,
  isOpenUndo,
  type Undo,
  voidUndos,
} from '#server/db/notices.ts';
import { deletePasskeysSince } from '#server/db/passkeys.ts';
import { undos, users } from '#server/db/schema.ts';
import { deleteSessionsOf } from '#server/db/sessions.ts';
import { findUserForChange, type UserRow } from '#server/db/users.ts';
import {
  deleteConfirmationsOf,
  NO_PENDING_EMAIL,
  NO_RESET_TOKEN,
} from '#server/features/accounts/email/link-queries.ts';
import {
  deleteAddedHandle,
  deleteAddedHandles,
  listAddedHandles,
  restore,
  restoredName,
  restoresAddedHandle,
  type UndoContext,
} from './restore-queries.ts';

/**
 * Uses up the link and locks its user first: of any number at once, one finds it open. Needs a transaction, which the
 * caller rolls back for undefined.
 */
async function takeUndo(db: Db, tokenHash: Buffer, kinds: readonly string[]) {
  const isWanted = and(eq(undos.tokenHash, tokenHash), inArray(undos.kind, [...kinds]), isOpenUndo);
  const [owner] = await db.select({ userId: undos.userId }).from(undos).where(isWanted);
  const user = owner && (await findUserForChange(db, owner.userId));
  if (!user) return undefined;
  const [undo] = await db.update(undos).set({ usedAt: sql`now()` }).where(isWanted).returning();
  return undo && { user, undo };
}

export interface Undone {
  kind: UndoKind;
  /** What the owner has again, or what was removed, if it is a name. */
  name: string | undefined;
  /** Handles that were added after a change of email. */
  removed: string[];
  /** Other handles that were added lately: a thief may have done it without an email. */
  added: string[];
}

/** Undoes what a notice was about. Undefined if the link is not valid; the caller then rolls back. */
export async function undoChange(
  db: Db,
  tokenHash: Buffer,
  context: UndoContext,
): Promise<Undone | undefined> {
  const { origin } = context;
  const taken = await takeUndo(db, tokenHash, UNDO_KINDS);
  if (!taken) return undefined;
  const { user, undo } = taken;
  const emailChange = await findEmailChange(db, user, undo);
  if (undo.emailKey !== user.emailKey && !emailChange) return undefined;
  const steps = emailChange ? await listChangesSince(db, emailChange) : [];
  if (emailChange !== undo) steps.push(undo);
  const isElsewhere = emailChange !== undefined && emailChange.emailKey !== user.emailKey;
  const removed = isElsewhere ? await deleteAddedHandles(db, user, emailChange, steps, origin) : [];
  let current = user;
  let name = restoredName(undo);
  for (const step of steps) {
    if (step.kind !== 'handle-added') {
      current = await restore(db, current, step, context);
      continue;
    }
    const gone = await deleteAddedHandle(db, current, step, origin);
    if (step === undo) name = gone[0];
    else removed.push(...gone);
  }
  await voidNewer(db, user.id, steps);
  const { id, email } = current;
  const { ip } = origin;

  const first = Math.min(...steps.map(({ createdAt }) => createdAt.getTime()));
  await deletePasskeysSince(db, id, new Date(first));
  await deleteSessionsOf(db, id);
  await deleteConfirmationsOf(db, id);
  await db
    .update(users)
    .set({
      needsNewPassword: true,
      devicesSince: sql`now()`,
      ...NO_RESET_TOKEN,
      ...NO_PENDING_EMAIL,
    })
    .where(eq(users.id, id));
  if (emailChange) {
    await db.update(undos).set({ usedAt: sql`now()` }).where(eq(undos.id, emailChange.id));
    // The person who changed the email must not undo this with a link sent to that address.
    await db.delete(undos).where(isAfterEmailChange(emailChange));
    await extendUndos(db, id);
  }
  await indexPeople(db, [id]);
  // Without a link: the previous address has the account, and this one may be a thief's.
  if (emailChange && user.email !== null) {
    await insertMail(db, { kind: 'email-restored', recipient: user.email });
  }
  if (email !== null) {
    await insertMail(db, {
      kind: 'reset-password',
      recipient: email,
      userId: id,
      data: { ip, isAfterUndo: true },
    });
  }
  const details = { by: 'mailed link', kinds: steps.map(({ kind }) => kind), removed };
  await insertAudit(db, { action: 'change-undone', subject: current, ip, details });
  const kind = UNDO_KINDS.find((each) => each === undo.kind);
  const added = await listAddedHandles(db, id);
  return kind && { kind, name, removed, added };
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
        isOpenEmailChange(user.id),
        eq(undos.emailKey, undo.emailKey),
        gte(undos.createdAt, undo.createdAt),
      ),
    )
    .orderBy(desc(undos.createdAt))
    .limit(1);
  return change;
}

/**
 * The change of email itself, and what was changed after it: those notices went to the new address, so the owner
 * never saw them. Of several changes of one thing, the first one has the owner's value, whether its link was used or
 * not.
 */
async function listChangesSince(db: Db, emailChange: Undo): Promise<Undo[]> {
  const later = await db
    .select()
    .from(undos)
    .where(
      and(
        isAfterEmailChange(emailChange),
        inArray(undos.kind, [...UNDO_KINDS]),
        ne(undos.kind, 'email-changed'),
      ),
    )
    .orderBy(desc(undos.createdAt), desc(undos.id));
  const owned = later.filter((undo) => !restoresAddedHandle(undo, emailChange));
  const first = new Map(owned.map((undo) => [changedThing(undo), undo]));
  return [...first.values(), emailChange];
}

const changedThing = ({ kind, before }: Undo) =>
  kind.startsWith('handle-') ? `handle ${String(before.platform)}` : kind;

/** Newer links about the same would bring back what somebody else had in between. */
async function voidNewer(db: Db, userId: number, restored: readonly Undo[]) {
  const open = await db
    .select()
    .from(undos)
    .where(and(eq(undos.userId, userId), isOpenUndo));
  const newer = open.filter((undo) =>
    restored.some(
      (step) =>
        undo.createdAt >= step.createdAt && restoredThings(step).includes(changedThing(undo)),
    ),
  );
  const ids = newer.map(({ id }) => id);
  await voidUndos(db, inArray(undos.id, ids));
}

/** A change of email restores the password as well. */
const restoredThings = (undo: Undo) =>
  undo.kind === 'email-changed' ? [undo.kind, 'password-changed'] : [changedThing(undo)];

export interface SignedOut {
  /** The account has another address by now, and the owner of this one can get it back. */
  isElsewhere: boolean;
}

/** The link of a notice about a new device. Undefined if it is not valid; the caller then rolls back. */
export async function deleteSessionsByToken(
  db: Db,
  tokenHash: Buffer,
  ip: string,
): Promise<SignedOut | undefined> {
  const taken = await takeUndo(db, tokenHash, ['new-device']);
  if (!taken) return undefined;
  const { user, undo } = taken;
  const isElsewhere = undo.emailKey !== user.emailKey;
  if (isElsewhere && !(await findEmailChange(db, user, undo))) return undefined;
  await deleteSessionsOf(db, user.id);
  await db.update(users).set({ devicesSince: sql`now()` }).where(eq(users.id, user.id));
  if (user.email !== null && !isElsewhere) {
    await insertMail(db, {
      kind: 'reset-password',
      recipient: user.email,
      userId: user.id,
      data: { ip, isAfterUndo: true },
    });
  }
  const details = { by: 'mailed link' };
  await insertAudit(db, { action: 'all-sessions-ended', subject: user, ip, details });
  return { isElsewhere };
}
