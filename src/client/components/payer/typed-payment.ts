import type { PaymentDetails } from '#contract/payment-details.ts';

/** The texts of the fields for an amount and a note, not checked yet. */
export interface TypedPayment {
  amount: string;
  note: string;
}

export function readPaymentFields(form: HTMLFormElement): TypedPayment {
  const data = new FormData(form);
  return { amount: String(data.get('amount') ?? ''), note: String(data.get('note') ?? '') };
}

/** What was typed, without what a link filled in. */
export function typedOver(typed: TypedPayment, shared: PaymentDetails): Partial<TypedPayment> {
  return {
    ...(typed.amount !== (shared.amount ?? '') && { amount: typed.amount }),
    ...(typed.note !== (shared.note ?? '') && { note: typed.note }),
  };
}
