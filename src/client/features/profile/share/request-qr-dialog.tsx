import { QrPicture } from '#client/components/qr-picture.tsx';
import { Dialog } from '#client/components/ui/dialog.tsx';
import { pagePath } from '#contract/pages.ts';
import { formatAmount, type PaymentDetails } from '#contract/payment-details.ts';
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
  if (!details) return null;
  const { amount, note } = details;
  const sum = formatAmount(amount ?? '');
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      placement="rise"
      title={`${page.name} asks for ${sum}`}
      description={note && <span className="wrap-anywhere">“{note}”</span>}
      isCentered
    >
      <QrPicture
        src={`${pagePath(page.username)}/qr.svg?${queryString({ amount, note })}`}
        alt={`QR code that asks for ${sum}`}
        caption="Point a phone camera at the code to pay this amount."
        {...(note && { hint: 'A shorter note may help.' })}
      />
    </Dialog>
  );
}
