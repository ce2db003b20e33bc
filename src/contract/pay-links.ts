import { parseHandle } from './handles.ts';
import { checkedDetails, type PaymentDetails } from './payment-details.ts';
import { type PayLink, queryString } from './platforms/platform.ts';
import { PLATFORM_RULES, type Platform } from './platforms/registry.ts';

/** Where to pay this handle, or undefined when there is none that can be paid to. */
export function payLink(
  platform: Platform,
  handle: string | null | undefined,
  details: PaymentDetails = {},
): PayLink | undefined {
  const parsed = parseHandle(platform, handle ?? '');
  return parsed.ok ? PLATFORM_RULES[platform].payLink(parsed, checkedDetails(details)) : undefined;
}

/** The share link of a person; with a platform it is a payment request. */
export function shareLink(
  origin: string,
  target: { username: string; platform?: Platform | undefined } & PaymentDetails,
): string {
  const { amount, note } = checkedDetails(target);
  const query = queryString({ search: target.username, platform: target.platform, amount, note });
  return `${new URL(origin).origin}/?${query}`;
}
