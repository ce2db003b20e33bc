import { ChevronDown, ChevronRight, ChevronUp, SearchX } from 'lucide-react';
import { useId, useState } from 'react';
import { Link } from 'wouter';
import { PlatformTile } from '#client/components/platform-tile.tsx';
import { Portrait } from '#client/components/portrait.tsx';
import { Button, buttonClass } from '#client/components/ui/button.tsx';
import { copyText } from '#client/lib/clipboard.ts';
import { showToast } from '#client/lib/toast-store.ts';
import { toasts } from '#client/lib/toasts.ts';
import {
  PLATFORM_LABELS,
  PLATFORM_RULES,
  PLATFORMS,
  type Platform,
} from '#contract/platforms/registry.ts';
import { PRODUCT_NAME, TAGLINE } from '#contract/product.ts';
import { SCREENS } from '#contract/screens.ts';

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
        <ul className="grid grid-cols-2 gap-3 md:gap-4">
          {PLATFORMS.map((platform) => (
            <li key={platform} className="grid">
              <PlatformCard platform={platform} onChoose={() => onChoosePlatform(platform)} />
            </li>
          ))}
        </ul>
        <p className="mt-6 text-small text-muted">
          Click any platform to see existing users. You can also register your own payment details
          soon.
        </p>
      </div>
    </section>
  );
}

/** For a person who is not here: bring them, or note their payment name for oneself. */
function OtherWays() {
  async function invite() {
    const url = window.location.origin;
    if (!navigator.share) {
      showToast((await copyText(url)) ? toasts.linkCopied() : toasts.copyFailed());
      return;
    }
    try {
      await navigator.share({ title: PRODUCT_NAME, text: TAGLINE, url });
    } catch (error) {
      const isClosed = error instanceof DOMException && error.name === 'AbortError';
      if (!isClosed) showToast(toasts.shareFailed());
    }
  }
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

function PlatformCard({ platform, onChoose }: { platform: Platform; onChoose: () => void }) {
  return (
    <button
      type="button"
      onClick={onChoose}
      className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4 text-left shadow-card hover:bg-sunken md:flex-row md:items-center md:gap-4 md:p-5"
    >
      <PlatformTile platform={platform} className="size-11 md:size-14" />
      <span className="flex-1">
        <span className="block font-display text-h3 font-bold">{PLATFORM_LABELS[platform]}</span>
        {PLATFORM_RULES[platform].merits.map((merit) => (
          <span key={merit} className="block text-small text-muted">
            {merit}
          </span>
        ))}
      </span>
      <ChevronRight aria-hidden="true" className="hidden size-5 md:block" />
    </button>
  );
}
