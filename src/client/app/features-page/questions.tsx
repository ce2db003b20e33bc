import { Minus, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Card } from '#client/components/ui/card.tsx';
import { linkClass, TextLink } from '#client/components/ui/text-link.tsx';
import { PRODUCT_NAME } from '#contract/product.ts';
import { SCREENS } from '#contract/screens.ts';

const QUESTIONS: { question: string; answer: ReactNode }[] = [
  { question: 'Is it free?', answer: `Yes. ${PRODUCT_NAME} takes no fees from anyone.` },
  {
    question: 'Do you process payments?',
    answer: 'No. We open the payment app for you; the money moves there and never through us.',
  },
  {
    question: 'Where do I add my accounts?',
    answer: (
      <>
        On <TextLink href={SCREENS.paymentAccounts}>My Payment Methods</TextLink>, once you have
        registered.
      </>
    ),
  },
  {
    question: 'What can others see?',
    answer: (
      <>
        Only public information: your name, screen name, username, picture, website, payment names,
        the day you joined, your badge, and your phone number unless you limit it. Your email only
        if you use it as a payment name, and never your password. More under{' '}
        {/* A full load: the server may lead to the operator's own. */}
        <a href={SCREENS.privacy} className={linkClass}>
          Privacy
        </a>
        .
      </>
    ),
  },
  {
    question: 'How do I change my screen name?',
    answer: (
      <>
        On <TextLink href={SCREENS.profile}>your profile</TextLink>. Visitors see the new one at
        once.
      </>
    ),
  },
];

export function Questions() {
  return (
    <section>
      <h2 className="text-h2">Questions</h2>
      <Card className="mt-6 overflow-hidden">
        {QUESTIONS.map(({ question, answer }, index) => (
          <details
            key={question}
            open={index === 0}
            className="group border-line not-first:border-t"
          >
            <summary className="flex min-h-14 list-none items-center justify-between gap-4 px-5 py-3 font-bold hover:bg-sunken focus-visible:relative focus-visible:rounded-button [&::-webkit-details-marker]:hidden">
              {question}
              <Plus aria-hidden="true" className="size-5 shrink-0 group-open:hidden" />
              <Minus aria-hidden="true" className="hidden size-5 shrink-0 group-open:block" />
            </summary>
            <p className="px-5 pb-5 text-muted">{answer}</p>
          </details>
        ))}
      </Card>
    </section>
  );
}
