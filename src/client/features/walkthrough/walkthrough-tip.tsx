import { X } from 'lucide-react';
import { Button } from '#client/components/ui/button.tsx';
import { closeWalkthrough, completeWalkthrough, useWalkthrough } from './walkthrough.ts';

/** The buttons go away: the focus goes on to the first card. */
const andMoveOn = (hide: () => void) => () => {
  hide();
  document.querySelector('article')?.focus();
};

/** Above somebody's first results: what the cards do, until they say that they know. */
export function WalkthroughTip() {
  const { isShown } = useWalkthrough();
  if (!isShown) return null;
  return (
    <aside
      aria-label="Tip"
      className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card bg-brand-soft p-4 md:py-2 md:pr-2 md:pl-5"
    >
      <p className="min-w-56 flex-1 md:py-2">
        Pay opens their preferred app. Tap a platform’s name to pay there instead.
      </p>
      <div className="ml-auto flex items-center">
        <Button variant="ghost" size="small" onClick={andMoveOn(completeWalkthrough)}>
          Got it
        </Button>
        <Button
          variant="ghost"
          size="icon"
          aria-label="Close tip"
          className="px-0!"
          onClick={andMoveOn(closeWalkthrough)}
        >
          <X aria-hidden="true" className="size-5" />
        </Button>
      </div>
    </aside>
  );
}
