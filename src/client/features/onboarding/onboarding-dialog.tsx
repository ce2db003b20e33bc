import clsx from 'clsx';
import { ArrowRight, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { PlatformTile } from '#client/components/platform-tile.tsx';
import { Portrait } from '#client/components/portrait.tsx';
import { Button } from '#client/components/ui/button.tsx';
import { info, showToast } from '#client/lib/toast-store.ts';
import { completeOnboarding, dismissOnboarding } from './onboarding-flag.ts';
import { STEPS } from './steps.ts';

const FADE_MS = 300;
const TOAST_MS = 3_000;
const COMPLETED = info("You're all set!", 'Start searching for payment recipients now.', TOAST_MS);
const SKIPPED = info(
  'Onboarding skipped',
  'You can find all these tips in the Help section later.',
  TOAST_MS,
);

interface OnboardingDialogProps {
  isOpen: boolean;
  onClose: () => void;
}

/** The browser's own dialog: a first visit does without the code of ours. */
export default function OnboardingDialog({ onClose }: OnboardingDialogProps) {
  const [index, setIndex] = useState(0);
  const [isLeaving, setIsLeaving] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null);
  const next = useRef<HTMLButtonElement>(null);
  const titleId = useId();
  const textId = useId();
  useEffect(() => {
    // Not over a search that is being typed. It opens the next time the home screen does.
    const { activeElement } = document;
    if (activeElement instanceof HTMLInputElement && activeElement.value) return onClose();
    if (!dialog.current?.open) dialog.current?.showModal();
    // On a low screen the button is below the text.
    next.current?.focus({ preventScroll: true });
    // The browser would give the focus to nothing at all.
    return () => document.getElementById('main')?.focus({ preventScroll: true });
  }, [onClose]);
  const step = STEPS[index];
  const isLast = index === STEPS.length - 1;
  if (!step) return null;

  function leave(isCompleted: boolean) {
    if (isLeaving) return;
    if (isCompleted) completeOnboarding();
    else dismissOnboarding();
    setIsLeaving(true);
    setTimeout(() => {
      onClose();
      showToast(isCompleted ? COMPLETED : SKIPPED);
    }, FADE_MS);
  }

  function goBack() {
    setIndex(index - 1);
    // Back is disabled on the first step and would lose the focus.
    if (index === 1) next.current?.focus();
  }

  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      aria-describedby={textId}
      onCancel={(event) => {
        event.preventDefault();
        leave(false);
      }}
      onKeyDown={keepFocusInside}
      // A press on the backdrop keeps the focus.
      onMouseDown={(event) => event.target === event.currentTarget && event.preventDefault()}
      // Browsers may close a dialog on a second Escape without asking.
      onClose={() => leave(false)}
      className={clsx(
        'fixed inset-0 m-auto h-fit max-h-[calc(100dvh-24px)] w-[min(460px,calc(100vw-32px))] overflow-y-auto rounded-dialog border border-transparent bg-surface text-ink shadow-dialog backdrop:bg-scrim dark:border-line',
        isLeaving
          ? 'animate-fade-away backdrop:animate-fade-away'
          : 'animate-dialog-in backdrop:animate-fade-in',
      )}
    >
      <Art portrait={step.portrait} />
      <button
        type="button"
        aria-label="Close"
        onClick={() => leave(false)}
        className="absolute top-3 right-3 flex size-11 items-center justify-center rounded-button text-[#2C1125] hover:bg-[#2C1125]/10"
      >
        <X aria-hidden="true" className="size-6" />
      </button>
      <div className="p-6">
        <Progress index={index} />
        <div aria-live="polite" className="min-h-34">
          <p className="mt-4 text-small font-semibold text-muted">
            Step {index + 1} of {STEPS.length}
          </p>
          <h2 id={titleId} className="mt-1 text-h2">
            {step.title}
          </h2>
          <p id={textId} className="mt-2 text-muted">
            {step.text}
          </p>
        </div>
        <div className="mt-4 flex items-center gap-2">
          <Button variant="ghost" className="mr-auto -ml-3 px-3!" onClick={() => leave(false)}>
            {isLast ? 'Maybe Later' : 'Skip'}
          </Button>
          <Button variant="secondary" disabled={index === 0} onClick={goBack}>
            Back
          </Button>
          <Button ref={next} onClick={() => (isLast ? leave(true) : setIndex(index + 1))}>
            {isLast ? "Let's Go" : 'Next'}
            {!isLast && <ArrowRight aria-hidden="true" className="size-5" />}
          </Button>
        </div>
      </div>
    </dialog>
  );
}

/** Without this, Tab would also leave for the browser's own buttons. */
function keepFocusInside(event: KeyboardEvent<HTMLDialogElement>) {
  if (event.key !== 'Tab') return;
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button:enabled')];
  const [from, to] = event.shiftKey ? [buttons[0], buttons.at(-1)] : [buttons.at(-1), buttons[0]];
  if (document.activeElement !== from) return;
  event.preventDefault();
  to?.focus();
}

function Art({ portrait }: { portrait: (typeof STEPS)[number]['portrait'] }) {
  const tile = 'absolute size-14 md:size-16';
  return (
    <div
      aria-hidden="true"
      className="relative flex h-52 items-end justify-center overflow-hidden bg-brand md:h-58"
    >
      <PlatformTile
        platform="cashapp"
        isOnBrand
        className={clsx(tile, 'top-9 left-[7%] -rotate-6')}
      />
      <PlatformTile
        platform="paypal"
        isOnBrand
        className={clsx(tile, 'bottom-7 left-[9%] rotate-6')}
      />
      <PlatformTile
        platform="applepay"
        isOnBrand
        className={clsx(tile, 'top-16 right-[7%] rotate-6')}
      />
      <PlatformTile
        platform="venmo"
        isOnBrand
        className={clsx(tile, 'right-[10%] bottom-3 -rotate-6')}
      />
      <Portrait who={portrait} className="-mb-4 w-38 md:w-42" />
    </div>
  );
}

function Progress({ index }: { index: number }) {
  return (
    <div aria-hidden="true" className="flex gap-1.5">
      {STEPS.map((step, position) => (
        <span
          key={step.title}
          className={clsx(
            'h-1.5 rounded-full',
            position === index ? 'flex-[2.2]' : 'flex-1',
            position <= index ? 'bg-primary' : 'bg-line',
          )}
        />
      ))}
    </div>
  );
}
