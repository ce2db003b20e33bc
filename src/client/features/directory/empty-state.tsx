import { ChevronDown, ChevronUp, SearchX } from 'lucide-react';
import { useId, useState } from 'react';
import { Link } from 'wouter';
import { Portrait } from '#client/components/portrait.tsx';
import { Button, buttonClass } from '#client/components/ui/button.tsx';
import { lazyOnOpen } from '#client/components/ui/lazy-on-open.tsx';
import { share } from '#client/lib/clipboard.ts';
import type { Platform } from '#contract/platforms/registry.ts';
import { PRODUCT_NAME, TAGLINE } from '#contract/product.ts';
import { SCREENS } from '#contract/screens.ts';

const PaymentOptions = lazyOnOpen(() => import('./payment-options.tsx'));

interface EmptyStateProps {
  query: string;
  onChoosePlatform: (platform: Platform) => void;
}

export function EmptyState({ query, onChoosePlatform }: EmptyStateProps) {
  const [areOptionsShown, setAreOptionsShown] = useState(false);
  const optionsId = useId();
  const Chevron = areOptionsShown ? ChevronUp : ChevronDown;
  return (
    <section className="content-width flex flex-col items-center pt-10 text-center">
      <div aria-hidden="true" className="flex items-end gap-3">
        <Portrait who="ruth" className="w-13" />
        <span className="arch flex w-18 items-center justify-center border-2 border-dashed border-line-strong text-muted">
          <SearchX className="size-7" />
        </span>
        <Portrait who="omar" className="w-13" />
      </div>
      <h2 className="mt-5 text-h2 wrap-anywhere">No users found for "{query}"</h2>
      <p className="mt-3 max-w-[500px] text-muted">
        We couldn't find anyone matching your search. Try a different name or username, or view
        payment options below.
      </p>
      <Button
        className="mt-6"
        aria-expanded={areOptionsShown}
        aria-controls={optionsId}
        onClick={() => setAreOptionsShown(!areOptionsShown)}
      >
        View Payment Options
        <Chevron aria-hidden="true" className="size-5" />
      </Button>
      <OtherWays />
      <div id={optionsId} hidden={!areOptionsShown} className="mt-6 w-full max-w-[860px]">
        <PaymentOptions
          isOpen={areOptionsShown}
          onClose={() => setAreOptionsShown(false)}
          onChoose={onChoosePlatform}
        />
      </div>
    </section>
  );
}

/** For a person who was not found: invite them, or add them as a private contact. */
function OtherWays() {
  const invite = () => share({ title: PRODUCT_NAME, text: TAGLINE, url: window.location.origin });
  return (
    <div className="mt-3 flex flex-wrap justify-center gap-3">
      <Button variant="secondary" onClick={invite}>
        Invite them
      </Button>
      <Link href={SCREENS.addPerson} className={buttonClass('secondary')}>
        Add privately
      </Link>
    </div>
  );
}
