import { and, eq, inArray, ne, or, sql } from 'drizzle-orm';
import { type AuditUser, insertAudit } from '#server/db/audit.ts';
import type { Db } from '#server/db/client.ts';
import { indexPeople, withoutLookalikes } from '#server/db/index-people.ts';
import { lockLooksFor } from '#server/db/lookalikes.ts';
import { deleteMailsOf } from '#server/db/mail-queue.ts';
import { insertNotice, listReplacedEmails } from '#server/db/notices.ts';
import { paymentAccounts, retiredUsernames, savedPeople, users } from '#server/db/schema.ts';
import { type UserRow, updateLockedUser, userColumns } from '#server/db/users.ts';
import { updateUnverified } from '#server/db/verification.ts';
import {
  deleteConfirmationsOf,
  NO_RESET_TOKEN,
} from '#server/features/accounts/email/link-queries.ts';
import type { Origin } from '#server/lib/origin.ts';

type NewUser = typeof users.$inferInsert;

interface UniqueNames {
  emailKey?: string | null | undefined;
  screenNameKey?: string | null | undefined;
  username?: string | null | undefined;
}

/** Which of these another user has. */
export async function findTaken(db: Db, names: UniqueNames, exceptId = 0) {
  const { emailKey, screenNameKey, username } = names;
  const rows = await db
    .select({
      emailKey: users.emailKey,
      screenNameKey: users.screenNameKey,
      username: users.username,
    })
    .from(users)
    .where(
      and(
        ne(users.id, exceptId),
        or(
          emailKey ? eq(users.emailKey, emailKey) : undefined,
          screenNameKey ? eq(users.screenNameKey, screenNameKey) : undefined,
          username ? eq(users.username, username) : undefined,
          sql`false`,
        ),
      ),
    );
  return {
    email: rows.some((row) => emailKey && row.emailKey === emailKey),
    screenName: rows.some((row) => screenNameKey && row.screenNameKey === screenNameKey),
    username:
      rows.some((row) => username && row.username === username) ||
      (username ? await isRetiredFor(db, username, exceptId) : false),
  };
}

/** Whether somebody else had this username before. */
async function isRetiredFor(db: Db, username: string, userId: number): Promise<boolean> {
  const rows = await db
    .select({ userId: retiredUsernames.userId })
    .from(retiredUsernames)
    .where(eq(retiredUsernames.username, username));
  return rows.some((row) => row.userId !== userId);
}

/** The first of these usernames that is free and was never used. */
export async function findFreeUsername(db: Db, candidates: string[]): Promise<string | undefined> {
  const rows = await db
    .select({ username: users.username })
    .from(users)
    .where(inArray(users.username, candidates))
    .unionAll(
      db
        .select({ username: retiredUsernames.username })
        .from(retiredUsernames)
        .where(inArray(retiredUsernames.username, candidates)),
    );
  const taken = new Set(rows.map((row) => row.username));
  return candidates.find((candidate) => !taken.has(candidate));
}

// The changes below need a transaction: each also updates the search index and the audit log.

type NewAccount = Pick<typeof paymentAccounts.$inferInsert, 'platform' | 'username'>;

export async function insertUser(
  db: Db,
  user: NewUser,
  accounts: NewAccount[],
  ip: string,
): Promise<UserRow> {
  const [row] = await db
    .insert(users)
    .values({ ...user, hasLoggedIn: true })
    .returning(userColumns);
  if (!row) throw new Error('The database returned no row for the new user.');
  if (accounts.length > 0) {
    await db
      .insert(paymentAccounts)
      .values(accounts.map((account) => ({ ...account, userId: row.id })));
  }
  await indexPeople(db, [row.id]);
  await insertAudit(db, { action: 'registered', actor: row, subject: row, ip });
  return row;
}

/**
 * `before` is the user's row, locked. Only a never-confirmed account gets another address here: its confirmations and
 * links end, and its old address can restore nothing, because it may be a stranger's.
 */
export async function updateUser(
  db: Db,
  before: UserRow,
  changes: Partial<NewUser>,
  origin: Origin,
): Promise<UserRow> {
  const { id } = before;
  const isNewMailbox = changes.emailKey !== undefined && changes.emailKey !== before.emailKey;
  if (isNewMailbox) await deleteConfirmationsOf(db, id);
  const columns = isNewMailbox ? { ...changes, emailProvenAt: null, ...NO_RESET_TOKEN } : changes;
  if (Object.keys(columns).length === 0) return before;
  if (LOOKS.some((field) => changes[field] !== undefined && changes[field] !== before[field])) {
    await lockLooksFor(db, { ...before, ...changes });
  }
  await updateUnverified(db, before, changedNames(before, changes), origin);
  const row = await updateLockedUser(db, id, columns);
  const notice = { user: before, ...origin };
  if (row.username !== before.username) {
    await updateRetired(db, before, row);
    await insertNotice(db, {
      ...notice,
      kind: 'username-changed',
      before: { username: before.username },
      details: { from: before.username, to: row.username },
    });
  }
  await indexPeople(db, [id]);
  if (isNewMailbox) {
    const details = { from: before.email, to: row.email };
    await insertNotice(db, { ...notice, kind: 'email-changed', details });
  } else if (changes.pendingEmailKey) {
    const details = { from: before.email, to: row.pendingEmail };
    const record = { actor: before, subject: before, ip: origin.ip, details };
    await insertAudit(db, { action: 'email-change-requested', ...record });
  }
  return row;
}

/** The old username stays the user's own; a former one that is used again is no longer retired. */
export async function updateRetired(
  db: Db,
  before: Pick<UserRow, 'username'>,
  { id, username }: Pick<UserRow, 'id' | 'username'>,
) {
  if (username !== null) {
    await db.delete(retiredUsernames).where(eq(retiredUsernames.username, username));
  }
  if (before.username !== null) {
    await db.insert(retiredUsernames).values({ username: before.username, userId: id });
  }
}

const NAMES = ['name', 'screenName', 'username'] as const;
/** What look-alikes depend on. */
const LOOKS = [...NAMES, 'isListed'] as const;

/** Names that are left out stay as they are. */
const changedNames = (before: UserRow, changes: Partial<NewUser>) =>
  Object.fromEntries(
    NAMES.map((field) => {
      const to = changes[field];
      return [field, { from: before[field], to: to === undefined ? before[field] : to }];
    }),
  );

/**
 * Deletes everything that belongs to the user, waiting emails included. The username is never reassigned. `actor` is
 * null if an emailed link was followed, which needs no notice.
 */
export async function deleteUser(
  db: Db,
  subject: UserRow,
  actor: AuditUser | null,
  origin: Origin,
) {
  await deleteMailsOf(db, subject.id, subject.emailKey);
  if (actor) {
    // A member does not learn from where an admin works.
    const shown = actor.id === subject.id ? origin : { ip: '', details: { by: 'admin' } };
    for (const email of [subject.email, ...(await listReplacedEmails(db, subject))]) {
      await insertNotice(db, { kind: 'account-deleted', user: { ...subject, email }, ...shown });
    }
  }
  await withoutLookalikes(db, [subject.id], async () => {
    await deleteSavedPeopleOf(db, subject.id);
    await db.delete(users).where(eq(users.id, subject.id));
  });
  if (subject.username !== null) {
    await db.insert(retiredUsernames).values({ username: subject.username });
  }
  const details = actor ? {} : { by: 'mailed link' };
  await insertAudit(db, { action: 'user-deleted', actor, subject, ip: origin.ip, details });
}

/**
 * The people the user saved, and the entries of those who saved the user. The cascades of the two columns would lock these rows in different
 * orders, and members who saved each other would deadlock. None is added meanwhile: the user is locked.
 */
async function deleteSavedPeopleOf(db: Db, userId: number) {
  const isOfUser = or(eq(savedPeople.ownerId, userId), eq(savedPeople.personId, userId));
  await db
    .select({ id: savedPeople.id })
    .from(savedPeople)
    .where(isOfUser)
    .orderBy(savedPeople.ownerId, savedPeople.personId)
    .for('update');
  await db.delete(savedPeople).where(isOfUser);
}
