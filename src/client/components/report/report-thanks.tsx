import { ArrowUpRight, Check } from 'lucide-react';
import { PlatformTile } from '#client/components/platform-tile.tsx';
import { Portrait } from '#client/components/portrait.tsx';
import { PLATFORM_LABELS, PLATFORM_RULES, type Platform } from '#contract/platforms/registry.ts';

export function ThanksHeading() {
  return (
    <>
      <span aria-hidden="true" className="mb-5 flex items-end justify-center gap-3">
        <Portrait who="leila" className="w-13" />
        <span className="arch flex w-18 items-center justify-center bg-success-soft text-success">
          <Check className="size-7" />
        </span>
        <Portrait who="omar" className="w-13" />
      </span>
      Thanks for telling us
    </>
  );
}

/** Only the payment apps can stop a payment. */
export function AlreadyPaid({ platforms }: { platforms: readonly Platform[] }) {
  if (platforms.length === 0) return null;
  return (
    <section className="mt-5 rounded-card bg-brand-soft p-4.5">
      <h3 className="text-h3">Already paid?</h3>
      <p className="text-small">Only the payment app can stop a payment. Ask there now.</p>
      <ul className="mt-2 divide-y divide-line">
        {platforms.map((platform) => (
          <li key={platform}>
            <a
              href={PLATFORM_RULES[platform].helpUrl}
              target="_blank"
              rel="noopener noreferrer"
              className="flex min-h-12 items-center gap-3 rounded-chip font-semibold hover:underline"
            >
              <PlatformTile platform={platform} />
              <span className="flex-1">
                {PLATFORM_LABELS[platform]} help
                <span className="sr-only"> (opens in a new tab)</span>
              </span>
              <ArrowUpRight aria-hidden="true" className="size-5" />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
