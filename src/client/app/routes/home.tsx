import clsx from 'clsx';
import { lazy, Suspense, useCallback, useState } from 'react';
import { DefaultBlock } from '#client/app/home/default-block.tsx';
import { HeroActions } from '#client/app/home/hero-actions.tsx';
import { HeroArt, HeroCrowd } from '#client/app/home/hero-art.tsx';
import { isDesktopBrowser } from '#client/app/home/is-desktop-browser.ts';
import { LiveSlot } from '#client/app/live/live-slot.tsx';
import { lazyOnOpen } from '#client/components/ui/lazy-on-open.tsx';
import { ScreenSpinner } from '#client/components/ui/spinner.tsx';
import { TextLink } from '#client/components/ui/text-link.tsx';
import { PlatformFilters } from '#client/features/directory/platform-filters.tsx';
import { hasSearched, searchAddress } from '#client/features/directory/search-address.ts';
import { SearchBox } from '#client/features/directory/search-box.tsx';
import { useSearchAddress } from '#client/features/directory/use-search-address.ts';
import { InviteCard } from '#client/features/invite/invite-card.tsx';
import { Onboarding } from '#client/features/onboarding/onboarding.tsx';
import { PAID_HANDLES, readFlag } from '#client/lib/local-flags.ts';
import { useBrowserValue } from '#client/lib/use-browser-value.ts';
import { useTitle } from '#client/lib/use-title.ts';
import { TAGLINE } from '#contract/product.ts';
import { SCREENS } from '#contract/screens.ts';

const loadResults = () => import('#client/app/home/search-results.tsx');
const SearchResults = lazy(loadResults);
const RecentPayments = lazyOnOpen(() => import('#client/features/directory/recent-payments.tsx'), {
  isSilent: true,
});
// A failure shows when the results are needed.
const prepareResults = () => void loadResults().catch(() => undefined);

export default function Home() {
  const address = useSearchAddress();
  const { search } = address;
  const isDesktop = useBrowserValue(isDesktopBrowser, false);
  const here = searchAddress(search);
  const [emptyAddress, setEmptyAddress] = useState<string>();
  const onEmpty = useCallback(() => setEmptyAddress(here), [here]);
  // The results area shows once there is a query, or unless a platform alone found nobody.
  const isSearch = hasSearched(search) && emptyAddress !== here;
  useTitle(search.query ? `“${search.query}”` : undefined);

  return (
    <>
      {/* The cards' code is on its way before the first letter is typed or a filter pressed. */}
      <section
        data-surface="hero"
        className="relative overflow-x-clip"
        onFocusCapture={prepareResults}
        onPointerOver={prepareResults}
      >
        <div
          className={clsx('content-width relative', isSearch ? 'pt-1 pb-4 lg:pb-6' : 'lg:pb-21')}
        >
          {!isSearch && <HeroArt />}
          <div className={clsx(!isSearch && 'lg:mr-[340px] xl:mr-0 xl:max-w-[664px]')}>
            <Intro isHidden={isSearch} />
            {/* One place in the tree in both layouts: the box keeps its focus while results come. */}
            <div
              className={clsx(
                'flex flex-col gap-3',
                isSearch && 'lg:flex-row lg:items-center lg:gap-4',
                !isSearch && 'lg:gap-3.5',
              )}
            >
              <SearchBox
                text={address.text}
                onType={address.type}
                onSubmit={address.submit}
                onClear={address.clear}
              />
              <PlatformFilters
                selected={search.platform ?? (isSearch ? 'all' : null)}
                onChoose={address.choosePlatform}
              />
            </div>
            {!isSearch && <HeroActions />}
          </div>
        </div>
        {!isSearch && <HeroCrowd />}
      </section>
      {!isSearch && <LiveSlot />}
      {!isSearch && <RecentPayments isOpen={readFlag(PAID_HANDLES) !== null} />}
      {isSearch ? (
        <Suspense fallback={<ScreenSpinner label="Searching..." />}>
          <SearchResults
            search={search}
            onChoosePlatform={address.showEverybodyOn}
            onEmpty={onEmpty}
          />
        </Suspense>
      ) : (
        <DefaultBlock />
      )}
      <div className="content-width pt-8 pb-8">
        <InviteCard />
        {isDesktop && (
          <p className="mt-6 hidden text-center md:block">
            <TextLink href={SCREENS.desktopRedirect}>Fix Desktop View</TextLink>
          </p>
        )}
      </div>
      <Onboarding />
    </>
  );
}

function Intro({ isHidden }: { isHidden: boolean }) {
  return (
    <div className={isHidden ? 'sr-only' : 'pt-3 pb-5 lg:pt-8 lg:pb-7'}>
      <h1 className="text-display text-hero-heading lg:max-w-[560px]">{TAGLINE}</h1>
      <p className="mt-2.5 text-lead text-hero-muted lg:mt-4 lg:max-w-[540px] lg:text-[20px] lg:leading-[30px]">
        Look up a person or business, see which apps they accept, and pay them there.
      </p>
    </div>
  );
}
