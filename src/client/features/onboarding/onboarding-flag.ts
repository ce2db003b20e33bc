import { cameByLink } from '#client/lib/arrival.ts';
import { readFlag, removeFlag, writeFlag } from '#client/lib/local-flags.ts';

const KEY = 'onboarding-completed';

/** Dismissing does not store the flag, but the same visit is not asked twice. */
let isDismissed = false;

export function shouldOnboard(): boolean {
  return !isDismissed && !cameByLink && readFlag(KEY) !== 'true';
}

export function completeOnboarding(): void {
  isDismissed = true;
  writeFlag(KEY, 'true');
}

export function dismissOnboarding(): void {
  isDismissed = true;
}

export function resetOnboarding(): void {
  isDismissed = false;
  removeFlag(KEY);
}
