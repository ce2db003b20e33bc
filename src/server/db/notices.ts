import { insertAudit } from './audit.ts';
import type { Db } from './client.ts';
import { insertMail } from './mail-queue.ts';

export type NoticeKind =
  | 'email-changed'
  | 'password-changed'
  | 'handle-changed'
  | 'handle-removed'
  | 'username-changed'
  | 'passkey-added'
  | 'new-device'
  | 'account-deleted';

export interface Notice {
  kind: NoticeKind;
  user: { id: number; name: string; email: string | null; username: string | null };
  /** Where it came from. */
  ip: string;
  device?: string | undefined;
  /** What undo restores, such as { passwordHash } or { passkeyId }. */
  before?: Record<string, unknown>;
  details?: Record<string, unknown>;
}

/** Writes the audit row and queues the mail, in the caller's transaction. */
export async function insertNotice(db: Db, { kind, user, ip, details = {} }: Notice) {
  await insertAudit(db, {
    action: kind,
    actor: user,
    subject: user,
    ip,
    details,
  });
  if (user.email === null) return;
  await insertMail(db, { kind, recipient: user.email, userId: user.id });
}
