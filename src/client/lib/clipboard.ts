import { PRODUCT_NAME } from '#contract/product.ts';
import { showToast } from './toast-store.ts';
import { toasts } from './toasts.ts';

/** Copies without the Clipboard API, which browsers offer on https and localhost only. */
function copyThroughSelection(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  field.style.position = 'fixed';
  field.style.opacity = '0';
  // Inside an open dialog, so that its focus trap does not take the selection away.
  const host = document.querySelector('[role="dialog"]') ?? document.body;
  const focused = document.activeElement;
  host.append(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return isCopied;
}

export async function copyText(text: string): Promise<boolean> {
  try {
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(text);
      return true;
    }
    return copyThroughSelection(text);
  } catch {
    return false;
  }
}

export async function copyLink(url: string): Promise<void> {
  showToast((await copyText(url)) ? toasts.linkCopied() : toasts.copyFailed());
}

/** Closing the system's share sheet is a choice, not a failure. */
export const isShareClosed = (error: unknown) =>
  error instanceof DOMException && error.name === 'AbortError';

/** Opens the system's share sheet, or copies the link where there is none. */
export async function share(data: ShareData & { url: string }): Promise<void> {
  if (!navigator.share) return copyLink(data.url);
  try {
    await navigator.share(data);
  } catch (error) {
    if (isShareClosed(error)) return;
    // Safari refuses to copy this long after the press.
    showToast(toasts.shareFailed({ label: 'Copy Link', onSelect: () => void copyLink(data.url) }));
  }
}

/** Shares a member's page. `words` stand before the link. */
export const shareLink = (name: string, url: string, words = `Pay ${name}:`) =>
  share({ title: `${name} · ${PRODUCT_NAME}`, text: words, url });
