import { PlatformTile } from '#client/components/platform-tile.tsx';
import { Portrait } from '#client/components/portrait.tsx';
import { TAGLINE } from '#contract/product.ts';

/** Beside the forms where there is room: people and the platforms they are paid on. */
export function AuthArt() {
  return (
    <aside data-surface="hero" className="hidden flex-col justify-between overflow-hidden lg:flex">
      <div className="px-12 pt-16 xl:pl-18">
        <p className="font-display text-[44px] leading-[48px] font-bold tracking-[-0.02em] text-hero-heading">
          {TAGLINE}
        </p>
        <p className="mt-4 max-w-90 text-lead text-hero-muted">
          One page with every way to pay you. Share it as a link or a QR code.
        </p>
      </div>
      <div
        aria-hidden="true"
        className="-mb-16 grid grid-cols-[repeat(3,112px)] items-end gap-3.5 px-12 pt-12 xl:pl-18"
      >
        <div className="grid gap-3.5">
          <Portrait who="leila" className="w-full" />
          <PlatformTile platform="cashapp" isOnBrand className="size-28" />
          <Portrait who="theo" className="w-full" />
        </div>
        <div className="grid -translate-y-9 gap-3.5">
          <Portrait who="jun" shape="circle" className="w-full" />
          <Portrait who="omar" className="w-full" />
          <PlatformTile platform="paypal" isOnBrand className="size-28" />
        </div>
        <div className="grid translate-y-7 gap-3.5">
          <Portrait who="bakery" shape="tile" className="w-full" />
          <Portrait who="ruth" className="w-full" />
          <Portrait who="amara" className="w-full" />
        </div>
      </div>
    </aside>
  );
}
