import { SCREENS } from '#contract/screens.ts';
import type { Db } from '#server/db/client.ts';
import type { QueuedMail } from '#server/db/mail-queue.ts';
import { issueConfirmation, issueResetToken } from '#server/db/mail-tokens.ts';
import { emailKey } from '#server/lib/keys.ts';
import type { Mail } from '#server/lib/mailer.ts';
import { createToken, hashToken } from '#server/lib/tokens.ts';
import {
  confirmEmailMail,
  emailChangedMail,
  noticeMail,
  passwordChangedMail,
  resetPasswordMail,
} from './templates.ts';

/**
 * Renders a mail when it is sent; undefined if its recipient is no longer valid. Tokens are created
 * here, so that only their hashes are stored.
 */
export async function prepareMail(
  db: Db,
  queued: QueuedMail,
  publicUrl: string,
): Promise<Mail | undefined> {
  const { recipient: to } = queued;
  switch (queued.kind) {
    case 'confirm-email':
      return prepareConfirmation(db, queued, publicUrl);
    case 'reset-password':
      return prepareReset(db, queued, publicUrl);
    case 'password-changed':
      return { to, ...passwordChangedMail(`${publicUrl}${SCREENS.forgotPassword}`) };
    case 'email-changed':
      return { to, ...emailChangedMail(publicUrl) };
    case 'passkey-added':
    case 'new-device':
      return { to, ...noticeMail(queued.kind, `${publicUrl}${SCREENS.profile}`) };
    default:
      throw new Error(`There is no mail of the kind ${queued.kind}.`);
  }
}

const withToken = (publicUrl: string, screen: string, token: string) =>
  `${publicUrl}${screen}?token=${token}`;

async function prepareConfirmation(db: Db, { userId, recipient }: QueuedMail, publicUrl: string) {
  if (userId === null) return undefined;
  const token = createToken();
  const issued = await issueConfirmation(db, {
    tokenHash: hashToken(token),
    userId,
    emailKey: emailKey(recipient),
  });
  if (!issued) return undefined;
  const link = withToken(publicUrl, SCREENS.confirmEmail, token);
  const disownLink = withToken(publicUrl, SCREENS.disownAccount, token);
  return { to: recipient, ...confirmEmailMail(link, issued.canDisown ? disownLink : undefined) };
}

/** Queued for every address that was typed; whether it has an account is looked up here. */
async function prepareReset(db: Db, queued: QueuedMail, publicUrl: string) {
  const { recipient, data, attempts } = queued;
  const token = createToken();
  const user = await issueResetToken(db, {
    emailKey: emailKey(recipient),
    tokenHash: hashToken(token),
    ip: typeof data.ip === 'string' ? data.ip : null,
    isRetry: attempts > 1,
  });
  // To the stored address, not as it was typed in the request.
  if (!user?.email) return undefined;
  return {
    to: user.email,
    ...resetPasswordMail(withToken(publicUrl, SCREENS.resetPassword, token)),
  };
}
