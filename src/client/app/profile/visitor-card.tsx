import { queryOptions, useQuery } from '@tanstack/react-query';
import { Alert } from '#client/components/ui/alert.tsx';
import { Spinner } from '#client/components/ui/spinner.tsx';
import { UserCard } from '#client/features/directory/user-card.tsx';
import { request, sentenceOf, toRequestError } from '#client/lib/request.ts';
import type { SessionUser } from '#client/lib/session.ts';
import type { SearchResult } from '#contract/directory.ts';

/** The member's own card as the search sends it, without what only members see. */
export function ownCardQuery({ id, username, phoneVisibility }: SessionUser) {
  const address = `/api/users/search?${new URLSearchParams({ query: username ?? '' })}`;
  return queryOptions({
    queryKey: [address, 'own card'],
    queryFn: async ({ signal }) => {
      const response = await request('GET', address, undefined, { signal });
      if (!response.ok) throw await toRequestError(response);
      const people = (await response.json()) as SearchResult[];
      const card = people.find((person) => person.id === id && !person.isContact);
      if (!card) return null;
      return phoneVisibility === 'everyone' ? card : { ...card, phoneNumber: null };
    },
    enabled: username !== null,
    // A card from before the last change would mislead.
    gcTime: 0,
  });
}

/** The real card: name, badge, payment names and cautions as visitors get them. */
export function VisitorCard({ user }: { user: SessionUser }) {
  const card = useQuery(ownCardQuery(user));
  if (user.username === null) {
    return <p className="text-muted">Choose a username under My page to have a card.</p>;
  }
  if (card.isError) {
    return (
      <Alert onRetry={() => void card.refetch()}>
        {sentenceOf(card.error, 'Could not load your card. Please try again.')}
      </Alert>
    );
  }
  if (card.isPending) return <Spinner label="Loading..." className="py-10" />;
  if (!card.data) {
    return <p className="text-muted">Visitors can’t see your card while your page is suspended.</p>;
  }
  return <UserCard person={card.data} />;
}
