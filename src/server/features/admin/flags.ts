import type { AdminPatchInput } from '#contract/admin.ts';
import type { SessionUser } from '#contract/session.ts';
import { keepAdmin } from '#server/db/admins.ts';
import type { Db } from '#server/db/client.ts';
import { findUserForChange, type UserRow } from '#server/db/users.ts';
import { AppError, notFound } from '#server/lib/app-error.ts';
import { profileVersion } from '#server/lib/profile-version.ts';
import { isEffectiveAdmin } from '#server/lib/roles.ts';
import { listAccountsOf, updateFlags } from './queries.ts';
import { findOpenReports } from './review-queries.ts';

interface FlagChange extends AdminPatchInput {
  id: number;
  /** Null if it came from the command line. */
  actor: SessionUser | null;
  ip: string | null;
  adminEmails: string[];
}

/** What an admin decides about is what they saw. The user's row is locked. */
export async function requireVersion(tx: Db, subject: UserRow, version: string): Promise<void> {
  const accounts = await listAccountsOf(tx, [subject.id]);
  if (profileVersion(subject, accounts) === version) return;
  throw new AppError(
    409,
    'PROFILE_CHANGED',
    'This profile changed since you opened it. Look again.',
  );
}

/** Reports that an admin closes are reports they saw. The user's row is locked. */
export async function requireSeenReports(
  tx: Db,
  { id }: UserRow,
  newestSeenId: number | null,
): Promise<void> {
  const newestId = (await findOpenReports(tx, [id])).get(id)?.newestId ?? null;
  if (newestId === null || newestId === newestSeenId) return;
  throw new AppError(
    409,
    'NEW_REPORTS',
    'There are new reports since you opened this. Look again.',
  );
}

/**
 * A suspended member gets neither flag: the badge closes what is open about a member, such as their only answer, and
 * an admin could end their own suspension.
 */
export function requireNotSuspended({ suspendedAt }: UserRow) {
  if (suspendedAt === null) return;
  throw new AppError(
    409,
    'IS_SUSPENDED',
    'This person is suspended. Show the page again first: under Review, or with npm run admin.',
  );
}

/** For a suspension, which an admin could end. */
export function requireNotAdmin(subject: UserRow, adminEmails: string[]) {
  if (!isEffectiveAdmin(subject, adminEmails)) return;
  throw new AppError(409, 'IS_ADMIN', 'This person is an admin. Please revoke the role first.');
}

/** Sets the verified badge and the role; needs a transaction. */
export async function changeFlags(tx: Db, change: FlagChange): Promise<UserRow> {
  const { id, actor, ip, adminEmails, isVerified, isAdmin, version } = change;
  const subject = await findUserForChange(tx, id);
  if (!subject) throw notFound('There is no such user.');
  if (isVerified && version !== undefined) await requireVersion(tx, subject, version);
  if (isVerified && !subject.isVerified) requireNotSuspended(subject);
  if (isAdmin && !subject.isAdmin) requireNotSuspended(subject);
  const isDemoted = isAdmin === false && isEffectiveAdmin(subject, adminEmails);
  if (isDemoted && isEffectiveAdmin({ ...subject, isAdmin: false }, adminEmails)) {
    throw new AppError(
      409,
      'ADMIN_BY_LIST',
      'This person is an admin by ADMIN_EMAILS. Please take the address off that list first.',
    );
  }
  const flags = {
    isVerified: isVerified ?? subject.isVerified,
    isAdmin: isAdmin ?? subject.isAdmin,
  };
  const update = () => updateFlags(tx, { subject, actor, ip }, flags);
  return isDemoted ? keepAdmin(tx, adminEmails, subject, update) : update();
}
