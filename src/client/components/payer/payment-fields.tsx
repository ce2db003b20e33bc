import { TextField } from '#client/components/ui/field.tsx';
import {
  AMOUNT_MAX_LENGTH,
  NOTE_MAX_LENGTH,
  parseAmount,
  parseNote,
} from '#contract/payment-details.ts';
import type { TypedPayment } from './typed-payment.ts';

interface PaymentFieldsProps {
  typed: TypedPayment;
  /** Errors show once a field was left. */
  isLeft: boolean;
  isAmountOptional?: boolean;
  /** Refuses notes for another reason. */
  noteError?: string | undefined;
  /** Undefined where the form places the fields. */
  amountClassName?: string;
}

/** For a form that reads its fields with readPaymentFields(). */
export function PaymentFields({
  typed,
  isLeft,
  isAmountOptional = false,
  noteError,
  amountClassName,
}: PaymentFieldsProps) {
  const amount = parseAmount(typed.amount);
  const note = parseNote(typed.note);
  return (
    <>
      <TextField
        label="Amount"
        isOptional={isAmountOptional}
        name="amount"
        prefix="$"
        placeholder="0.00"
        inputMode="decimal"
        autoComplete="off"
        maxLength={AMOUNT_MAX_LENGTH}
        defaultValue={typed.amount}
        error={isLeft && typed.amount !== '' && !amount.ok ? amount.message : undefined}
        fieldClassName={amountClassName}
      />
      <TextField
        label="Note"
        isOptional
        name="note"
        placeholder="What’s it for?"
        autoComplete="off"
        maxLength={NOTE_MAX_LENGTH}
        defaultValue={typed.note}
        error={isLeft ? (note.ok ? noteError : note.message) : undefined}
        fieldClassName="min-w-0 flex-1"
      />
    </>
  );
}
