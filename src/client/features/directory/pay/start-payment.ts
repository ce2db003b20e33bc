import { copyText } from '#client/lib/clipboard.ts';
import { openInNewTab, showOpenFailed } from '#client/lib/open-link.ts';
import { showToast } from '#client/lib/toast-store.ts';
import { openingWords, toasts } from '#client/lib/toasts.ts';
import { displayHandle } from '#contract/handles.ts';
import { payLink } from '#contract/pay-links.ts';
import type { PaymentDetails } from '#contract/payment-details.ts';
import type { PayLink } from '#contract/platforms/platform.ts';
import { PLATFORM_RULES, type Platform } from '#contract/platforms/registry.ts';

const ALTERNATE_LINK_MS = 1_000;

interface Payment {
  platform: Platform;
  handle: string | null;
  /** Who is paid, for the toast. */
  name: string;
  details?: PaymentDetails;
}

/** Sends the person on to the payment service, and says whether it opened. We never touch the money. */
export function startPayment({ platform, handle, name, details }: Payment): boolean {
  const link = payLink(platform, handle, details);
  if (!link || !handle) {
    showToast(toasts.noHandle());
    return false;
  }
  const shownHandle = displayHandle(platform, handle);
  // Before the new tab has the focus: after that browsers refuse the clipboard.
  const copying = link.copy ? copyText(link.copy) : Promise.resolve(false);
  if (!openInNewTab(link.url)) {
    void showOpenFailed(platform, shownHandle);
    return false;
  }
  const { label, handOff } = PLATFORM_RULES[platform];
  switch (handOff) {
    case 'gateway':
      showToast(toasts.paymentGateway(label, name));
      break;
    case 'payment':
      showToast(toasts.openingPayment(label, name, shownHandle));
      break;
    case 'options':
      void offerOtherLink(label, link, name, copying);
      break;
    case 'instructions':
      void copying.then((isCopied) =>
        showToast(toasts.paymentInstructions(label, shownHandle, isCopied)),
      );
  }
  return true;
}

/** The second link opens by itself; where the browser blocks it, the toast has it. */
async function offerOtherLink(
  label: string,
  { alternateUrl, copy }: PayLink,
  name: string,
  copying: Promise<boolean>,
): Promise<void> {
  const pause = new Promise((resolve) => setTimeout(resolve, ALTERNATE_LINK_MS));
  const words = openingWords(label, name, (await copying) ? copy : undefined);
  showToast(toasts.paymentOptions(label, words));
  await pause;
  if (!alternateUrl || openInNewTab(alternateUrl)) return;
  showToast(
    toasts.paymentOptions(label, `${words} If that page doesn’t work, try the other link.`, {
      label: 'Open other link',
      onSelect: () => openInNewTab(alternateUrl),
    }),
  );
}
