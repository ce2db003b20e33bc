import type { PayLink } from '#contract/platforms/platform.ts';
import { PLATFORM_RULES, type Platform } from '#contract/platforms/registry.ts';
import { copyText } from './clipboard.ts';
import { showToast } from './toast-store.ts';
import { openingWords, toasts } from './toasts.ts';

/** Hands a mailto: or tel: address to the system, or saves a file, without leaving the page. */
export function followLink(href: string, download?: string): void {
  const anchor = document.createElement('a');
  anchor.href = href;
  if (download !== undefined) anchor.download = download;
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
}

/**
 * Opens an address in a new tab and says whether the browser let us. The 'noopener' feature would
 * always answer null, so a blocked window could not be told from an opened one: the link back is
 * cut afterwards instead.
 */
export function openInNewTab(url: string): boolean {
  try {
    const opened = window.open(url, '_blank');
    if (!opened) return false;
    opened.opener = null;
    return true;
  } catch {
    // Some in-app browsers throw instead.
    return false;
  }
}

/** What was copied, where the payer has to paste it. */
export async function copyFor({ copy }: PayLink): Promise<string | undefined> {
  return copy !== undefined && (await copyText(copy)) ? copy : undefined;
}

/** The payment app opened: what to do there. `copied` is what the payer can paste. */
export function showOpened(
  platform: Platform,
  name: string,
  shownHandle: string,
  copied: string | undefined,
): void {
  const { label, handOff } = PLATFORM_RULES[platform];
  const opened = {
    gateway: toasts.paymentGateway(label, name),
    payment: toasts.openingPayment(label, name, shownHandle),
    options: toasts.paymentOptions(label, openingWords(label, name, copied)),
    instructions: toasts.paymentInstructions(label, shownHandle, copied),
  };
  showToast(opened[handOff]);
}

/** The payment app did not open: what the payer can do instead. */
export async function showOpenFailed(platform: Platform, shownHandle: string): Promise<void> {
  const { label, isCopiedOnFailure } = PLATFORM_RULES[platform];
  const isCopied = isCopiedOnFailure && (await copyText(shownHandle));
  showToast(isCopied ? toasts.openByHand(label, shownHandle) : toasts.openFailed(label));
}
