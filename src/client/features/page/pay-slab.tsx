import { ArrowUpRight } from 'lucide-react';
import { Fragment, useId } from 'react';
import { PlatformTile } from '#client/components/platform-tile.tsx';
import { copyText } from '#client/lib/clipboard.ts';
import { showToast } from '#client/lib/toast-store.ts';
import { toasts } from '#client/lib/toasts.ts';
import { useBrowserValue } from '#client/lib/use-browser-value.ts';
import { displayHandle } from '#contract/handles.ts';
import { formatAmount } from '#contract/pages.ts';
import { payLink } from '#contract/pay-links.ts';
import type { PaymentDetails } from '#contract/payment-details.ts';
import { PLATFORM_LABELS, type Platform } from '#contract/platforms/registry.ts';
import { describeHandOver } from './describe-hand-over.ts';

interface PaySlabProps {
  platform: Platform;
  handle: string;
  details: PaymentDetails;
}

const canRunCode = () => true;

/** A plain link to the platform, as wide as the page. */
export function PaySlab({ platform, handle, details }: PaySlabProps) {
  const noteId = useId();
  const canCopy = useBrowserValue(canRunCode, false);
  const link = payLink(platform, handle, details);
  if (!link) return null;
  const { copy } = link;
  const shown = displayHandle(platform, handle);
  const amount = details.amount === undefined ? '' : ` ${formatAmount(details.amount)}`;
  const words = `Pay${amount} with ${PLATFORM_LABELS[platform]}`;
  const note = describeHandOver(platform, handle, details, canCopy);
  async function copyHandle(text: string) {
    showToast((await copyText(text)) ? toasts.usernameCopied(text) : toasts.copyFailed());
  }
  return (
    <a
      href={link.url}
      target="_blank"
      rel="noopener noreferrer"
      aria-describedby={note ? noteId : undefined}
      onClick={copy === undefined ? undefined : () => void copyHandle(copy)}
      className="flex min-h-21 items-center gap-2.5 rounded-card bg-brand p-3 text-on-brand transition-[background-color,transform] hover:bg-brand-hover active:scale-[.98] motion-reduce:transition-none min-[360px]:gap-3.5 min-[360px]:px-4 min-[360px]:py-3.5 md:min-h-22 md:gap-4 md:px-5"
    >
      <PlatformTile platform={platform} isOnBrand className="size-10 min-[360px]:size-12" />
      <span className="min-w-0 flex-1">
        <span className="block text-[15px] leading-5 font-bold">
          {words}
          <span className="sr-only">, </span>
        </span>
        <span className="block text-[20px] leading-[26px] text-handle min-[360px]:text-[22px] min-[360px]:leading-7 md:text-[26px] md:leading-8">
          <Breakable text={shown} />
        </span>
        {note && (
          // Part of the description, not of the name.
          <span id={noteId} aria-hidden="true" className="block text-small text-[#573523]">
            {note}
          </span>
        )}
      </span>
      <ArrowUpRight aria-hidden="true" className="size-5 shrink-0 min-[360px]:size-6" />
    </a>
  );
}

/** Breaks after signs first, then anywhere. */
function Breakable({ text }: { text: string }) {
  const parts = text.split(/(?<=[/@._-])/);
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
