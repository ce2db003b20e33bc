import clsx from 'clsx';
import { useEffect, useRef } from 'react';
import { Button } from '#client/components/ui/button.tsx';
import { type Person, personKey } from './person.ts';
import { UserCard } from './user-card.tsx';

interface PeopleListProps {
  people: Person[];
  /** The answer to the last question, while the next one is on its way. */
  isOutdated: boolean;
  hasMore: boolean;
  isLoadingMore: boolean;
  onShowMore: () => void;
}

export function PeopleList(props: PeopleListProps) {
  const { people, isOutdated, hasMore, isLoadingMore, onShowMore } = props;
  const list = useRef<HTMLUListElement>(null);
  const shownBefore = useRef<number>(undefined);

  // The button may be gone after the last page: the focus goes on to the first new card.
  useEffect(() => {
    const before = shownBefore.current;
    if (before === undefined || people.length <= before) return;
    shownBefore.current = undefined;
    list.current?.children[before]?.querySelector('article')?.focus();
  }, [people.length]);

  return (
    <>
      <ul
        ref={list}
        className={clsx(
          'grid gap-4 transition-opacity md:grid-cols-2 lg:gap-5',
          isOutdated && 'opacity-60 delay-200',
        )}
      >
        {people.map((person) => (
          <li key={personKey(person)} className="grid">
            <UserCard person={person} />
          </li>
        ))}
      </ul>
      {hasMore && (
        <div className="mt-6 flex justify-center">
          <Button
            variant="secondary"
            isBusy={isLoadingMore}
            busyLabel="Loading..."
            onClick={() => {
              shownBefore.current = people.length;
              onShowMore();
            }}
          >
            Show more
          </Button>
        </div>
      )}
    </>
  );
}
