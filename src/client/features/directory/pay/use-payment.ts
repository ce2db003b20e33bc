import { useState } from 'react';
import { doubtAbout, type Paying, type Question } from '#client/components/payer/doubt.ts';
import { rememberPaid } from '#client/components/payer/paid-before.ts';
import { displayName, handleOn, type Person } from '#client/features/directory/person.ts';
import { displayHandle } from '#contract/handles.ts';
import type { PaymentDetails } from '#contract/payment-details.ts';
import type { Platform } from '#contract/platforms/registry.ts';
import { startPayment } from './start-payment.ts';

/** The one way to pay from a card: asks first where there is a doubt, and remembers what was opened. */
export function usePayment(person: Person) {
  const [question, setQuestion] = useState<Question>();
  const [opened, setOpened] = useState<Paying>();

  function open(payment: Paying) {
    setQuestion(undefined);
    const { platform, details } = payment;
    const handle = handleOn(person, platform);
    if (!startPayment({ platform, handle, name: displayName(person), details })) return;
    if (handle && !person.isContact) {
      rememberPaid(person.id, platform, displayHandle(platform, handle));
    }
    setOpened(payment);
  }

  function pay(platform: Platform, details: PaymentDetails) {
    const doubt = doubtAbout(person, platform);
    if (doubt) setQuestion({ platform, details, doubt });
    else open({ platform, details });
  }

  return {
    pay,
    question,
    opened,
    open,
    cancel: () => setQuestion(undefined),
    close: () => setOpened(undefined),
  };
}
