import { BadgeCheck, MessageCircle } from 'lucide-react';
import { useRef } from 'react';
import { Marked } from '#client/components/marked.tsx';
import { AlertDialogFrame } from '#client/components/ui/alert-dialog.tsx';
import { Button, buttonClass } from '#client/components/ui/button.tsx';
import { copyText, isShareClosed } from '#client/lib/clipboard.ts';
import { formatDay } from '#client/lib/format-day.ts';
import { describeDouble } from '#client/lib/letters.ts';
import { info, showToast } from '#client/lib/toast-store.ts';
import { toasts } from '#client/lib/toasts.ts';
import { displayHandle } from '#contract/handles.ts';
import { shareLink } from '#contract/pay-links.ts';
import { PLATFORM_LABELS } from '#contract/platforms/registry.ts';
import { PRODUCT_NAME } from '#contract/product.ts';
import type { Paying, Question } from './doubt.ts';
import { displayName, handleOn, type Payee } from './payee.ts';
import { daysAgo } from './relative-day.ts';
import { hasSameName } from './same-name.ts';

interface AskFirstDialogProps {
  isOpen: boolean;
  onClose: () => void;
  person: Payee;
  question: Question | undefined;
  onPay: (payment: Paying) => void;
}

/** Shown before paying a person who has a caution. */
export default function AskFirstDialog({ onClose, person, question, onPay }: AskFirstDialogProps) {
  // What was asked stays while the dialog fades.
  const asked = useRef(question);
  asked.current = question ?? asked.current;
  const primary = useRef<HTMLButtonElement & HTMLAnchorElement>(null);
  if (!asked.current) return null;
  const { platform, details, doubt } = asked.current;
  const name = displayName(person);
  const label = PLATFORM_LABELS[platform];
  const handle = displayHandle(platform, handleOn(person, platform) ?? '');
  const reasons = [
    doubt.of && `This is not the verified ${doubt.of}.`,
    doubt.isReported && 'Several people reported this profile.',
    doubt.since && `This ${label} name changed ${daysAgo(doubt.since)}.`,
    doubt.old && `You paid ${doubt.old} last time. This is ${handle}.`,
    'Money sent to the wrong name is hard to get back.',
  ];
  const verified = person.caution?.kind === 'lookalike' ? person.caution.of : undefined;
  // Two people with the same name differ by their usernames.
  const [real, own] =
    doubt.of && verified?.username && hasSameName(person, doubt.of)
      ? [`@${verified.username}`, `@${person.username}`]
      : [doubt.of, name];
  const pair = real
    ? { old: real, oldLabel: 'Verified', now: own, nowLabel: 'This page', verb: 'is' }
    : doubt.old && {
        old: doubt.old,
        oldLabel: doubt.since ? `Until ${formatDay(doubt.since)}` : 'Last time',
        now: handle,
        nowLabel: 'Now',
        verb: 'became',
      };

  const isReported = doubt.isReported === true;
  // Asking a look-alike or a reported page proves nothing: it would say yes.
  const canAsk = !verified && !isReported;

  async function askThem() {
    const text = `Your ${PRODUCT_NAME} page now shows ${handle} on ${label}. Is that you?`;
    const url = shareLink(window.location.origin, { username: person.username ?? '' });
    try {
      if (navigator.share) return await navigator.share({ text, url });
    } catch (error) {
      if (isShareClosed(error)) return;
    }
    const isCopied = await copyText(`${text} ${url}`);
    showToast(
      isCopied ? info('Question copied', `Paste it in a message to ${name}.`) : toasts.copyFailed(),
    );
  }

  return (
    <AlertDialogFrame
      isOpen={question !== undefined}
      onClose={onClose}
      focusFirst={primary}
      title={
        doubt.of || doubt.isReported
          ? `Is this really ${doubt.of ?? name}?`
          : `Is this still ${name}?`
      }
      description={reasons.filter(Boolean).join(' ')}
    >
      {pair && <Comparison {...pair} />}
      <div className="mt-6 grid gap-3">
        {canAsk && (
          <Button ref={primary} onClick={askThem}>
            <MessageCircle aria-hidden="true" className="size-5 shrink-0" />
            <span className="min-w-0 wrap-anywhere">Ask {name} first</span>
          </Button>
        )}
        {verified && (
          // A new document: nothing of the look-alike stays on the page.
          <a
            ref={primary}
            href={shareLink(window.location.origin, {
              username: verified.username ?? verified.name,
            })}
            className={buttonClass()}
          >
            <BadgeCheck aria-hidden="true" className="size-5 shrink-0" />
            <span className="min-w-0 wrap-anywhere">Open the verified {verified.name}</span>
          </a>
        )}
        <Button
          ref={isReported ? primary : undefined}
          variant={isReported ? 'primary' : 'secondary'}
          onClick={onClose}
        >
          Cancel
        </Button>
        <Button
          variant="secondary"
          className="text-danger! wrap-anywhere"
          onClick={() => onPay({ platform, details })}
        >
          Pay {handle} anyway
        </Button>
      </div>
    </AlertDialogFrame>
  );
}

interface ComparisonProps {
  old: string;
  oldLabel: string;
  now: string;
  nowLabel: string;
  /** Between the two letters that look the same. */
  verb: string;
}

function Comparison({ old, oldLabel, now, nowLabel, verb }: ComparisonProps) {
  const [kind, from, otherKind, to] = describeDouble(old, now) ?? [];
  return (
    <>
      <dl className="mt-4 divide-y divide-line rounded-button bg-sunken">
        <Row label={oldLabel} text={old} other={now} />
        <Row label={nowLabel} text={now} other={old} />
      </dl>
      {kind && (
        <p className="mt-2 text-small text-muted">
          {kind} <b className="text-ink">{from}</b> {verb} {otherKind}{' '}
          <b className="text-ink">{to}</b>.
        </p>
      )}
    </>
  );
}

function Row({ label, text, other }: { label: string; text: string; other: string }) {
  return (
    <div className="px-4 py-3">
      <dt className="text-small text-muted">{label}</dt>
      <dd className="text-handle text-[24px] leading-8">
        <Marked text={text} other={other} />
      </dd>
    </div>
  );
}
