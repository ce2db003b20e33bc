import { type PaymentDetails, parseAmount, parseNote } from '#contract/payment-details.ts';

/**
 * The amount and note that a share link asks of whoever opens it. They count only for the person whom
 * the link names: nobody else on the page may be paid by them.
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
