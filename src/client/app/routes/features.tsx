import { Link } from 'wouter';
import { FeatureCards, UsageGuide } from '#client/app/features-page/guide.tsx';
import { Questions } from '#client/app/features-page/questions.tsx';
import { PlatformTile } from '#client/components/platform-tile.tsx';
import { Portrait } from '#client/components/portrait.tsx';
import { buttonClass } from '#client/components/ui/button.tsx';
import { LatestUpdates } from '#client/features/updates/latest-updates.tsx';
import { useSession } from '#client/lib/session.ts';
import { useTitle } from '#client/lib/use-title.ts';
import { PRODUCT_NAME } from '#contract/product.ts';
import { SCREENS } from '#contract/screens.ts';

export default function Features() {
  useTitle('How It Works');
  const { user, isLoading } = useSession();
  return (
    <>
      <section data-surface="hero">
        <div className="content-width flex items-center justify-between gap-12 pt-4 pb-9 lg:pt-9 lg:pb-13">
          <div className="max-w-[580px]">
            <h1 className="text-[34px] leading-10 text-hero-heading lg:text-[52px] lg:leading-[56px] lg:tracking-[-0.03em]">
              How It Works
            </h1>
            <p className="mt-3 text-lead text-hero-muted lg:text-[20px] lg:leading-[30px]">
              {PRODUCT_NAME} is a phone book for payment names. Look someone up, see where they get
              paid, and send it there.
            </p>
            <div className="mt-6 flex flex-wrap gap-3">
              <Link href={SCREENS.home} className={buttonClass('primary')}>
                Start searching
              </Link>
              {!isLoading && !user && (
                <Link
                  href={`${SCREENS.auth}?tab=register`}
                  className={`${buttonClass('ghost')} border border-hero-ink bg-transparent text-hero-ink hover:bg-hero-hover`}
                >
                  Register
                </Link>
              )}
            </div>
          </div>
          <Art />
        </div>
      </section>
      <div className="content-width grid gap-10 py-9 lg:gap-14 lg:py-14">
        <UsageGuide />
        <FeatureCards />
        <div className="grid gap-10 lg:grid-cols-2 lg:gap-14">
          <LatestUpdates />
          <Questions />
        </div>
      </div>
    </>
  );
}

function Art() {
  const tile = 'aspect-square w-full rounded-[22%]!';
  return (
    <div aria-hidden="true" className="hidden w-[340px] shrink-0 grid-cols-3 gap-3 lg:grid">
      <Portrait who="ines" shape="arch-square" className="w-full" />
      <PlatformTile platform="cashapp" className={tile} />
      <Portrait who="jun" shape="circle" className="w-full" />
      <Portrait who="bakery" shape="tile" className="w-full" />
      <Portrait who="ruth" shape="arch-square" className="w-full" />
      <PlatformTile platform="paypal" className={tile} />
    </div>
  );
}
