import { normalizeName } from '#contract/text.ts';

/** The form in which two addresses are compared: one mailbox, whatever the case it is written in. */
export function emailKey(email: string): string {
  return email.toLowerCase();
}

/** The form in which two screen names are compared. Upper case first: ß and SS, ς and σ are one letter. */
export function screenNameKey(screenName: string): string {
  return normalizeName(screenName).toUpperCase().toLowerCase().normalize('NFKC');
}
