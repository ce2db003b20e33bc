import { followLink } from '#client/lib/open-link.ts';
import { rareToasts } from '#client/lib/rare-toasts.ts';
import { showToast } from '#client/lib/toast-store.ts';
import { toasts } from '#client/lib/toasts.ts';
import { inviteAddress, isInvitable } from './invite-address.ts';

/** Hands the invitation to the mail app and tells how it went. */
export function openInvitation(email: string): boolean {
  if (!isInvitable(email)) {
    showToast(rareToasts.invalidEmail());
    return false;
  }
  try {
    followLink(inviteAddress(email, window.location.origin));
    showToast(rareToasts.emailClientOpening());
    return true;
  } catch {
    showToast(toasts.shareFailed());
    return false;
  }
}
