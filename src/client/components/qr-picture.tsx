import { useState } from 'react';
import { NoQrCode } from './no-qr-code.tsx';

interface QrPictureProps {
  src: string;
  alt: string;
  /** Below the code, as long as there is one. */
  caption: string;
  /** What may help if the server draws no code. */
  hint?: string;
}

/** A code that the server draws, in the arch of a dialog. */
export function QrPicture({ src, alt, caption, hint }: QrPictureProps) {
  const [hasFailed, setHasFailed] = useState(false);
  return (
    <>
      <div className="mx-auto mt-4 w-full max-w-[330px] rounded-[165px_165px_32px_32px] bg-brand px-8 pt-16 pb-8">
        <div className="flex aspect-square w-full items-center justify-center rounded-[20px] bg-white text-[#2C1125]">
          {hasFailed ? (
            <div role="alert">
              <NoQrCode onRetry={() => setHasFailed(false)} hint={hint} />
            </div>
          ) : (
            <img
              src={src}
              alt={alt}
              width={270}
              height={270}
              onError={() => setHasFailed(true)}
              className="size-full rounded-[20px]"
            />
          )}
        </div>
      </div>
      {!hasFailed && <p className="mt-4 text-center text-small text-muted">{caption}</p>}
    </>
  );
}
