import { copyText } from '#client/lib/clipboard.ts';
import { openInNewTab } from '#client/lib/open-link.ts';
import { showToast } from '#client/lib/toast-store.ts';
import { toasts } from '#client/lib/toasts.ts';
import { displayHandle } from '#contract/handles.ts';
import { type PayLink, type PaymentDetails, payLink } from '#contract/pay-links.ts';
import { PLATFORM_LABELS, type Platform } from '#contract/platforms.ts';

const ALTERNATE_LINK_MS = 1_000;

interface Payment {
  platform: Platform;
  handle: string | null;
  /** Who is paid, for the toast. */
  name: string;
  details?: PaymentDetails;
}

/** Sends the person on to the payment service. We never touch the money. */
export function startPayment({ platform, handle, name, details }: Payment): void {
  const link = payLink(platform, handle, details);
  if (!link || !handle) {
    showToast(toasts.noHandle());
    return;
  }
  const shownHandle = displayHandle(platform, handle);
  // Copied first: once the new tab has the focus, browsers refuse the clipboard.
  if (link.copy) void copyText(link.copy);
  if (!openInNewTab(link.url)) {
    tellThatItStayedShut(platform, shownHandle);
    return;
  }
  if (platform === 'cashapp') showToast(toasts.cashAppPayment(name, shownHandle));
  if (platform === 'applepay') showToast(toasts.applePayInstructions(shownHandle));
  if (platform === 'venmo') showToast(toasts.paymentGateway(PLATFORM_LABELS.venmo, name));
  if (platform === 'paypal') offerPayPalOptions(link, name);
}

/** For Cash App the ID is copied, and the person opens the app by hand. */
function tellThatItStayedShut(platform: Platform, shownHandle: string): void {
  if (platform !== 'cashapp') {
    showToast(toasts.openFailed(PLATFORM_LABELS[platform]));
    return;
  }
  void copyText(shownHandle).then((isCopied) => {
    showToast(
      isCopied ? toasts.cashAppNotOpened(shownHandle) : toasts.openFailed(PLATFORM_LABELS.cashapp),
    );
  });
}

/** PayPal's second link follows by itself; where the browser blocks it, the toast carries it. */
function offerPayPalOptions({ alternateUrl, copy }: PayLink, name: string): void {
  const first = copy
    ? `Opening PayPal to pay ${name}. ${copy} is on your clipboard.`
    : `Opening PayPal to pay ${name}.`;
  showToast(toasts.payPalOptions(first));
  if (!alternateUrl) return;
  setTimeout(() => {
    if (openInNewTab(alternateUrl)) return;
    showToast(
      toasts.payPalOptions(`${first} If that page doesn’t work, try the other link.`, {
        label: 'Open other link',
        onSelect: () => openInNewTab(alternateUrl),
      }),
    );
  }, ALTERNATE_LINK_MS);
}
