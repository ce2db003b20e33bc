import { Link as LinkIcon, Printer, Share2 } from 'lucide-react';
import { QrPicture } from '#client/components/qr-picture.tsx';
import { Button, buttonClass } from '#client/components/ui/button.tsx';
import { Dialog } from '#client/components/ui/dialog.tsx';
import { copyLink, shareLink } from '#client/lib/clipboard.ts';
import { type PersonPage, pagePath } from '#contract/pages.ts';

interface PageQrDialogProps {
  page: PersonPage;
  isOpen: boolean;
  onClose: () => void;
}

export default function PageQrDialog({ page, isOpen, onClose }: PageQrDialogProps) {
  const { person, url } = page;
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      placement="rise"
      title={`Pay ${person.displayName}`}
      isCentered
    >
      <QrPicture
        src={`${pagePath(person.username)}/qr.svg`}
        alt={`QR code of ${url}`}
        caption="Point a phone camera at the code to open this page."
      />
      <div className="mt-4 grid grid-cols-2 gap-3">
        <Button variant="secondary" onClick={() => copyLink(url)}>
          <LinkIcon aria-hidden="true" className="size-5" />
          Copy Link
        </Button>
        <a href={`${pagePath(person.username)}/sign`} className={buttonClass('secondary')}>
          <Printer aria-hidden="true" className="size-5" />
          Print a sign
        </a>
        <Button onClick={() => shareLink(person.displayName, url)} className="col-span-2">
          <Share2 aria-hidden="true" className="size-5" />
          Share
        </Button>
      </div>
    </Dialog>
  );
}
