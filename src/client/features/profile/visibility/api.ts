import { useMutation, useQueryClient } from '@tanstack/react-query';
import { memberToasts } from '#client/lib/member-toasts.ts';
import { requestJson, sentenceOf } from '#client/lib/request.ts';
import { removeSearches } from '#client/lib/search-cache.ts';
import { showFailure, updateSessionUser } from '#client/lib/session.ts';
import { showToast } from '#client/lib/toast-store.ts';
import type { OwnUser } from '#contract/accounts.ts';

type Visibility = Pick<OwnUser, 'phoneVisibility' | 'isListed'>;

/** One after the other: the last choice is the one that stays. */
export function useChangeVisibility() {
  const queryClient = useQueryClient();
  return useMutation({
    scope: { id: 'visibility' },
    mutationFn: (change: Partial<Visibility>) => requestJson<OwnUser>('PATCH', '/api/me', change),
    onSuccess: (user) => {
      updateSessionUser(queryClient, user);
      removeSearches(queryClient);
      showToast(memberToasts.saved());
    },
    onError: (error) => {
      const sentence = sentenceOf(error, 'Could not save this. Please try again.');
      showFailure(error, memberToasts.notSaved(sentence));
    },
  });
}
