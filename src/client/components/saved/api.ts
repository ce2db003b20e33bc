import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { request, sentenceOf } from '#client/lib/request.ts';
import { showFailure } from '#client/lib/session.ts';
import { showToast } from '#client/lib/toast-store.ts';
import { savedToasts } from './saved-toasts.ts';

export const SAVED_PEOPLE = '/api/saved-people';

const savedIdsQuery = queryOptions<number[]>({ queryKey: [`${SAVED_PEOPLE}/ids`] });

export interface Savable {
  id: number;
  username: string;
  name: string;
}

interface Change {
  person: Savable;
  isSaved: boolean;
}

/** Whether the member saved this person, and the two ways to change that. */
export function useSaved(person: Savable) {
  const queryClient = useQueryClient();
  const ids = useQuery(savedIdsQuery);
  const isSaved = ids.data?.includes(person.id) ?? false;
  const change = useMutation({
    mutationFn: ({ person: { id, username }, isSaved }: Change) =>
      isSaved
        ? request('PUT', `${SAVED_PEOPLE}/${encodeURIComponent(username)}`)
        : request('DELETE', `${SAVED_PEOPLE}/ids/${id}`),
    onSuccess: async (_, { person: { id, name }, isSaved }) => {
      queryClient.setQueryData(savedIdsQuery.queryKey, (known) => {
        const others = known?.filter((each) => each !== id);
        return isSaved && others ? [id, ...others] : others;
      });
      // Where the ids did not load, they are asked for again.
      if (!queryClient.getQueryData(savedIdsQuery.queryKey)) void ids.refetch();
      const undo = () => change.mutate({ person, isSaved: true });
      showToast(isSaved ? savedToasts.saved(name) : savedToasts.removed(name, undo));
      await queryClient.invalidateQueries({ queryKey: [SAVED_PEOPLE] });
    },
    onError: (error, { isSaved }) =>
      showFailure(
        error,
        savedToasts.failed(isSaved, sentenceOf(error, 'Something went wrong. Please try again.')),
      ),
  });
  return {
    isSaved,
    /** Until the ids have loaded nobody knows whether it saves or removes. */
    isUnknown: ids.isPending,
    isChanging: change.isPending,
    toggle: () => change.mutate({ person, isSaved: !isSaved }),
  };
}
