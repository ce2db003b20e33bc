import { parseHandle } from '#contract/handles.ts';
import { payLink } from '#contract/pay-links.ts';
import { formatAmount, type PaymentDetails } from '#contract/payment-details.ts';
import type { HandleKind } from '#contract/platforms/platform.ts';
import type { Platform } from '#contract/platforms/registry.ts';

const KINDS: Record<HandleKind, string> = { name: 'name', email: 'email', phone: 'phone number' };

/** What the app is given of the amount and the note, and what the payer has to type there. */
export function describeHandOff(
  platform: Platform,
  handle: string,
  { amount, note }: PaymentDetails,
  canCopy: boolean,
): string | undefined {
  const link = payLink(platform, handle, { amount, note });
  const parsed = parseHandle(platform, handle);
  if (!link || !parsed.ok || (amount === undefined && note === undefined)) return undefined;
  if (link.copy !== undefined) {
    if (amount === undefined) return undefined;
    const sum = formatAmount(amount);
    const kind = KINDS[parsed.kind];
    return canCopy ? `Copies the ${kind}. Type ${sum}.` : `Type the ${kind} and ${sum} there.`;
  }
  const given = [
    payLink(platform, handle, { note })?.url !== link.url && amount !== undefined && 'amount',
    payLink(platform, handle, { amount })?.url !== link.url && note !== undefined && 'note',
  ].filter(Boolean);
  return given.length > 0 ? `Fills in the ${given.join(' and ')}.` : undefined;
}
