import { SCREENS } from '#contract/screens.ts';
import type { Db } from '#server/db/client.ts';
import { hashCode, issueHandleCode } from '#server/db/handle-codes.ts';
import type { NoticeKind, QueuedMail } from '#server/db/mail-queue.ts';
import {
  isEmailUnproven,
  isPendingEmailTaken,
  issueConfirmation,
  issueResetToken,
} from '#server/db/mail-tokens.ts';
import { issueUndo, type NoticeData } from '#server/db/notices.ts';
import { countHit } from '#server/db/rate-limits.ts';
import { emailKey } from '#server/lib/keys.ts';
import { MAILBOX_LIMIT, mailboxCounterKey } from '#server/lib/mailbox-limit.ts';
import type { Mail } from '#server/lib/mailer.ts';
import { networkOf } from '#server/lib/network-of.ts';
import { createCode, createToken, hashToken } from '#server/lib/tokens.ts';
import { originFacts } from './facts.ts';
import { noticeMail } from './notice-mails.ts';
import {
  confirmEmailMail,
  contactMail,
  emailRestoredMail,
  emailTakenMail,
  handleCodeMail,
  resetPasswordMail,
} from './templates.ts';

/**
 * Renders an email when it is sent; undefined if its recipient is no longer valid. Tokens are created
 * here, so that only their hashes are stored.
 */
export async function prepareMail(
  db: Db,
  queued: QueuedMail,
  publicUrl: string,
): Promise<Mail | undefined> {
  switch (queued.kind) {
    case 'confirm-email':
      return prepareConfirmation(db, queued, publicUrl);
    case 'reset-password':
      return prepareReset(db, queued, publicUrl);
    case 'contact':
      return prepareMessage(queued);
    case 'email-restored':
      return { to: queued.recipient, ...emailRestoredMail() };
    case 'handle-code':
      return prepareHandleCode(db, queued);
    default:
      return prepareNotice(db, { ...queued, kind: queued.kind }, publicUrl);
  }
}

const withToken = (publicUrl: string, screen: string, token: string) =>
  `${publicUrl}${screen}?token=${token}`;

async function prepareConfirmation(db: Db, { userId, recipient }: QueuedMail, publicUrl: string) {
  if (userId === null) return undefined;
  const address = { userId, emailKey: emailKey(recipient) };
  if (await isPendingEmailTaken(db, address)) {
    return { to: recipient, ...emailTakenMail(`${publicUrl}${SCREENS.auth}`) };
  }
  const token = createToken();
  const issued = await issueConfirmation(db, { ...address, tokenHash: hashToken(token) });
  if (!issued) return undefined;
  const link = withToken(publicUrl, SCREENS.confirmEmail, token);
  const disownLink = withToken(publicUrl, SCREENS.disownAccount, token);
  return { to: recipient, ...confirmEmailMail(link, issued.canDisown ? disownLink : undefined) };
}

async function prepareHandleCode(db: Db, { recipient, data }: QueuedMail) {
  const { accountId } = data;
  if (typeof accountId !== 'number') return undefined;
  const address = { accountId, emailKey: emailKey(recipient) };
  const code = createCode();
  const codeHash = await hashCode(db, accountId, address.emailKey, code);
  if (!(await issueHandleCode(db, { ...address, codeHash }))) return undefined;
  return { to: recipient, ...handleCodeMail(code) };
}

/** Queued for every address that was typed; whether it has an account is looked up here. */
async function prepareReset(db: Db, queued: QueuedMail, publicUrl: string) {
  const { userId, recipient, data, attempts, ageSeconds } = queued;
  const isAfterUndo = data.isAfterUndo === true;
  // An undo link was opened from the mailbox, so its owner asked for this email.
  if (!isAfterUndo && attempts === 1 && (await isEmailUnproven(db, emailKey(recipient)))) {
    if (!(await isMailAllowed(db, recipient, 'resetMailbox'))) return undefined;
  }
  const token = createToken();
  const ip = typeof data.ip === 'string' ? data.ip : null;
  const user = await issueResetToken(db, {
    userId,
    emailKey: emailKey(recipient),
    tokenHash: hashToken(token),
    ip,
    isRetry: attempts > 1,
  });
  // To the stored address, not as it was typed in the request.
  if (!user?.email) return undefined;
  const facts = originFacts({
    at: new Date(Date.now() - ageSeconds * 1_000),
    network: ip === null ? undefined : networkOf(ip),
  });
  return {
    to: user.email,
    ...resetPasswordMail(withToken(publicUrl, SCREENS.resetPassword, token), {
      facts,
      isAfterUndo,
    }),
  };
}

function prepareMessage({ recipient, data }: QueuedMail): Mail {
  return { to: recipient, ...contactMail(String(data.email), String(data.message)) };
}

interface QueuedNotice extends QueuedMail {
  kind: NoticeKind;
}

async function prepareNotice(db: Db, queued: QueuedNotice, publicUrl: string) {
  const { kind, recipient: to, attempts } = queued;
  // Emails that a previous version queued have no data.
  const data = queued.data as Partial<NoticeData>;
  if (data.isConfirmed === false && attempts === 1 && !(await isMailAllowed(db, to))) {
    return undefined;
  }
  let link: string | undefined;
  if (data.undoId) {
    const token = createToken();
    const undo = { id: data.undoId, tokenHash: hashToken(token), emailKey: emailKey(to) };
    if (!(await issueUndo(db, undo))) return undefined;
    const screen = kind === 'new-device' ? SCREENS.notMe : SCREENS.undo;
    link = withToken(publicUrl, screen, token);
  }
  const mail = noticeMail({
    kind,
    at: data.at === undefined ? undefined : new Date(data.at),
    device: data.device ?? undefined,
    network: data.network,
    details: data.details ?? {},
    link,
    forgotPasswordLink: `${publicUrl}${SCREENS.forgotPassword}`,
    publicUrl,
  });
  return { to, ...mail };
}

/** Counts one more email that the owner of the mailbox may not have asked for. */
async function isMailAllowed(db: Db, email: string, counter?: 'resetMailbox'): Promise<boolean> {
  const { hits, seconds } = MAILBOX_LIMIT;
  return (await countHit(db, mailboxCounterKey(email, counter), seconds)).hits <= hits;
}
