import clsx from 'clsx';
import { ArrowUpRight, BadgeCheck, ChevronRight } from 'lucide-react';
import { type MouseEvent, useId } from 'react';
import { Breakable } from '#client/components/breakable.tsx';
import { PlatformTile } from '#client/components/platform-tile.tsx';
import { formatDay } from '#client/lib/utc-date.ts';
import { displayHandle } from '#contract/handles.ts';
import type { PagePerson } from '#contract/pages.ts';
import { payLink } from '#contract/pay-links.ts';
import { formatAmount, type PaymentDetails } from '#contract/payment-details.ts';
import { PLATFORM_LABELS } from '#contract/platforms/registry.ts';
import { describeHandOff } from './describe-hand-off.ts';

type Handle = PagePerson['handles'][number];

interface PaySlabProps {
  account: Handle;
  details: PaymentDetails;
  /** Whether the page's code runs. */
  canCopy: boolean;
  /** A question comes first: no marigold, and an arrow that stays here. */
  isDoubtful: boolean;
  onClick: (event: MouseEvent) => void;
}

/** A plain link to the platform, as wide as the page, and how its handle was proven. */
export function PaySlab({ account, details, canCopy, isDoubtful, onClick }: PaySlabProps) {
  const { platform, handle } = account;
  const id = useId();
  const link = payLink(platform, handle, details);
  if (!link) return null;
  const amount = details.amount === undefined ? '' : ` ${formatAmount(details.amount)}`;
  const note = describeHandOff(platform, handle, details, canCopy);
  const proof = proofOf(account);
  const described = [note && `${id}note`, proof && `${id}proof`].filter(Boolean).join(' ');
  const Arrow = isDoubtful ? ChevronRight : ArrowUpRight;
  return (
    <>
      <a
        href={link.url}
        target="_blank"
        rel="noopener noreferrer"
        aria-describedby={described || undefined}
        // For page-doubt.js.
        data-asks={isDoubtful || undefined}
        onClick={onClick}
        // A middle click.
        onAuxClick={(event) => event.button === 1 && onClick(event)}
        className={clsx(
          'flex min-h-21 items-center gap-2.5 p-3 transition-[background-color,transform] active:scale-[.98] motion-reduce:transition-none min-[360px]:gap-3.5 min-[360px]:px-4 min-[360px]:py-3.5 md:min-h-22 md:gap-4 md:px-5',
          isDoubtful
            ? 'rounded-button border border-line-strong bg-surface text-ink hover:bg-sunken'
            : 'rounded-card bg-brand text-on-brand hover:bg-brand-hover',
        )}
      >
        <PlatformTile
          platform={platform}
          isOnBrand={!isDoubtful}
          className="size-10 min-[360px]:size-12"
        />
        <span className="min-w-0 flex-1">
          <span className="block text-[15px] leading-5 font-bold">
            Pay{amount} with {PLATFORM_LABELS[platform]}
            <span className="sr-only">, </span>
          </span>
          <span className="block text-[20px] leading-[26px] text-handle min-[360px]:text-[22px] min-[360px]:leading-7 md:text-[26px] md:leading-8">
            <Breakable text={displayHandle(platform, handle)} />
          </span>
          {note && (
            // Part of the description, not of the name.
            <span
              id={`${id}note`}
              aria-hidden="true"
              className={clsx('block text-small', isDoubtful ? 'text-muted' : 'text-[#573523]')}
            >
              {note}
            </span>
          )}
        </span>
        <Arrow aria-hidden="true" className="size-5 shrink-0 min-[360px]:size-6" />
      </a>
      {proof && (
        <p
          id={`${id}proof`}
          className="mt-1.5 flex gap-2 px-3 text-small text-muted wrap-anywhere min-[360px]:px-4 md:px-5"
        >
          <BadgeCheck
            aria-hidden="true"
            className="size-[18px] shrink-0 fill-success stroke-canvas"
          />
          {proof}
        </p>
      )}
    </>
  );
}

function proofOf({ proof, proofDetail, provenAt }: Handle): string | undefined {
  if (proof === 'email') return 'Email confirmed';
  if (proof !== 'website' || proofDetail === null) return undefined;
  const checked = provenAt === null ? '' : `, checked ${formatDay(provenAt)}`;
  return `Listed on ${proofDetail}${checked}`;
}
