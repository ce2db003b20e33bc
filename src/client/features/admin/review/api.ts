import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { freshList, REVIEWS, unlessConfirmed, usersChanged } from '#client/features/admin/api.ts';
import { memberToasts } from '#client/lib/member-toasts.ts';
import { requestJson, sentenceOf } from '#client/lib/request.ts';
import { showFailure } from '#client/lib/session.ts';
import { showToast } from '#client/lib/toast-store.ts';
import { useSingleMutation } from '#client/lib/use-single-mutation.ts';
import type { Review, ReviewActionInput, ReviewCounts, ReviewKind } from '#contract/reviews.ts';
import { nameOf } from './person.ts';

export function reviewsQuery(kind: ReviewKind | undefined) {
  const address = kind ? `${REVIEWS}?${new URLSearchParams({ kind })}` : REVIEWS;
  return freshList<Review>([REVIEWS, kind ?? 'all'], address);
}

export const reviewCountsQuery = queryOptions({
  queryKey: [REVIEWS, 'counts'],
  queryFn: ({ signal }) =>
    requestJson<ReviewCounts>('GET', `${REVIEWS}/counts`, undefined, { signal }),
  staleTime: 0,
});

function useReviewFailed() {
  const queryClient = useQueryClient();
  return (error: unknown) => {
    showFailure(error, memberToasts.reviewFailed(sentenceOf(error, 'Failed. Please try again.')));
    // What the admin saw may be outdated.
    return usersChanged(queryClient);
  };
}

function useReopenReview() {
  const queryClient = useQueryClient();
  return useSingleMutation({
    mutationFn: ({ id, person }: Review) =>
      requestJson('POST', `${REVIEWS}/${id}/reopen`, undefined, {
        change: ['You’re putting ', nameOf(person), ' back in the queue.'],
      }),
    onSuccess: (_, { person }) => {
      showToast(memberToasts.reviewReopened(nameOf(person)));
      return usersChanged(queryClient);
    },
    onError: useReviewFailed(),
  });
}

const DOING = {
  dismiss: 'dismissing the review of',
  verify: 'verifying',
  suspend: 'suspending',
  restore: 'restoring',
} as const;

interface Closing {
  review: Review;
  input: ReviewActionInput;
}

export function useCloseReview() {
  const queryClient = useQueryClient();
  const reopen = useReopenReview();
  return useSingleMutation({
    mutationFn: ({ review, input }: Closing) =>
      requestJson('POST', `${REVIEWS}/${review.id}`, input, {
        change: [
          `You’re ${DOING[input.action]} `,
          nameOf(review.person),
          `.${unlessConfirmed(review.person)}`,
        ],
      }),
    onSuccess: (_, { review, input }) => {
      const name = nameOf(review.person);
      const message = {
        dismiss: () => memberToasts.reviewDismissed(name, () => reopen.mutate(review)),
        verify: () => memberToasts.reviewVerified(name),
        suspend: () => memberToasts.reviewSuspended(name),
        restore: () => memberToasts.reviewRestored(name),
      }[input.action]();
      showToast(message);
      return usersChanged(queryClient);
    },
    onError: useReviewFailed(),
  });
}
