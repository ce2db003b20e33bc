import { queryOptions } from '@tanstack/react-query';
import { prepareNotes } from '#client/components/payer/lazy-caution-note.ts';
import { requestJson } from '#client/lib/request.ts';
import type { OwnUser } from '#contract/accounts.ts';
import type { SearchResult } from '#contract/directory.ts';

/** The member's own card as the search sends it, without what only members see. */
export function ownCardQuery({ id, username, phoneVisibility }: OwnUser) {
  const address = `/api/users/search?${new URLSearchParams({ query: username ?? '' })}`;
  return queryOptions({
    queryKey: [address, 'own card'],
    queryFn: async ({ signal }) => {
      const people = await requestJson<SearchResult[]>('GET', address, undefined, { signal });
      const card = people.find((person) => person.id === id && !person.isContact);
      if (!card) return null;
      await prepareNotes([card]);
      return phoneVisibility === 'everyone' ? card : { ...card, phoneNumber: null };
    },
    enabled: username !== null,
    // A card from before the last change would mislead.
    gcTime: 0,
  });
}
