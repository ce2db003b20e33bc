import { type PaymentDetails, parseAmount, parseNote } from '#contract/payment-details.ts';

/**
 * The amount and note of a share link. They apply only to the person in the link, not to others on
 * the page.
 */
export function readSharedPayment(searchPart: string, username: string | null): PaymentDetails {
  const parameters = new URLSearchParams(searchPart);
  if (username === null || parameters.get('search')?.toLowerCase() !== username) return {};
  const amount = parseAmount(parameters.get('amount') ?? '');
  const note = parseNote(parameters.get('note') ?? '');
  return {
    amount: amount.ok ? amount.amount : undefined,
    note: note.ok && note.note !== '' ? note.note : undefined,
  };
}
