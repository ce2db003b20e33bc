import { PRODUCT_NAME } from '#contract/product.ts';
import { copyText } from './clipboard.ts';
import { showToast } from './toast-store.ts';
import { toasts } from './toasts.ts';

export async function copyLink(url: string): Promise<void> {
  showToast((await copyText(url)) ? toasts.linkCopied() : toasts.copyFailed());
}

/** Opens the system's share sheet, or copies the link where there is none. `words` stand before the link. */
export async function shareLink(name: string, url: string, words = `Pay ${name}:`): Promise<void> {
  if (!navigator.share) return copyLink(url);
  try {
    await navigator.share({ title: `${name} · ${PRODUCT_NAME}`, text: words, url });
  } catch (error) {
    // Closing the system's sheet is a choice, not a failure.
    if (error instanceof DOMException && error.name === 'AbortError') return;
    // Safari refuses to copy this long after the press.
    showToast(toasts.shareFailed({ label: 'Copy Link', onSelect: () => void copyLink(url) }));
  }
}
