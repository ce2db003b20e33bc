import clsx from 'clsx';
import { PencilLine } from 'lucide-react';
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { PaymentFields } from '#client/components/payer/payment-fields.tsx';
import {
  readPaymentFields,
  type TypedPayment,
  typedOver,
} from '#client/components/payer/typed-payment.ts';
import { Button, buttonClass } from '#client/components/ui/button.tsx';
import { useUnsavedWork } from '#client/lib/use-unsaved-work.ts';
import { type PersonPage, pagePath } from '#contract/pages.ts';
import { checkedDetails, formatAmount } from '#contract/payment-details.ts';
import { PageCaution, PaySlabs } from './pay-slabs.tsx';

/** What to pay and how. Every slab is a plain link; the fields are a plain form until the code has loaded. */
export function PayPanel({ page }: { page: PersonPage }) {
  const { person, request } = page;
  const [isEditing, setIsEditing] = useState(page.isEditing);
  const [typed, setTyped] = useState<TypedPayment>({
    amount: request.amount ?? '',
    note: request.note ?? '',
  });
  useUnsavedWork('page-payment', () => typedOver(typed, request));
  const isRequest = request.amount !== undefined && !isEditing;
  const details = isRequest ? request : checkedDetails(typed);
  return (
    <section
      aria-labelledby="pay"
      className="mt-5 lg:col-start-2 lg:row-span-3 lg:row-start-1 lg:mt-0 lg:self-start lg:rounded-card lg:border lg:border-line lg:bg-surface lg:p-7"
    >
      <h2 id="pay" className="text-h2 wrap-anywhere max-lg:sr-only lg:mb-4">
        Pay {person.displayName}
      </h2>
      <PageCaution page={page} />
      {person.handles.length === 0 ? (
        <p className="text-center text-muted">No payment platforms yet.</p>
      ) : isRequest ? (
        <Request page={page} onChange={() => setIsEditing(true)} />
      ) : (
        <Fields
          page={page}
          typed={typed}
          onType={setTyped}
          isFocused={isEditing && !page.isEditing}
        />
      )}
      <PaySlabs page={page} details={details} />
      {isRequest && person.handles.length > 0 && (
        <p className="mx-auto mt-5 max-w-72 text-center text-small text-muted lg:max-w-none">
          The amount and note came with the link. Check them in the app before you send.
        </p>
      )}
    </section>
  );
}

function Request({ page, onChange }: { page: PersonPage; onChange: () => void }) {
  const { person, request } = page;
  function change(event: MouseEvent) {
    event.preventDefault();
    onChange();
  }
  return (
    <div className="flex flex-col items-center rounded-card bg-brand-soft p-5 text-center">
      <h3 className="font-sans text-[18px] leading-[26px] font-normal tracking-normal wrap-anywhere">
        {person.displayName} asks for{' '}
        <strong className="block font-display text-[52px] leading-14 tracking-[-0.02em] wrap-anywhere">
          {formatAmount(request.amount ?? '')}
        </strong>
        {request.note !== undefined && (
          <>
            <span className="sr-only"> · </span>
            <span className="mt-1 block">“{request.note}”</span>
          </>
        )}
      </h3>
      <a
        href={`${pagePath(person.username, request)}&edit=1`}
        onClick={change}
        className={`${buttonClass('secondary', 'small')} mt-4 min-h-11!`}
      >
        <PencilLine aria-hidden="true" className="size-5" />
        Change
      </a>
    </div>
  );
}

interface FieldsProps {
  page: PersonPage;
  typed: TypedPayment;
  onType: (typed: TypedPayment) => void;
  /** After 'Change', which is gone. */
  isFocused: boolean;
}

function Fields({ page, typed, onType, isFocused }: FieldsProps) {
  const form = useRef<HTMLFormElement>(null);
  const [isLeft, setIsLeft] = useState(false);
  // What was typed before the code had loaded counts too.
  useEffect(() => {
    if (form.current) onType(readPaymentFields(form.current));
  }, [onType]);
  useEffect(() => {
    if (isFocused) form.current?.querySelector<HTMLElement>('[name=amount]')?.focus();
  }, [isFocused]);
  return (
    <form
      ref={form}
      method="get"
      action={pagePath(page.person.username)}
      className={clsx('pay-fields', isLeft && 'is-left')}
      onChange={(event) => onType(readPaymentFields(event.currentTarget))}
      onBlur={() => setIsLeft(true)}
      onSubmit={(event) => event.preventDefault()}
    >
      <input type="hidden" name="edit" value="1" />
      <PaymentFields typed={typed} isLeft={isLeft} isAmountOptional />
      <noscript>
        <Button type="submit" variant="secondary" className="mt-3 w-full">
          Use this amount and note
        </Button>
      </noscript>
    </form>
  );
}
