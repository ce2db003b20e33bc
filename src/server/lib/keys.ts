import { normalizeName } from '#contract/text.ts';

/** The form in which two addresses are compared: one mailbox, whatever the case it is written in. */
export function emailKey(email: string): string {
  return email.toLowerCase();
}

/**
 * What emails to a mailbox are counted by: many providers ignore a plus-tag and dots before the @, and
 * Gmail has two domains. Never for comparing accounts, because others do not.
 */
export function mailboxKey(email: string): string {
  const key = emailKey(email);
  const at = key.lastIndexOf('@');
  const [local = ''] = key.slice(0, at).split('+', 1);
  const domain = key.slice(at + 1);
  return `${local.replaceAll('.', '')}@${domain === 'googlemail.com' ? 'gmail.com' : domain}`;
}

/** The form in which two screen names are compared. Upper case first: ß and SS, ς and σ are one letter. */
export function screenNameKey(screenName: string): string {
  return normalizeName(screenName).toUpperCase().toLowerCase().normalize('NFKC');
}
