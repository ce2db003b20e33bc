import { useInfiniteQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { ShieldCheck } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { Button } from '#client/components/ui/button.tsx';
import { Spinner } from '#client/components/ui/spinner.tsx';
import type { PlatformFilter } from '#contract/platforms.ts';
import { searchQuery } from './api.ts';
import { EmptyState } from './empty-state.tsx';
import { personKey } from './person.ts';
import { resultsHeading } from './results-heading.ts';
import type { Search } from './search-address.ts';
import { UserCard } from './user-card.tsx';

interface ResultsProps {
  search: Search;
  onChoosePlatform: (platform: PlatformFilter) => void;
  /** A platform alone found nobody: there is no query to say so about. */
  onNobody: () => void;
  /** Shown above a list that is not empty. */
  children?: ReactNode;
}

export default function Results({ search, onChoosePlatform, onNobody, children }: ResultsProps) {
  const { data, isPending, isPlaceholderData, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(searchQuery(search));
  const isNobody =
    search.query === '' &&
    !isPlaceholderData &&
    data?.pages.every((page) => page.people.length === 0);
  useEffect(() => {
    if (isNobody) onNobody();
  }, [isNobody, onNobody]);
  if (isPending || !data || isNobody) return <Spinner label="Searching..." className="py-20" />;

  const people = data.pages.flatMap((page) => page.people);
  const answered = data.pages[0]?.search ?? search;
  if (people.length === 0) {
    return <EmptyState query={answered.query} onChoosePlatform={onChoosePlatform} />;
  }
  return (
    <section aria-busy={isPlaceholderData} className="content-width pt-6 lg:pt-9">
      <div className="mb-5 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 aria-live="polite" className="text-h2 wrap-anywhere">
          {resultsHeading(answered, people.length, hasNextPage)}
        </h2>
        <p className="flex items-center gap-1.5 text-small text-muted">
          <ShieldCheck aria-hidden="true" className="size-4.5 shrink-0" />
          You pay in their app. Check the name before you send.
        </p>
      </div>
      {children}
      <ul
        className={clsx(
          'grid gap-4 transition-opacity md:grid-cols-2 lg:gap-5',
          isPlaceholderData && 'opacity-60',
        )}
      >
        {people.map((person) => (
          <li key={personKey(person)} className="grid">
            <UserCard person={person} />
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <div className="mt-6 flex justify-center">
          <Button
            variant="secondary"
            isBusy={isFetchingNextPage}
            busyLabel="Loading..."
            onClick={() => void fetchNextPage()}
          >
            Show more
          </Button>
        </div>
      )}
    </section>
  );
}
