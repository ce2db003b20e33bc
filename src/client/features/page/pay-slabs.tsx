import CautionNote from '#client/components/payer/caution-note.tsx';
import type { Payee } from '#client/components/payer/payee.ts';
import { lazyOnOpen } from '#client/components/ui/lazy-on-open.tsx';
import type { PersonPage } from '#contract/pages.ts';
import type { PaymentDetails } from '#contract/payment-details.ts';
import { PaySlab } from './pay-slab.tsx';
import { usePagePayment } from './use-page-payment.ts';

const AskFirstDialog = lazyOnOpen(() => import('#client/components/payer/ask-first-dialog.tsx'));

interface PaySlabsProps {
  page: PersonPage;
  details: PaymentDetails;
}

/** One link a platform. Those about which there is a doubt say so, and ask before they open. */
export function PaySlabs({ page, details }: PaySlabsProps) {
  const { person, asOf } = page;
  const payee: Payee = { ...person, screenName: person.displayName, isContact: false };
  const payment = usePagePayment(payee);
  return (
    <ul className="waits-for-doubt mt-4 grid gap-3">
      {person.handles.map((account) => {
        const { platform } = account;
        const doubt = payment.doubtOn(platform);
        const isNoted = doubt?.of === undefined && Boolean(doubt?.since || doubt?.old);
        return (
          <li
            key={platform}
            className={
              isNoted ? 'rounded-card border border-danger bg-danger-soft p-3.5' : undefined
            }
          >
            <CautionNote
              isOpen={isNoted}
              person={payee}
              platform={platform}
              doubt={doubt}
              now={asOf}
            />
            <PaySlab
              account={account}
              details={details}
              canCopy={payment.isRunning}
              isDoubtful={doubt !== undefined}
              onClick={(event) => {
                if (!doubt) return payment.follow({ platform, details });
                event.preventDefault();
                payment.setQuestion({ platform, details, doubt });
              }}
            />
          </li>
        );
      })}
      <AskFirstDialog
        isOpen={payment.question !== undefined}
        onClose={() => payment.setQuestion(undefined)}
        person={payee}
        question={payment.question}
        onPay={payment.open}
      />
    </ul>
  );
}

/** A page that looks like somebody else's, or that several people reported. */
export function PageCaution({ page }: { page: PersonPage }) {
  const { person, asOf } = page;
  const kind = person.caution?.kind;
  if (kind !== 'lookalike' && kind !== 'reported') return null;
  const payee: Payee = { ...person, screenName: person.displayName, isContact: false };
  return (
    <div className="mb-4 overflow-hidden rounded-card border border-danger">
      <CautionNote isOpen person={payee} now={asOf} />
    </div>
  );
}
