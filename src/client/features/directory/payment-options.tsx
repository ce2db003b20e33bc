import { ChevronRight } from 'lucide-react';
import { PlatformTile } from '#client/components/platform-tile.tsx';
import {
  PLATFORM_LABELS,
  PLATFORM_RULES,
  PLATFORMS,
  type Platform,
} from '#contract/platforms/registry.ts';

interface PaymentOptionsProps {
  isOpen: boolean;
  onClose: () => void;
  onChoose: (platform: Platform) => void;
}

/** What 'View Payment Options' opens below a search without results. */
export default function PaymentOptions({ onChoose }: PaymentOptionsProps) {
  return (
    <>
      <ul className="grid grid-cols-2 gap-3 md:gap-4">
        {PLATFORMS.map((platform) => (
          <li key={platform} className="grid">
            <PlatformCard
              platform={platform}
              onChoose={() => {
                onChoose(platform);
                // The cards go away.
                document.getElementById('main')?.focus({ preventScroll: true });
              }}
            />
          </li>
        ))}
      </ul>
      <p className="mt-6 text-small text-muted">
        Click any platform to see existing users. You can also register your own payment details
        soon.
      </p>
    </>
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
