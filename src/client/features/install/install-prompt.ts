/** Chromium's offer to install the page as an app; no other browser has it, and no type does. */
interface InstallPromptEvent extends Event {
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

let captured: InstallPromptEvent | null = null;

/** The offer comes soon after the page opens: it is kept for when somebody asks for it. */
export function captureInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    captured = event as InstallPromptEvent;
  });
}

export const hasInstallPrompt = () => captured !== null;

/** An offer can be used once. */
export function takeInstallPrompt(): InstallPromptEvent | null {
  const prompt = captured;
  captured = null;
  return prompt;
}
