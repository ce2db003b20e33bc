import { checkedRequest, type PaymentDetails } from '#contract/payment-details.ts';

/**
 * The amount and note of a share link. They apply only to the person in the link, not to others on
 * the page.
 */
export function readSharedPayment(
  searchPart: string,
  username: string | null,
  isLinked = false,
): PaymentDetails {
  const parameters = new URLSearchParams(searchPart);
  const isNamed = username !== null && parameters.get('search')?.toLowerCase() === username;
  if (!isLinked && !isNamed) return {};
  return checkedRequest({
    amount: parameters.get('amount') ?? undefined,
    note: parameters.get('note') ?? undefined,
  });
}
