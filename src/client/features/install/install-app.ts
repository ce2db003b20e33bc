import { rareToasts } from '#client/lib/rare-toasts.ts';
import { showToast } from '#client/lib/toast-store.ts';
import { guidePage, systemOf } from './guide-page.ts';
import { takeInstallPrompt } from './install-prompt.ts';

const RELEASE_GUIDE_MS = 30_000;

function showGuide(tab: Window | null): void {
  if (!tab) throw new Error('The browser blocked the new tab');
  const system = systemOf(navigator.userAgent, navigator.maxTouchPoints);
  const page = new Blob([guidePage(system, window.location.origin)], { type: 'text/html' });
  const address = URL.createObjectURL(page);
  setTimeout(() => URL.revokeObjectURL(address), RELEASE_GUIDE_MS);
  tab.location.replace(address);
}

/** The browser's own prompt where it has offered one, otherwise a guide for this system in `tab`. */
export async function installApp(tab: Window | null): Promise<void> {
  try {
    const prompt = takeInstallPrompt();
    if (prompt) {
      showToast(rareToasts.installing());
      await prompt.prompt();
      return;
    }
    showGuide(tab);
    showToast(rareToasts.installationGuide());
  } catch {
    showToast(rareToasts.installationFailed());
  }
}
