import { z } from 'zod';
import type { TakenJob } from '#server/db/jobs.ts';
import { MAIL_KINDS } from '#server/db/mail-queue.ts';
import { prepareMail } from '#server/mail/prepare.ts';
import { GiveUpError, type TaskContext } from './define-task.ts';

export const mailPayload = z.strictObject({
  kind: z.enum(MAIL_KINDS),
  recipient: z.string(),
  data: z.record(z.string(), z.unknown()),
});

export async function sendMail(
  payload: z.output<typeof mailPayload>,
  { id, userId, attempts, ageSeconds }: TakenJob,
  { db, mailer, publicUrl }: TaskContext,
) {
  const mail = await prepareMail(db, { id, userId, attempts, ageSeconds, ...payload }, publicUrl);
  if (!mail) return;
  try {
    await mailer.send(mail);
  } catch (error) {
    if (!isPermanentFailure(error)) throw error;
    throw new GiveUpError('The mail server has no such mailbox.', { cause: error });
  }
}

/** The mail server rejected the mailbox: a retry would not help. */
function isPermanentFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { permanent, command } = error as { permanent?: unknown; command?: unknown };
  return permanent === true && command === 'RCPT TO';
}
