import { useInfiniteQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { Alert } from '#client/components/ui/alert.tsx';
import { ScreenSpinner } from '#client/components/ui/spinner.tsx';
import { sentenceOf } from '#client/lib/request.ts';
import { PLATFORM_LABELS, type PlatformFilter } from '#contract/platforms/registry.ts';
import { searchQuery } from './api.ts';
import { EmptyState } from './empty-state.tsx';
import { PeopleList } from './people-list.tsx';
import { displayName, type Person } from './person.ts';
import { resultsHeading } from './results-heading.ts';
import type { Search } from './search-address.ts';
import { UserCard } from './user-card.tsx';

interface ResultsProps {
  search: Search;
  onChoosePlatform: (platform: PlatformFilter) => void;
  /** A platform alone found nobody, so there is no query for the empty state to name. */
  onEmpty: () => void;
  /** Shown above a list that is not empty. */
  children?: ReactNode;
}

export default function Results({ search, onChoosePlatform, onEmpty, children }: ResultsProps) {
  const results = useInfiniteQuery(searchQuery(search));
  const { data, isPlaceholderData, hasNextPage } = results;
  const people = data?.pages.flatMap((page) => page.people);
  const answered = data?.pages[0]?.search ?? search;
  const isPlatformEmpty = search.query === '' && !isPlaceholderData && people?.length === 0;
  useEffect(() => {
    if (isPlatformEmpty) onEmpty();
  }, [isPlatformEmpty, onEmpty]);

  // A visitor who came by a link to one person gets that person apart from all others.
  const linked = data?.pages[0]?.linked;
  const others = people?.filter((person) => person !== linked) ?? [];
  const count = others.length + (linked ? 1 : 0);
  const hasFailed = !people && results.isError && !results.isFetching;

  return (
    <>
      {/* Always there, because a region that appears together with its words is often not read. */}
      <p aria-live="polite" className="sr-only">
        {people && announcement(count, hasNextPage)}
      </p>
      {results.isPaused && (
        <div className="content-width pt-6">
          <Alert tone="info">
            You’re offline. {people && 'These are your last results. '}We’ll search again when
            you’re back online.
          </Alert>
        </div>
      )}
      {hasFailed && (
        <div className="content-width pt-6">
          <Alert onRetry={() => void results.refetch()}>
            {sentenceOf(results.error, 'The search failed. Please try again.')}
          </Alert>
        </div>
      )}
      {hasFailed ? (
        search.query !== '' && (
          <EmptyState query={search.query} onChoosePlatform={onChoosePlatform} />
        )
      ) : !people || isPlatformEmpty ? (
        !results.isPaused && <ScreenSpinner label="Searching..." />
      ) : count === 0 ? (
        <EmptyState query={answered.query} onChoosePlatform={onChoosePlatform} />
      ) : (
        <section aria-busy={isPlaceholderData} className="content-width pt-6 lg:pt-9">
          <div className="mb-5 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
            <h2 className="text-h2 wrap-anywhere">
              {linked
                ? `This link is for ${displayName(linked)}`
                : resultsHeading(answered, count, hasNextPage)}
            </h2>
            <p className="flex gap-1.5 text-small text-muted max-sm:text-[13px]!">
              <ShieldCheck aria-hidden="true" className="mt-px size-4.5 shrink-0" />
              You pay in their app. Check the name before you send.
            </p>
          </div>
          {children}
          {linked && (
            <div className="grid gap-4">
              <NotListed on={answered.platform} person={linked} />
              <UserCard person={linked} isLinked />
            </div>
          )}
          {linked && others.length > 0 && <h2 className="mt-9 mb-5 text-h2">Similar names</h2>}
          <PeopleList people={others} isOutdated={isPlaceholderData} query={results} />
        </section>
      )}
    </>
  );
}

/** What the link names was removed. */
function NotListed({ on, person }: { on: Search['platform']; person: Person }) {
  if (!on || on === 'all' || person.platforms.includes(on)) return null;
  return <Alert tone="info">No {PLATFORM_LABELS[on]} name is listed here.</Alert>;
}

function announcement(count: number, hasMore: boolean): string {
  if (count === 0) return 'No results';
  if (hasMore) return `${count}+ results`;
  return count === 1 ? '1 result' : `${count} results`;
}
