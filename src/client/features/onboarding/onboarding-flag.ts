import { cameByLink, isJustRegistered } from '#client/lib/arrival.ts';
import { readFlag, removeFlag, writeFlag } from '#client/lib/local-flags.ts';

const KEY = 'onboarding-completed';
const SKIPPED_KEY = 'onboarding-skipped';

/** For browsers without storage: the same visit is not asked twice. */
let isDismissed = false;

export function shouldOnboard(): boolean {
  if (isDismissed || cameByLink || isJustRegistered(history.state)) return false;
  return readFlag(KEY) !== 'true' && readFlag(SKIPPED_KEY, 'session') !== 'true';
}

export function completeOnboarding(): void {
  isDismissed = true;
  writeFlag(KEY, 'true');
}

/** Does not store the flag, but the tour stays away until the tab closes. */
export function dismissOnboarding(): void {
  isDismissed = true;
  writeFlag(SKIPPED_KEY, 'true', 'session');
}

export function resetOnboarding(): void {
  isDismissed = false;
  removeFlag(KEY);
  removeFlag(SKIPPED_KEY, 'session');
}
