import { copyFor, openInNewTab, showOpened, showOpenFailed } from '#client/lib/open-link.ts';
import { showToast } from '#client/lib/toast-store.ts';
import { openingWords, toasts } from '#client/lib/toasts.ts';
import { displayHandle } from '#contract/handles.ts';
import { payLink } from '#contract/pay-links.ts';
import type { PaymentDetails } from '#contract/payment-details.ts';
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
  const copying = copyFor(link);
  if (!openInNewTab(link.url)) {
    void showOpenFailed(platform, shownHandle);
    return false;
  }
  void copying.then((copied) => {
    showOpened(platform, name, shownHandle, copied);
    const { label } = PLATFORM_RULES[platform];
    if (link.alternateUrl) {
      void offerOtherLink(label, link.alternateUrl, openingWords(label, name, copied));
    }
  });
  return true;
}

/** The second link opens by itself; where the browser blocks it, the toast has it. */
async function offerOtherLink(label: string, url: string, words: string): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ALTERNATE_LINK_MS));
  if (openInNewTab(url)) return;
  showToast(
    toasts.paymentOptions(label, `${words} If that page doesn’t work, try the other link.`, {
      label: 'Open other link',
      onSelect: () => openInNewTab(url),
    }),
  );
}
