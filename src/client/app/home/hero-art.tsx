import clsx from 'clsx';
import type { ReactNode } from 'react';
import { PlatformTile } from '#client/components/platform-tile.tsx';
import { Portrait, type PortraitName } from '#client/components/portrait.tsx';

/** Three columns of people and platforms that run out of the band. From 1024 px. */
export function HeroArt() {
  return (
    <div
      aria-hidden="true"
      className="absolute inset-y-0 right-6 hidden w-[300px] grid-cols-3 gap-3.5 overflow-hidden lg:grid xl:w-[400px]"
    >
      <Column className="pt-18">
        <Portrait who="amara" shape="arch-square" className="w-full" />
        <PlatformTile platform="paypal" className="aspect-square w-full rounded-[22%]!" />
        <Portrait who="theo" shape="circle" className="w-full" />
        <Portrait who="mei" shape="arch-square" className="w-full" />
      </Column>
      <Column className="pt-5">
        <PlatformTile platform="cashapp" className="aspect-square w-full rounded-[22%]!" />
        <Portrait who="ruth" shape="arch-square" className="w-full" />
        <Portrait who="bakery" shape="tile" className="w-full" />
        <Portrait who="omar" shape="arch-square" className="w-full" />
      </Column>
      <Column className="pt-25">
        <Portrait who="jun" shape="circle" className="w-full" />
        <Portrait who="leila" shape="arch-square" className="w-full" />
        <PlatformTile platform="venmo" className="aspect-square w-full rounded-[22%]!" />
        <Portrait who="ines" shape="circle" className="w-full" />
      </Column>
    </div>
  );
}

function Column({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={clsx('flex flex-col gap-3.5', className)}>{children}</div>;
}

const CROWD: PortraitName[] = [
  'mei',
  'leila',
  'ines',
  'jun',
  'amara',
  'theo',
  'ruth',
  'omar',
  'bakery',
];

/** The same people in a row along the band's lower edge, on smaller screens. */
export function HeroCrowd() {
  return (
    <div aria-hidden="true" className="flex justify-center gap-2 overflow-hidden lg:hidden">
      {CROWD.map((who) => (
        <Portrait key={who} who={who} className="aspect-square w-19 rounded-b-none! md:w-24" />
      ))}
    </div>
  );
}
