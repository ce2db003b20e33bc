import type { AdminPatchInput } from '#contract/admin.ts';
import type { SessionUser } from '#contract/session.ts';
import { lockAdmins, requireAnAdmin } from '#server/db/admins.ts';
import { insertAudit } from '#server/db/audit.ts';
import type { Db } from '#server/db/client.ts';
import { indexPeople } from '#server/db/index-people.ts';
import { findUserForUpdate, type UserRow } from '#server/db/users.ts';
import { AppError, notFound } from '#server/lib/app-error.ts';
import { isEffectiveAdmin } from '#server/lib/roles.ts';
import { updateFlags } from './queries.ts';

interface FlagChange extends AdminPatchInput {
  id: number;
  /** Null where it comes from the command line. */
  actor: SessionUser | null;
  ip: string | null;
  adminEmails: string[];
}

/** Sets the verified badge and the role, each change audited; to be called in a transaction. */
export async function changeFlags(tx: Db, change: FlagChange): Promise<UserRow> {
  const { id, actor, ip, adminEmails, isVerified, isAdmin } = change;
  const details = actor ? {} : { by: 'command line' };
  const subject = await findUserForUpdate(tx, id);
  if (!subject) throw notFound('There is no such user.');
  const isDemoted = isAdmin === false && isEffectiveAdmin(subject, adminEmails);
  if (isDemoted && isEffectiveAdmin({ ...subject, isAdmin: false }, adminEmails)) {
    throw new AppError(
      409,
      'ADMIN_BY_LIST',
      'This person is an admin by ADMIN_EMAILS. Please take the address off that list first.',
    );
  }
  if (isDemoted) await lockAdmins(tx);

  const row = await updateFlags(tx, id, {
    isVerified: isVerified ?? subject.isVerified,
    isAdmin: isAdmin ?? subject.isAdmin,
  });
  if (!row) throw notFound('There is no such user.');
  if (row.isVerified !== subject.isVerified) {
    const action = row.isVerified ? 'user-verified' : 'user-unverified';
    await insertAudit(tx, { action, actor, subject, ip, details });
    await indexPeople(tx, [id]);
  }
  if (row.isAdmin !== subject.isAdmin) {
    const action = row.isAdmin ? 'admin-granted' : 'admin-revoked';
    await insertAudit(tx, { action, actor, subject, ip, details });
  }
  if (isDemoted) await requireAnAdmin(tx, adminEmails);
  return row;
}
