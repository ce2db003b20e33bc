import clsx from 'clsx';
import amara from '#client/assets/portraits/amara.svg';
import bakery from '#client/assets/portraits/bakery.svg';
import ines from '#client/assets/portraits/ines.svg';
import jun from '#client/assets/portraits/jun.svg';
import leila from '#client/assets/portraits/leila.svg';
import mei from '#client/assets/portraits/mei.svg';
import omar from '#client/assets/portraits/omar.svg';
import ruth from '#client/assets/portraits/ruth.svg';
import theo from '#client/assets/portraits/theo.svg';

const PICTURES = { amara, bakery, ines, jun, leila, mei, omar, ruth, theo } as const;

export type PortraitName = keyof typeof PICTURES;

interface PortraitProps {
  who: PortraitName;
  shape?: 'arch' | 'arch-square' | 'circle' | 'tile';
  className?: string;
}

/** Drawn people and shops: decoration, never information. */
export function Portrait({ who, shape = 'arch', className }: PortraitProps) {
  return (
    <img
      src={PICTURES[who]}
      alt=""
      width={120}
      height={120}
      decoding="async"
      loading="lazy"
      className={clsx(
        'shrink-0 object-cover',
        shape === 'arch' && 'arch',
        shape === 'arch-square' && 'arch-square',
        shape === 'circle' && 'aspect-square rounded-full',
        shape === 'tile' && 'aspect-square rounded-[22%]',
        className,
      )}
    />
  );
}
