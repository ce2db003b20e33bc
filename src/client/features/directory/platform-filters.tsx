import clsx from 'clsx';
import { Users } from 'lucide-react';
import { PlatformTile } from '#client/components/platform-tile.tsx';
import {
  PLATFORM_FILTERS,
  PLATFORM_LABELS,
  type PlatformFilter,
} from '#contract/platforms/names.ts';

interface PlatformFiltersProps {
  selected: PlatformFilter | null;
  onChoose: (platform: PlatformFilter) => void;
}

export function PlatformFilters({ selected, onChoose }: PlatformFiltersProps) {
  return (
    <fieldset className="grid grid-cols-5 gap-1.5 md:flex md:flex-wrap md:gap-2">
      <legend className="sr-only">Filter by platform</legend>
      {PLATFORM_FILTERS.map((filter) => {
        const isSelected = filter === selected;
        return (
          <button
            key={filter}
            type="button"
            aria-pressed={isSelected}
            onClick={() => onChoose(filter)}
            className={clsx(
              'flex min-h-17 min-w-0 flex-col items-center justify-center gap-1.5 rounded-button py-1.5 text-[13px] leading-4 font-bold max-md:tracking-[-0.02em] transition-colors',
              'md:min-h-11 md:flex-row md:gap-2.5 md:px-3 md:text-[15px] xl:px-4',
              isSelected
                ? 'bg-hero-selected text-on-hero-selected'
                : 'bg-hero-chip text-hero-ink hover:bg-hero-hover',
            )}
          >
            {filter === 'all' ? (
              <Users aria-hidden="true" className="size-5.5" />
            ) : (
              <PlatformTile platform={filter} className="size-5.5" />
            )}
            <span className="text-center">
              {filter === 'all' ? 'All' : PLATFORM_LABELS[filter]}
            </span>
          </button>
        );
      })}
    </fieldset>
  );
}
