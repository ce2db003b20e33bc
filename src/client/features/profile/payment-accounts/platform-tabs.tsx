import { PlatformTile } from '#client/components/platform-tile.tsx';
import { UnderlineTab } from '#client/components/ui/tabs.tsx';
import { PLATFORM_LABELS, type Platform } from '#contract/platforms/registry.ts';

export function PlatformTabs({ platforms }: { platforms: readonly Platform[] }) {
  return platforms.map((platform) => (
    <UnderlineTab key={platform} value={platform} icon={<PlatformTile platform={platform} />}>
      {PLATFORM_LABELS[platform]}
    </UnderlineTab>
  ));
}
