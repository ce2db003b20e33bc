import {
  ArrowUpRight,
  BadgeCheck,
  BadgeX,
  Ban,
  Flag,
  type LucideIcon,
  MessageSquare,
  UsersRound,
} from 'lucide-react';
import { useState } from 'react';
import { Badge } from '#client/components/ui/badge.tsx';
import { Button, buttonClass } from '#client/components/ui/button.tsx';
import { Card } from '#client/components/ui/card.tsx';
import { lazyOnOpen } from '#client/components/ui/lazy-on-open.tsx';
import { formatMoment } from '#client/lib/format-day.ts';
import { hasDraft } from '#client/lib/unsaved-work.ts';
import { pagePath } from '#contract/pages.ts';
import type { Review, ReviewKind } from '#contract/reviews.ts';
import { useCloseReview } from './api.ts';
import { nameOf } from './person.ts';
import { ReviewBody } from './review-body.tsx';
import { suspensionName } from './suspension-draft.ts';

const SuspendDialog = lazyOnOpen(() => import('./suspend-dialog.tsx'));

interface Kind {
  label: string;
  tone: 'danger' | 'neutral' | 'success';
  icon: LucideIcon;
  className?: string;
}

const BADGES: Record<ReviewKind, Kind> = {
  report: { label: 'Report', tone: 'danger', icon: Flag },
  lookalike: {
    label: 'Look-alike',
    tone: 'neutral',
    icon: UsersRound,
    className: 'bg-brand-soft! text-ink!',
  },
  verification: { label: 'Verification', tone: 'success', icon: BadgeCheck },
  'lost-badge': { label: 'Lost badge', tone: 'neutral', icon: BadgeX },
  answer: { label: 'Answer', tone: 'neutral', icon: MessageSquare },
};

export function ReviewCard({ review }: { review: Review }) {
  const { label, icon: Icon, ...look } = BADGES[review.kind];
  return (
    <Card>
      <article
        tabIndex={-1}
        aria-label={`${label}: ${nameOf(review.person)}`}
        className="rounded-card"
      >
        <div className="p-5 md:p-7">
          <div className="mb-4 flex flex-wrap items-center justify-between gap-2.5 md:justify-start">
            <Badge {...look} icon={<Icon aria-hidden="true" className="size-4" />}>
              {label}
            </Badge>
            <time dateTime={review.openedAt} className="text-small text-muted">
              {formatMoment(review.openedAt)}
            </time>
          </div>
          <ReviewBody review={review} />
        </div>
        <ActionBar review={review} />
      </article>
    </Card>
  );
}

/** The likely action is filled and stands last. */
const ACTIONS: Record<ReviewKind, readonly ('verify' | 'suspend' | 'restore')[]> = {
  report: ['suspend'],
  lookalike: ['verify', 'suspend'],
  verification: ['suspend', 'verify'],
  'lost-badge': ['suspend', 'verify'],
  answer: ['restore'],
};

function ActionBar({ review }: { review: Review }) {
  const { person, kind } = review;
  const { version, newestReportId } = person;
  // A draft was kept.
  const [isSuspending, setIsSuspending] = useState(() => hasDraft(suspensionName(review)));
  const close = useCloseReview();
  const isBusy = close.isPending;
  const actions = ACTIONS[kind].filter(
    (action) => (action === 'restore') === (person.suspension !== null),
  );
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-b-card border-t border-line bg-canvas px-5 py-3.5 md:px-7">
      <p className="mr-auto text-small wrap-anywhere">
        For <strong>{person.username ? `@${person.username}` : nameOf(person)}</strong>
      </p>
      {person.username && !person.suspension && (
        <a
          href={pagePath(person.username)}
          target="_blank"
          rel="noopener"
          className={buttonClass('ghost', 'small')}
        >
          <span>
            Open page<span className="sr-only"> of {nameOf(person)} (opens in a new tab)</span>
          </span>
          <ArrowUpRight aria-hidden="true" className="size-5" />
        </a>
      )}
      <div className="flex flex-wrap gap-2 max-md:w-full">
        <Button
          variant="secondary"
          className="max-md:flex-1"
          isBusy={isBusy}
          onClick={() =>
            close.mutate({
              review,
              input: {
                action: 'dismiss',
                version,
                newestReportId,
              },
            })
          }
        >
          Dismiss
        </Button>
        {actions.map((action, at) => {
          const isLikely = at === actions.length - 1;
          if (action === 'restore') {
            return (
              <Button
                key={action}
                className="max-md:flex-1"
                isBusy={isBusy}
                onClick={() => close.mutate({ review, input: { action, version } })}
              >
                Show page again
              </Button>
            );
          }
          if (action === 'verify') {
            return (
              <Button
                key={action}
                variant={isLikely ? 'primary' : 'secondary'}
                className="max-md:flex-1"
                isBusy={isBusy}
                onClick={() =>
                  close.mutate({
                    review,
                    input: { action, version, newestReportId },
                  })
                }
              >
                <BadgeCheck aria-hidden="true" className="size-5 max-md:hidden" />
                Verify
              </Button>
            );
          }
          return (
            <Button
              key={action}
              variant={isLikely ? 'destructive' : 'secondary'}
              className={isLikely ? 'max-md:flex-1' : 'text-danger! max-md:flex-1'}
              aria-haspopup="dialog"
              isBusy={isBusy}
              onClick={() => setIsSuspending(true)}
            >
              <Ban aria-hidden="true" className="size-5 max-md:hidden" />
              Suspend
            </Button>
          );
        })}
      </div>
      <SuspendDialog
        review={review}
        isOpen={isSuspending && actions.includes('suspend')}
        onClose={() => setIsSuspending(false)}
      />
    </div>
  );
}
