import type { ComponentProps } from 'react';
import { PLATFORMS, type Platform } from '#contract/platforms/registry.ts';
import { HandleField } from './handle-field.tsx';

type HandleFieldProps = ComponentProps<typeof HandleField>;

interface HandleFieldListProps extends Pick<HandleFieldProps, 'isOptional'> {
  field: (platform: Platform) => Omit<HandleFieldProps, 'platform' | 'typed'>;
  typed: Partial<Record<Platform, string | null>>;
}

/** One field for each platform. */
export function HandleFieldList({ field, typed, isOptional }: HandleFieldListProps) {
  return PLATFORMS.map((platform) => (
    <HandleField
      key={platform}
      {...field(platform)}
      platform={platform}
      isOptional={isOptional}
      typed={typed[platform] ?? ''}
    />
  ));
}
