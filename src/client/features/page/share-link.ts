import { copyText } from '#client/lib/clipboard.ts';
import { showToast } from '#client/lib/toast-store.ts';
import { toasts } from '#client/lib/toasts.ts';
import { PRODUCT_NAME } from '#contract/product.ts';

export async function copyLink(url: string): Promise<void> {
  showToast((await copyText(url)) ? toasts.linkCopied() : toasts.copyFailed());
}

/** Opens the system's share sheet, or copies the link where there is none. */
export async function shareLink(name: string, url: string): Promise<void> {
  if (!navigator.share) return copyLink(url);
  try {
    await navigator.share({ title: `${name} · ${PRODUCT_NAME}`, url });
  } catch (error) {
    // Closing the sheet is a choice, not a failure.
    if (!(error instanceof DOMException && error.name === 'AbortError')) await copyLink(url);
  }
}
