import clsx from 'clsx';
import { type ComponentProps, useEffect, useRef } from 'react';
import { ShowMore } from '#client/components/ui/show-more.tsx';
import { type Person, personKey } from './person.ts';
import { UserCard } from './user-card.tsx';

interface PeopleListProps {
  people: Person[];
  /** These are the previous results, while the next ones load. */
  isOutdated: boolean;
  query: ComponentProps<typeof ShowMore>['query'];
}

export function PeopleList({ people, isOutdated, query }: PeopleListProps) {
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
          'grid gap-4 transition-opacity md:grid-cols-2 md:[&>li:only-child]:col-span-2 lg:gap-5',
          isOutdated && 'opacity-60 delay-200',
        )}
      >
        {people.map((person) => (
          <li key={personKey(person)} className="grid">
            <UserCard person={person} />
          </li>
        ))}
      </ul>
      <ShowMore
        query={query}
        failure="Failed to load more people. Please try again."
        onPress={() => {
          shownBefore.current = people.length;
        }}
      />
    </>
  );
}
