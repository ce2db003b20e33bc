import clsx from 'clsx';
import { Copy, QrCode, Share2 } from 'lucide-react';
import { useState } from 'react';
import { PaymentFields } from '#client/components/payer/payment-fields.tsx';
import { readPaymentFields, typedOver } from '#client/components/payer/typed-payment.ts';
import { Button } from '#client/components/ui/button.tsx';
import { Card } from '#client/components/ui/card.tsx';
import { lazyOnOpen } from '#client/components/ui/lazy-on-open.tsx';
import { copyLink, shareLink } from '#client/lib/clipboard.ts';
import { useUnsavedWork } from '#client/lib/use-unsaved-work.ts';
import {
  formatAmount,
  namesAccount,
  type PaymentDetails,
  parseAmount,
  parseNote,
} from '#contract/payment-details.ts';
import { linkTo, type OwnPage, withoutScheme } from './own-page.ts';

const RequestQrDialog = lazyOnOpen(() => import('./request-qr-dialog.tsx'));

interface AskForAmountProps {
  page: OwnPage;
  className?: string;
}

/** A link and a code that ask for one sum. Nothing is stored. */
export function AskForAmount({ page, className }: AskForAmountProps) {
  const [typed, setTyped] = useState({ amount: '', note: '' });
  const [isLeft, setIsLeft] = useState(false);
  const [isQrOpen, setIsQrOpen] = useState(false);
  useUnsavedWork('ask-for-amount', () => typedOver(typed, {}));
  const amount = parseAmount(typed.amount);
  const note = parseNote(typed.note);
  const noteError = namesAccount(typed.note)
    ? 'Leave payment names and links out of the note'
    : undefined;
  const details: PaymentDetails | undefined =
    amount.ok && note.ok && !noteError
      ? { amount: amount.amount, note: note.note || undefined }
      : undefined;
  const url = linkTo(page, details);
  const sentence = details && askingSentence(page.name, details);

  return (
    <Card className={clsx('p-5 md:p-7', className)}>
      <h2 className="text-h3">Ask for an amount</h2>
      <p className="mt-1 text-muted">Make a link for one bill or one price.</p>
      <form
        className="mt-4 flex flex-wrap items-start gap-3"
        onChange={(event) => setTyped(readPaymentFields(event.currentTarget))}
        onBlur={() => setIsLeft(true)}
        onSubmit={(event) => event.preventDefault()}
      >
        <PaymentFields
          typed={typed}
          isLeft={isLeft}
          noteError={noteError}
          amountClassName="w-33 lg:w-40"
        />
      </form>
      <div aria-live="polite" className="mt-4 rounded-button bg-sunken px-4 py-3 wrap-anywhere">
        <p className="text-small text-muted">They see</p>
        <p className="font-bold">
          {sentence ??
            (amount.ok
              ? 'Your page. Change the note to ask for it.'
              : 'Your page. Enter an amount to ask for it.')}
        </p>
        <p className="mt-1 text-small font-semibold text-muted">{withoutScheme(url)}</p>
      </div>
      <div className="mt-4 grid grid-cols-2 gap-3 md:flex md:flex-wrap">
        <Button
          className="max-md:col-span-2"
          disabled={!details}
          aria-label="Copy Link with the amount"
          onClick={() => copyLink(url)}
        >
          <Copy aria-hidden="true" className="size-5" />
          Copy Link
        </Button>
        <Button
          variant="secondary"
          disabled={!details}
          aria-label="Share the link with the amount"
          onClick={() => shareLink(page.name, url, `${sentence}:`)}
        >
          <Share2 aria-hidden="true" className="size-5" />
          Share
        </Button>
        <Button variant="secondary" disabled={!details} onClick={() => setIsQrOpen(true)}>
          <QrCode aria-hidden="true" className="size-5" />
          QR code
        </Button>
      </div>
      <RequestQrDialog
        page={page}
        details={details}
        isOpen={isQrOpen}
        onClose={() => setIsQrOpen(false)}
      />
    </Card>
  );
}

function askingSentence(name: string, { amount = '', note }: PaymentDetails): string {
  return `${name} asks for ${formatAmount(amount)}${note === undefined ? '' : ` · “${note}”`}`;
}
