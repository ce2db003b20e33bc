import { failure, info, type ToastMessage } from './toast-store.ts';
import { formatDay } from './utc-date.ts';

/** The toasts of visitors. Others load with what shows them: member-toasts.ts, rare-toasts.ts. */

const PAYMENT_MS = 5_000;
const USERNAME_COPIED_MS = 8_000;

type Action = NonNullable<ToastMessage['action']>;

export const openingWords = (platform: string, name: string, copied: string | undefined) =>
  `Opening ${platform} to pay ${name}.${copied ? ` ${copied} is on your clipboard.` : ''}`;

export const toasts = {
  // Copying, calling, visiting
  linkCopied: () => info('Link Copied', 'Paste it wherever you like.'),
  usernameCopied: (handle: string) => info('Username copied!', `${handle} is on your clipboard.`),
  copyFailed: () => failure('Copy Failed', 'Could not copy link to clipboard.'),
  initiatingCall: (name: string) => info('Initiating call', `Calling ${name}.`, PAYMENT_MS),
  noPhone: () => failure('No phone number', "This user hasn't shared their phone number."),
  openingWebsite: (website: string) => info('Opening website', `${website} opens in a new tab.`),
  noWebsite: () => failure('No website', "This user hasn't shared their website or social media."),
  verifiedMeaning: (since: string | null) => {
    const on = since ? ` on ${formatDay(since)}` : '';
    return info('Verified', `Checked by this site’s admin${on}. Not by PayPal or Cash App.`);
  },
  fictional: (): ToastMessage => ({
    ...info(
      'Fictional',
      'This person is made up, so that you can try the search. Don’t send money.',
    ),
    isNote: true,
  }),

  // Paying
  openingPayment: (platform: string, name: string, handle: string) =>
    info(`${platform} Payment`, `Opening ${platform} to pay ${name} (${handle}).`, PAYMENT_MS),
  openByHand: (platform: string, handle: string) =>
    info(
      'Username Copied',
      `${handle} is on your clipboard. Open ${platform} manually and paste it to pay.`,
      USERNAME_COPIED_MS,
    ),
  paymentOptions: (platform: string, description: string, action?: Action): ToastMessage => ({
    title: `${platform} Payment Options`,
    description,
    durationMs: PAYMENT_MS,
    action,
  }),
  paymentGateway: (platform: string, name: string) =>
    info(`${platform} Payment Gateway`, `Opening ${platform} to pay ${name}.`, PAYMENT_MS),
  paymentInstructions: (platform: string, handle: string, copied: string | undefined) =>
    info(
      `${platform} Instructions`,
      `Look for ${handle} in your contacts or add as a new recipient.${copied ? ' It is on your clipboard.' : ''}`,
      PAYMENT_MS,
    ),
  noHandle: () =>
    failure('Payment Error', "This user doesn't have a username set up for this payment platform."),
  openFailed: (platform: string): ToastMessage => ({
    ...failure(
      'Error Opening Payment',
      `Could not open ${platform}. Try copying the username instead.`,
    ),
    durationMs: PAYMENT_MS,
  }),

  // Sharing
  shareFailed: (action?: Action): ToastMessage => ({
    ...failure('Share Failed', 'There was a problem sharing the app. Please try again.'),
    action,
  }),
} as const;
