import { useState } from 'react';
import { Alert } from '#client/components/ui/alert.tsx';
import { Dialog } from '#client/components/ui/dialog.tsx';
import { formatAmount, pagePath } from '#contract/pages.ts';
import type { PaymentDetails } from '#contract/payment-details.ts';
import { queryString } from '#contract/platforms/platform.ts';
import type { OwnPage } from './own-page.ts';

interface RequestQrDialogProps {
  page: OwnPage;
  details: PaymentDetails | undefined;
  isOpen: boolean;
  onClose: () => void;
}

/** The code of a request. The server draws it, and refuses a note that fits in none. */
export default function RequestQrDialog(props: RequestQrDialogProps) {
  const { page, details, isOpen, onClose } = props;
  const [failed, setFailed] = useState<string>();
  if (!details) return null;
  const { amount, note } = details;
  const source = `${pagePath(page.username)}/qr.svg?${queryString({ amount, note })}`;
  const sum = formatAmount(amount ?? '');
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      placement="rise"
      title={`${page.name} asks for ${sum}`}
      description={note && <span className="wrap-anywhere">“{note}”</span>}
      isCentred
    >
      {failed === source ? (
        <Alert className="mt-4">
          This code could not be drawn. Shorten the note, or try again later.
        </Alert>
      ) : (
        <div className="mx-auto mt-4 w-full max-w-[330px] rounded-[165px_165px_32px_32px] bg-brand px-8 pt-16 pb-8">
          <img
            src={source}
            alt={`QR code that asks for ${sum}`}
            width={270}
            height={270}
            onError={() => setFailed(source)}
            className="aspect-square w-full rounded-[20px] bg-white"
          />
        </div>
      )}
      <p className="mt-4 text-center text-small text-muted">
        Point a phone camera at the code to pay this amount.
      </p>
    </Dialog>
  );
}
