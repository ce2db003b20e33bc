import { PRODUCT_NAME } from '#contract/product.ts';
import type { Mail } from '#server/lib/mailer.ts';
import { render } from './render.ts';

// Except for the last, these contain no user input, not even a name: anyone can type another person's address.

/** `disownLink` deletes the account; only for one that was never confirmed. */
export function confirmEmailMail(link: string, disownLink: string | undefined): Omit<Mail, 'to'> {
  return render({
    subject: 'Confirm your email',
    paragraphs: [`Please confirm that this is your email address on ${PRODUCT_NAME}.`],
    button: { label: 'Confirm your email', link },
    other: disownLink ? { label: 'I did not create this account', link: disownLink } : undefined,
    ending: [
      disownLink ? 'The links work for 7 days.' : 'The link works for 7 days.',
      disownLink
        ? `If you did not register on ${PRODUCT_NAME}, use the second link to delete the account.`
        : `If you did not change your email on ${PRODUCT_NAME}, you can ignore this email.`,
    ],
  });
}

/** Sent instead of a confirmation link if the address already has an account. */
export function emailTakenMail(loginLink: string): Omit<Mail, 'to'> {
  return render({
    subject: 'This email already has an account',
    paragraphs: [
      `Someone asked to use this address for another ${PRODUCT_NAME} account. Nothing has changed: the address stays with your account.`,
    ],
    button: { label: 'Log in', link: loginLink },
    ending: [
      'If this was you, log in with this address, or use a different one for the other account.',
      'If this wasn’t you, you can ignore this email.',
    ],
  });
}

/** Sent to the address that an undo removed from its account. */
export function emailRestoredMail(): Omit<Mail, 'to'> {
  return render({
    subject: 'Your email change was undone',
    paragraphs: [
      `The owner of the previous address undid the change of email on a ${PRODUCT_NAME} account. It no longer uses this address, and all devices were logged out.`,
    ],
    ending: [
      'If the account is yours, someone else can read the previous mailbox. Get that mailbox back, then choose a new password with “Forgot your password?”.',
    ],
  });
}

/** The subject has no code, because it shows on locked screens. */
export function handleCodeMail(code: string): Omit<Mail, 'to'> {
  return render({
    subject: 'Your code',
    paragraphs: [
      `A member of ${PRODUCT_NAME} wants to be paid at this address. If that is you, enter this code on your profile:`,
    ],
    facts: [['Code', code]],
    ending: [
      'The code works for 10 minutes.',
      `If this wasn’t you, ignore this email and don’t share this code with anyone. ${PRODUCT_NAME} never asks for it.`,
    ],
  });
}

interface ResetMailOptions {
  facts: [string, string][];
  /** The owner has undone a change or signed out everywhere. */
  isAfterUndo: boolean;
}

export function resetPasswordMail(
  link: string,
  { facts, isAfterUndo }: ResetMailOptions,
): Omit<Mail, 'to'> {
  const asked = `We received a request to reset your ${PRODUCT_NAME} password.`;
  const needed = `All devices were logged out of your ${PRODUCT_NAME} account. Choose a new password now, because someone else may know the old one.`;
  return render({
    subject: 'Reset your password',
    paragraphs: [isAfterUndo ? needed : asked],
    facts,
    button: { label: 'Choose a new password', link },
    ending: [
      'The link works for 1 hour and only once.',
      isAfterUndo
        ? 'If it has expired, use “Forgot your password?” on the login page.'
        : 'If this wasn’t you, you can ignore this email: your password stays as it is.',
    ],
  });
}

/** Sent to the operator only. The sender's address is not checked, so the email does not come from it. */
export function contactMail(email: string, message: string): Omit<Mail, 'to'> {
  return render({
    subject: 'A message from the contact form',
    paragraphs: message.split(/\n+/),
    facts: [['From', email]],
    ending: ['Anyone can type any address into the form. Reply to the address above.'],
  });
}
