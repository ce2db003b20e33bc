import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import {
  BadgeCheck,
  BadgeX,
  Flag,
  Inbox,
  ListChecks,
  MessageSquare,
  UsersRound,
} from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { Portrait } from '#client/components/portrait.tsx';
import { Alert } from '#client/components/ui/alert.tsx';
import { ShowMore } from '#client/components/ui/show-more.tsx';
import { ScreenSpinner } from '#client/components/ui/spinner.tsx';
import { sentenceOf } from '#client/lib/request.ts';
import type { Review, ReviewKind } from '#contract/reviews.ts';
import { reviewCountsQuery, reviewsQuery } from './api.ts';
import { formatWaiting, waitingIn } from './counts.ts';
import { ReviewCard } from './review-card.tsx';

const FAILED = 'Failed to load the review queue';

/** What waits for an admin, oldest first. */
export function ReviewView() {
  const [kind, setKind] = useState<ReviewKind>();
  const reviews = useInfiniteQuery(reviewsQuery(kind));
  const rows = reviews.data?.pages.flatMap((page) => page.rows) ?? [];
  const { list, empty, onFocus } = useFocusNext(rows);
  return (
    <>
      <Filters chosen={kind} onChoose={setKind} />
      {reviews.isPending && <ScreenSpinner />}
      {reviews.isError && !reviews.isFetchNextPageError && (
        <Alert className="mt-4" onRetry={() => void reviews.refetch()}>
          {sentenceOf(reviews.error, FAILED)}
        </Alert>
      )}
      {reviews.isSuccess && rows.length === 0 && <Empty words={empty} />}
      <ul
        ref={list}
        aria-label="Waiting for a review"
        aria-busy={reviews.isPlaceholderData || undefined}
        className={clsx(
          'mt-4 grid grid-cols-[minmax(0,1fr)] gap-4 md:gap-5',
          rows.length === 0 && 'hidden',
        )}
      >
        {rows.map((review) => (
          <li key={review.id} onFocus={() => onFocus(review)}>
            <ReviewCard review={review} />
          </li>
        ))}
      </ul>
      <ShowMore query={reviews} failure={FAILED} list={list} count={rows.length} />
    </>
  );
}

/** A card that is closed takes the focus with it: the next one gets it, or the words of an empty list. */
function useFocusNext(rows: Review[]) {
  const list = useRef<HTMLUListElement>(null);
  const empty = useRef<HTMLParagraphElement>(null);
  const focused = useRef<{ id: number; place: number }>(undefined);
  useEffect(() => {
    const { id, place } = focused.current ?? {};
    if (id === undefined || document.activeElement !== document.body) return;
    if (rows.some((row) => row.id === id)) return;
    focused.current = undefined;
    const cards = [...(list.current?.querySelectorAll<HTMLElement>('article') ?? [])];
    const next = cards[Math.min(place ?? 0, cards.length - 1)] ?? empty.current;
    next?.focus({ preventScroll: true });
  }, [rows]);
  return {
    list,
    empty,
    onFocus: ({ id }: Review) => {
      focused.current = { id, place: rows.findIndex((row) => row.id === id) };
    },
  };
}

const FILTERS = [
  { kind: undefined, label: 'All', icon: ListChecks },
  { kind: 'report', label: 'Reports', icon: Flag },
  { kind: 'lookalike', label: 'Look-alikes', icon: UsersRound },
  { kind: 'verification', label: 'Verification', icon: BadgeCheck },
  { kind: 'lost-badge', label: 'Lost badges', icon: BadgeX },
  { kind: 'answer', label: 'Answers', icon: MessageSquare },
] as const;

interface FiltersProps {
  chosen: ReviewKind | undefined;
  onChoose: (kind: ReviewKind | undefined) => void;
}

function Filters({ chosen, onChoose }: FiltersProps) {
  const { data: counts } = useQuery(reviewCountsQuery);
  return (
    <fieldset className="grid grid-cols-2 gap-2 md:flex md:flex-wrap">
      <legend className="sr-only">Show</legend>
      {FILTERS.map(({ kind, label, icon: Icon }) => {
        const isChosen = kind === chosen;
        const count = counts && (kind ? counts[kind] : waitingIn(counts));
        return (
          <button
            key={label}
            type="button"
            aria-pressed={isChosen}
            onClick={() => onChoose(kind)}
            className={clsx(
              'inline-flex min-h-11 items-center justify-center gap-2 rounded-button px-4 text-button max-[359px]:px-2',
              isChosen ? 'bg-primary text-on-primary' : 'bg-sunken text-ink hover:bg-line',
            )}
          >
            <Icon aria-hidden="true" className="size-5 shrink-0" />
            {label}
            {count !== undefined && <span> {formatWaiting(count)}</span>}
          </button>
        );
      })}
    </fieldset>
  );
}

function Empty({ words }: { words: RefObject<HTMLParagraphElement | null> }) {
  return (
    <div role="status" className="flex flex-col items-center py-16">
      <div aria-hidden="true" className="flex items-end gap-3">
        <Portrait who="mei" className="w-13" />
        <span className="arch flex w-18 items-center justify-center border-2 border-dashed border-line-strong text-muted">
          <Inbox className="size-7" />
        </span>
        <Portrait who="theo" className="w-13" />
      </div>
      <p ref={words} tabIndex={-1} className="mt-5 text-h3 font-display font-bold">
        Nothing to review.
      </p>
    </div>
  );
}
