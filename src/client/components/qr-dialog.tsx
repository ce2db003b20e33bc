import clsx from 'clsx';
import { Download, Link as LinkIcon, Share2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Avatar } from '#client/components/avatar.tsx';
import { NoQrCode } from '#client/components/no-qr-code.tsx';
import { PlatformTile } from '#client/components/platform-tile.tsx';
import { Button } from '#client/components/ui/button.tsx';
import { Dialog } from '#client/components/ui/dialog.tsx';
import { Spinner } from '#client/components/ui/spinner.tsx';
import { copyLink, shareLink } from '#client/lib/clipboard.ts';
import { followLink } from '#client/lib/open-link.ts';
import type { QrCodeState } from '#client/lib/qr-code.ts';
import { displayHandle } from '#contract/handles.ts';
import { PLATFORM_LABELS, type Platform } from '#contract/platforms/registry.ts';
import type { QrType } from '#contract/qr.ts';

interface QrDialogProps {
  isOpen: boolean;
  onClose: () => void;
  type: QrType;
  platform?: Platform | undefined;
  qr: QrCodeState;
  handle?: string | null | undefined;
  name: string;
  imageUrl: string | null;
  seed: string;
  /** Shown under the buttons. */
  footer?: ReactNode;
  /** Why to check before paying. Shown first, and the code is then not highlighted. */
  caution?: ReactNode;
}

export function QrDialog(props: QrDialogProps) {
  const { isOpen, onClose, type, platform, name, caution } = props;
  const { username, code, isGenerating, retry } = props.qr;
  const title = type === 'payment' ? `Pay ${name}` : name;
  return (
    <Dialog isOpen={isOpen} onClose={onClose} placement="rise" title={title} isCentered>
      {caution && (
        <div className="mt-4 overflow-hidden rounded-button border border-danger bg-danger-soft [&>p]:m-0 [&>p]:px-5 [&>p]:py-3.5">
          {caution}
        </div>
      )}
      {platform && props.handle && (
        <p className="mt-1.5 flex flex-wrap items-center justify-center gap-x-2">
          <PlatformTile platform={platform} />
          <span className="text-muted">{PLATFORM_LABELS[platform]}</span>
          <span className="text-handle">{displayHandle(platform, props.handle)}</span>
        </p>
      )}
      <div
        className={clsx(
          'mx-auto mt-4 flex w-full max-w-[min(330px,64dvh)] flex-col items-center rounded-[165px_165px_32px_32px] px-8 pt-7 pb-7',
          caution ? 'bg-sunken text-ink' : 'bg-brand text-on-brand',
        )}
      >
        <Avatar
          name={name}
          imageUrl={props.imageUrl}
          seed={props.seed}
          className={caution ? 'ring-4 ring-line' : 'ring-4 ring-brand-hover'}
        />
        <div className="mt-4 flex aspect-square w-full max-w-[270px] items-center justify-center rounded-[20px] bg-white text-[#2C1125]">
          {code ? (
            <img
              src={code.qrCode}
              alt={`QR code of ${code.url}`}
              width={270}
              height={270}
              className="size-full rounded-[20px] [image-rendering:pixelated]"
            />
          ) : isGenerating ? (
            <Spinner label="Generating..." className="text-[#2C1125]! [&_span]:text-[#2C1125]" />
          ) : (
            <NoQrCode onRetry={retry} />
          )}
        </div>
      </div>
      {(code || isGenerating) && (
        <p className="mt-4 text-center text-small text-muted">
          Point a phone camera at the code to open this profile.
        </p>
      )}
      <QrButtons
        url={code?.url}
        image={code?.qrCode}
        fileName={`${username}_${type}_qrcode.png`}
        name={name}
      />
      {props.footer}
    </Dialog>
  );
}

interface QrButtonsProps {
  url: string | undefined;
  image: string | undefined;
  fileName: string;
  name: string;
}

function QrButtons({ url, image, fileName, name }: QrButtonsProps) {
  return (
    <div className="mt-4 grid grid-cols-2 gap-3">
      <Button variant="secondary" disabled={!url} onClick={() => url && copyLink(url)}>
        <LinkIcon aria-hidden="true" className="size-5 shrink-0" />
        Copy Link
      </Button>
      <Button
        variant="secondary"
        disabled={!image}
        onClick={() => image && followLink(image, fileName)}
      >
        <Download aria-hidden="true" className="size-5 shrink-0" />
        Download
      </Button>
      <Button disabled={!url} onClick={() => url && shareLink(name, url)} className="col-span-2">
        <Share2 aria-hidden="true" className="size-5" />
        Share
      </Button>
    </div>
  );
}
