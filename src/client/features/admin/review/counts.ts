import { REVIEWS_COUNTED } from '#contract/constants.ts';
import type { ReviewCounts } from '#contract/reviews.ts';

export function waitingIn(counts: ReviewCounts | undefined): number {
  return Object.values(counts ?? {}).reduce((sum, count) => sum + count, 0);
}

/** The server stops counting above 1,000. */
export function formatWaiting(count: number): string {
  return count > REVIEWS_COUNTED
    ? `${REVIEWS_COUNTED.toLocaleString('en-US')}+`
    : count.toLocaleString('en-US');
}
