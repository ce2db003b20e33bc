import { Eraser, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#client/components/ui/button.tsx';
import { TextLink } from '#client/components/ui/text-link.tsx';
import { SiteQrCode } from '#client/features/desktop-view/site-qr-code.tsx';
import { resetOnboarding } from '#client/features/onboarding/onboarding-flag.ts';
import { resetWalkthrough } from '#client/features/walkthrough/walkthrough.ts';
import { useTitle } from '#client/lib/use-title.ts';
import { PRODUCT_NAME } from '#contract/product.ts';
import { SCREENS } from '#contract/screens.ts';

const PHONE_WINDOW = 'popup,width=390,height=844';

export default function DesktopRedirect() {
  useTitle('Fix Desktop View');
  const [note, setNote] = useState('');

  function openPhoneWindow() {
    const opened = window.open(SCREENS.home, 'phone-view', PHONE_WINDOW);
    setNote(
      opened
        ? 'The phone-sized window is open.'
        : 'Your browser blocked the window. Allow pop-ups and try again.',
    );
  }

  function resetDisplay() {
    resetOnboarding();
    resetWalkthrough();
    setNote('Done. The welcome tour and the tips will show again on the home screen.');
  }

  return (
    <div className="content-width grid items-center gap-10 py-9 lg:grid-cols-[minmax(0,1fr)_360px] lg:gap-18 lg:py-16">
      <div>
        <h1 className="text-h1">Fix Desktop View</h1>
        <p className="mt-3 max-w-[600px] text-lead text-muted">
          {PRODUCT_NAME} is made for phones. If it looks wrong on this screen, continue on your
          phone, open a phone-sized window, or start over with a clean display.
        </p>
        <div className="mt-6 flex flex-wrap gap-3">
          <Button onClick={openPhoneWindow}>
            <Smartphone aria-hidden="true" className="size-5" />
            Open phone-sized window
          </Button>
          <Button variant="secondary" onClick={resetDisplay}>
            <Eraser aria-hidden="true" className="size-5" />
            Reset display
          </Button>
        </div>
        <p role="status" className="mt-4 min-h-6 font-semibold">
          {note}
        </p>
        <p className="mt-1.5">
          <TextLink href={SCREENS.home} isStandalone>
            Back to the home screen
          </TextLink>
        </p>
      </div>
      <figure className="mx-auto w-full max-w-[330px]">
        <div className="rounded-[165px_165px_32px_32px] bg-brand px-10 pt-22 pb-9">
          <div className="aspect-square">
            <SiteQrCode address={window.location.origin} />
          </div>
        </div>
        <figcaption className="mt-3 text-center text-small text-muted">
          Point your phone’s camera here to continue there.
        </figcaption>
      </figure>
    </div>
  );
}
