import { PRODUCT_NAME } from '#contract/product.ts';
import { escapeHtml } from '#server/lib/html.ts';
import type { Mail } from '#server/lib/mailer.ts';

interface Link {
  label: string;
  link: string;
}

/** Mails contain no user input, not even a name: anyone can register another person's address. */
interface Template {
  subject: string;
  paragraphs: string[];
  button?: Link;
  /** Below the button, and less prominent. */
  other?: Link | undefined;
  ending: string[];
}

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
        : `If you did not change your email on ${PRODUCT_NAME}, you can ignore this mail.`,
    ],
  });
}

export function resetPasswordMail(link: string): Omit<Mail, 'to'> {
  return render({
    subject: 'Reset your password',
    paragraphs: [`We received a request to reset your ${PRODUCT_NAME} password.`],
    button: { label: 'Choose a new password', link },
    ending: [
      'The link works for 1 hour and only once.',
      'If it was not you, you can ignore this mail: your password stays as it is.',
    ],
  });
}

export function passwordChangedMail(forgotPasswordLink: string): Omit<Mail, 'to'> {
  return render({
    subject: 'Your password was changed',
    paragraphs: [
      `The password of your ${PRODUCT_NAME} account was just changed, and every device was logged out.`,
    ],
    button: { label: 'That was not me: reset it again', link: forgotPasswordLink },
    ending: ['If it was you, there is nothing to do.'],
  });
}

export function emailChangedMail(publicUrl: string): Omit<Mail, 'to'> {
  return render({
    subject: 'Your email was changed',
    paragraphs: [
      `The email address of your ${PRODUCT_NAME} account was just changed. Mails no longer come here.`,
    ],
    ending: [
      'If it was you, there is nothing to do.',
      `If it was not, please contact the operator of ${publicUrl} immediately.`,
    ],
  });
}

const NOTICES = {
  'passkey-added': {
    subject: 'A passkey was added',
    sentence: `A passkey was just added to your ${PRODUCT_NAME} account.`,
  },
  'new-device': {
    subject: 'New login',
    sentence: `Somebody just logged in to your ${PRODUCT_NAME} account on a new device.`,
  },
};

export function noticeMail(kind: keyof typeof NOTICES, profileLink: string): Omit<Mail, 'to'> {
  const { subject, sentence } = NOTICES[kind];
  return render({
    subject,
    paragraphs: [sentence],
    button: { label: 'Check your account', link: profileLink },
    ending: ['If it was you, there is nothing to do.'],
  });
}

function render({ subject, paragraphs, button, other, ending }: Template): Omit<Mail, 'to'> {
  const text = [
    ...paragraphs,
    ...[button, other].flatMap((each) => (each ? [`${each.label}:\n${each.link}`] : [])),
    ...ending,
    PRODUCT_NAME,
  ].join('\n\n');
  const body = [
    ...paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`),
    ...(button
      ? [
          `<p><a href="${escapeHtml(button.link)}" style="display:inline-block;padding:12px 20px;border-radius:10px;background:#14213d;color:#ffffff;text-decoration:none">${escapeHtml(button.label)}</a></p>`,
        ]
      : []),
    ...(other ? [`<p><a href="${escapeHtml(other.link)}">${escapeHtml(other.label)}</a></p>`] : []),
    ...ending.map((line) => `<p style="color:#555555">${escapeHtml(line)}</p>`),
    `<p>${PRODUCT_NAME}</p>`,
  ].join('\n');
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="font-family:system-ui,sans-serif;font-size:16px;line-height:1.5;max-width:34em;margin:24px auto;padding:0 16px">
${body}
</body>
</html>`;
  return { subject: `${subject} - ${PRODUCT_NAME}`, text: `${text}\n`, html };
}
