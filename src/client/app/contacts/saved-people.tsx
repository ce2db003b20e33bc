import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Alert } from '#client/components/ui/alert.tsx';
import { ShowMore } from '#client/components/ui/show-more.tsx';
import { Spinner } from '#client/components/ui/spinner.tsx';
import { UserCard } from '#client/features/directory/user-card.tsx';
import { sentenceOf } from '#client/lib/request.ts';
import type { SearchResult } from '#contract/directory.ts';

const FAILED = 'Failed to fetch the people you saved. Please try again.';

interface SavedPeopleProps {
  query: UseInfiniteQueryResult;
  /** Undefined while they load. */
  people: SearchResult[] | undefined;
}

/** The cards of the people that the member saved. */
export function SavedPeople({ query, people }: SavedPeopleProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const shown = people?.length ?? 0;
  const shownBefore = useRef(shown);

  // The button of a card that was removed had the focus.
  useEffect(() => {
    const isRemoved = shown < shownBefore.current;
    shownBefore.current = shown;
    if (!isRemoved || document.activeElement !== document.body) return;
    (heading.current ?? document.querySelector('main'))?.focus();
  }, [shown]);

  return (
    <>
      {query.isPending && <Spinner className="py-16" />}
      {people && people.length > 0 && (
        <section aria-labelledby="saved-people" className="mb-10">
          <h2 id="saved-people" ref={heading} tabIndex={-1} className="mb-4 text-h2">
            Saved people
          </h2>
          <ul ref={list} className="grid gap-4 md:grid-cols-2">
            {people.map((person) => (
              <li key={person.id} className="grid">
                <UserCard person={person} />
              </li>
            ))}
          </ul>
          <ShowMore query={query} failure={FAILED} list={list} count={shown} />
        </section>
      )}
      {query.isError && !query.isFetchNextPageError && (
        <Alert className="mb-8" onRetry={() => void query.refetch()}>
          {sentenceOf(query.error, FAILED)}
        </Alert>
      )}
    </>
  );
}
