import { useQuery } from '@tanstack/react-query';
import { Alert } from '#client/components/ui/alert.tsx';
import { Spinner } from '#client/components/ui/spinner.tsx';
import { UserCard } from '#client/features/directory/user-card.tsx';
import { sentenceOf } from '#client/lib/request.ts';
import type { OwnUser } from '#contract/accounts.ts';
import { ownCardQuery } from './api.ts';

/** The real card: name, badge, payment names and cautions as visitors get them. */
export function VisitorCard({ user }: { user: OwnUser }) {
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
