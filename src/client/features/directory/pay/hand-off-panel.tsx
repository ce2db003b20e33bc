import { ArrowUpRight, Check, Copy } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { Paying } from '#client/components/payer/doubt.ts';
import { buttonClass } from '#client/components/ui/button.tsx';
import { displayName, handleOn, type Person } from '#client/features/directory/person.ts';
import { copyText } from '#client/lib/clipboard.ts';
import { showToast } from '#client/lib/toast-store.ts';
import { toasts } from '#client/lib/toasts.ts';
import { displayHandle } from '#contract/handles.ts';
import { formatAmount } from '#contract/payment-details.ts';
import { PLATFORM_LABELS } from '#contract/platforms/registry.ts';

interface HandOffPanelProps {
  isOpen: boolean;
  onClose: () => void;
  person: Person;
  opened: Paying | undefined;
  onOpen: (payment: Paying) => void;
}

/** What was opened, for a payer who comes back from the app. */
export default function HandOffPanel({ onClose, person, opened, onOpen }: HandOffPanelProps) {
  const panel = useRef<HTMLElement>(null);
  // On a phone the toast is at the top by now, elsewhere at the bottom: clear of it, both can be read.
  useEffect(() => {
    if (opened) panel.current?.scrollIntoView({ block: 'nearest' });
  }, [opened]);
  if (!opened) return null;
  const { platform, details } = opened;
  const handle = displayHandle(platform, handleOn(person, platform) ?? '');
  const amount = details.amount ? `, ${formatAmount(details.amount).replace(/\.00$/, '')}` : '';

  async function copy() {
    showToast((await copyText(handle)) ? toasts.usernameCopied(handle) : toasts.copyFailed());
  }
  function finish() {
    // The button with the focus goes away.
    panel.current?.closest('article')?.focus();
    onClose();
  }
  const action = `${buttonClass('ghost', 'small')} min-h-11! px-2! gap-1.5!`;
  return (
    <section
      ref={panel}
      aria-label="Opened"
      className="hand-off mt-3 scroll-mb-3 max-md:scroll-mt-52 md:scroll-mb-40 rounded-button bg-brand-soft px-2 pt-3 pb-1"
    >
      <p role="status" className="px-2 text-small wrap-anywhere">
        Opened {PLATFORM_LABELS[platform]} for {displayName(person)},{' '}
        <span className="text-handle">{handle}</span>
        {amount}.
      </p>
      <div className="flex flex-wrap">
        <button type="button" className={action} onClick={() => onOpen(opened)}>
          <ArrowUpRight aria-hidden="true" className="size-4" />
          Open again
        </button>
        <button type="button" className={action} onClick={copy}>
          <Copy aria-hidden="true" className="size-4" />
          Copy
        </button>
        <button type="button" className={action} onClick={finish}>
          <Check aria-hidden="true" className="size-4" />
          Done
        </button>
      </div>
    </section>
  );
}
