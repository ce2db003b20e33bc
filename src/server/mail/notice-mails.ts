import { displayHandle } from '#contract/handles.ts';
import { isPlatform, PLATFORM_LABELS } from '#contract/platforms/registry.ts';
import { PRODUCT_NAME } from '#contract/product.ts';
import { SCREENS } from '#contract/screens.ts';
import type { NoticeKind } from '#server/db/mail-queue.ts';
import type { Mail } from '#server/lib/mailer.ts';
import { originFacts } from './facts.ts';
import { render, type Template } from './render.ts';

export interface NoticeMail {
  kind: NoticeKind;
  at?: Date | undefined;
  device?: string | undefined;
  network?: string | undefined;
  /** Empty for an address that is not confirmed. */
  details: Record<string, unknown>;
  /** Undoes the change; for a new device, signs out everywhere. */
  link: string | undefined;
  forgotPasswordLink: string;
  publicUrl: string;
}

const ACCOUNT = `your ${PRODUCT_NAME} account`;

/** What happened, when and where, and one thing to do. */
export function noticeMail(notice: NoticeMail): Omit<Mail, 'to'> {
  const { subject, happened } = describe(notice);
  const { button, advice } = adviceFor(notice);
  return render({
    subject,
    paragraphs: [happened],
    facts: [...valueFacts(notice), ...originFacts(notice)],
    button,
    ending: [
      ...(isOwnDoing(notice) ? ['If this was you, you don’t need to do anything.'] : []),
      ...advice,
    ],
  });
}

const NOT_OWN = new Set<NoticeKind>(['proof-removed', 'page-suspended', 'page-restored']);
const ADDED = new Set<NoticeKind>(['handle-added', 'passkey-added']);
const isOwnDoing = (notice: NoticeMail) => !isByAdmin(notice) && !NOT_OWN.has(notice.kind);
const isByAdmin = ({ details }: NoticeMail) => details.by === 'admin';

function describe(notice: NoticeMail): { subject: string; happened: string } {
  const { kind, details } = notice;
  const handle = isPlatform(details.platform)
    ? `${PLATFORM_LABELS[details.platform]} name`
    : 'payment name';
  switch (kind) {
    case 'email-changed':
      return {
        subject: 'Your email was changed',
        happened: `The email address on ${ACCOUNT} was changed. We’ll no longer email this address.`,
      };
    case 'password-changed':
      return {
        subject: 'Your password was changed',
        happened: `The password on ${ACCOUNT} was changed, and other devices were logged out.`,
      };
    case 'handle-added':
      return {
        subject: `${/^[AEIOU]/.test(handle) ? 'An' : 'A'} ${handle} was added`,
        happened: `People who pay you through ${PRODUCT_NAME} now see this ${handle} too.`,
      };
    case 'handle-changed':
      return {
        subject: `Your ${handle} was changed`,
        happened: `People who pay you through ${PRODUCT_NAME} now see a different ${handle}.`,
      };
    case 'handle-removed':
      return {
        subject: `Your ${handle} was removed`,
        happened: `People who look for you on ${PRODUCT_NAME} no longer see this ${handle}.`,
      };
    case 'proof-removed':
      return {
        subject: `Your website no longer lists your ${handle}`,
        happened: `We read your website twice and did not find a link to your ${handle}, or could not open it. People who pay you no longer see that your website lists it. The ${handle} itself stays on your page.`,
      };
    case 'page-suspended':
      return {
        subject: 'Your page is suspended',
        happened: `Visitors no longer see your page on ${PRODUCT_NAME}, and you can’t change your payment names. Nothing is deleted.`,
      };
    case 'page-restored':
      return {
        subject: 'Your page is back',
        happened: `Visitors see your page on ${PRODUCT_NAME} again, and you can change your payment names.`,
      };
    case 'username-changed':
      return {
        subject: 'Your username was changed',
        happened: `The username on ${ACCOUNT} was changed. Links with the previous one still lead to you.`,
      };
    case 'passkey-added':
      return {
        subject: 'A passkey was added',
        happened: `A passkey was added to ${ACCOUNT}. It can be used to log in.`,
      };
    case 'new-device':
      return {
        subject: 'New login to your account',
        happened: `Someone logged in to ${ACCOUNT} on a device that we have not seen before.`,
      };
    case 'account-deleted':
      return {
        subject: 'Your account was deleted',
        happened: isByAdmin(notice)
          ? `An admin deleted ${ACCOUNT} and everything in it.`
          : `Your ${PRODUCT_NAME} account and everything in it were deleted.`,
      };
  }
}

/** An address is not repeated: the old mailbox may belong to someone else by now. */
function valueFacts({ kind, details }: NoticeMail): [string, string][] {
  if (kind === 'email-changed') return [];
  const { platform, from, to, website, reason } = details;
  const show = (value: string) => {
    if (kind === 'username-changed') return `@${value}`;
    return isPlatform(platform) ? displayHandle(platform, value) : value;
  };
  return [
    ...(typeof reason === 'string' ? [['Why', reason] as [string, string]] : []),
    ...(typeof website === 'string' ? [['Website', website] as [string, string]] : []),
    ...(typeof from === 'string' ? [['Before', show(from)] as [string, string]] : []),
    ...(typeof to === 'string' ? [['Now', show(to)] as [string, string]] : []),
  ];
}

function adviceFor(notice: NoticeMail): { button: Template['button']; advice: string[] } {
  const { kind, link, forgotPasswordLink, publicUrl } = notice;
  if (kind === 'proof-removed') {
    return {
      button: { label: 'Check my website again', link: `${publicUrl}${SCREENS.profile}` },
      advice: ['Your profile shows which links your website needs.'],
    };
  }
  if (kind === 'page-suspended' || kind === 'page-restored') {
    const profile = `${publicUrl}${SCREENS.profile}`;
    return kind === 'page-restored'
      ? { button: { label: 'Open my account', link: profile }, advice: [] }
      : {
          button: { label: 'Read why and answer', link: profile },
          advice: ['If you think that this is a mistake, log in and answer. A person reads it.'],
        };
  }
  if (link && kind === 'new-device') {
    return {
      button: { label: 'Sign out everywhere', link },
      advice: [
        'If this wasn’t you, sign out everywhere. We will then send you a link to choose a new password.',
        'The link works for 7 days and only once.',
      ],
    };
  }
  if (link) {
    return {
      button: { label: 'This wasn’t me. Undo it', link },
      advice: [
        `If this wasn’t you, undo it. That ${ADDED.has(kind) ? 'removes it' : 'restores what was there before'}, logs out every device and sends you a link to choose a new password.`,
        'The link works for 7 days and only once.',
      ],
    };
  }
  if (notice.details.isReturn === true) {
    return {
      button: undefined,
      advice: [
        'The account has its previous address again. Links in our earlier emails to this address no longer work.',
        'If this wasn’t you, or something else was changed, open the link in “Your email was changed”, which we sent to that address.',
      ],
    };
  }
  if (kind === 'password-changed') {
    const button = { label: 'This wasn’t me. Reset it again', link: forgotPasswordLink };
    return { button, advice: [] };
  }
  return {
    button: undefined,
    advice: [
      isByAdmin(notice)
        ? `If you think that this is a mistake, please contact the operator of ${publicUrl}.`
        : `If this wasn’t you, please contact the operator of ${publicUrl}.`,
    ],
  };
}
