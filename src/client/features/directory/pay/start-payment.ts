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
  // Asked for first: once the new tab has the focus, browsers refuse the clipboard.
  const copying = link.copy ? copyText(link.copy) : Promise.resolve(false);
  if (!openInNewTab(link.url)) {
    tellThatItStayedShut(platform, shownHandle);
    return;
  }
  if (platform === 'cashapp') showToast(toasts.cashAppPayment(name, shownHandle));
  if (platform === 'venmo') showToast(toasts.paymentGateway(PLATFORM_LABELS.venmo, name));
  if (platform === 'paypal') void offerPayPalOptions(link, name, copying);
  if (platform === 'applepay') {
    void copying.then((isCopied) => showToast(toasts.applePayInstructions(shownHandle, isCopied)));
  }
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
async function offerPayPalOptions(
  { alternateUrl, copy }: PayLink,
  name: string,
  copying: Promise<boolean>,
): Promise<void> {
  const pause = new Promise((resolve) => setTimeout(resolve, ALTERNATE_LINK_MS));
  const clipboard = (await copying) ? ` ${copy} is on your clipboard.` : '';
  const words = `Opening PayPal to pay ${name}.${clipboard}`;
  showToast(toasts.payPalOptions(words));
  await pause;
  if (!alternateUrl || openInNewTab(alternateUrl)) return;
  showToast(
    toasts.payPalOptions(`${words} If that page doesn’t work, try the other link.`, {
      label: 'Open other link',
      onSelect: () => openInNewTab(alternateUrl),
    }),
  );
}
