import { useCallback, useRef, useState } from 'react';
import { NoQrCode } from '#client/components/no-qr-code.tsx';
import { Card } from '#client/components/ui/card.tsx';
import { pagePath } from '#contract/pages.ts';

/** The page's code, where there is room for it beside the page. */
export function OnComputer({ username }: { username: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [hasFailed, setHasFailed] = useState(false);
  // The picture may have failed before the page's code could hear of it.
  const checkPicture = useCallback((picture: HTMLImageElement | null) => {
    if (picture?.complete) picture.decode().catch(() => setHasFailed(true));
  }, []);
  function retry() {
    heading.current?.focus();
    setHasFailed(false);
  }
  return (
    <Card className="mt-6 hidden items-center gap-5 self-start p-5 lg:col-start-1 lg:row-start-3 lg:flex">
      {!hasFailed && (
        <img
          ref={checkPicture}
          src={`${pagePath(username)}/qr.svg`}
          alt={`QR code of the page of @${username}`}
          width={124}
          height={124}
          loading="lazy"
          onError={() => setHasFailed(true)}
          className="size-31 shrink-0 rounded-[14px] border border-line bg-white"
        />
      )}
      <div className="flex-1">
        <h2 ref={heading} tabIndex={-1} className="text-h3">
          On a computer?
        </h2>
        {hasFailed ? (
          <div
            role="status"
            className="mt-3 rounded-[14px] border border-line bg-white py-5 text-[#2C1125]"
          >
            <NoQrCode onRetry={retry} />
          </div>
        ) : (
          <p className="mt-1 text-small text-muted">
            Point your phone’s camera here and pay from your phone.
          </p>
        )}
      </div>
    </Card>
  );
}
