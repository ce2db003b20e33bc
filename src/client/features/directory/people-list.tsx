import clsx from 'clsx';
import { type ComponentProps, useRef } from 'react';
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
        list={list}
        count={people.length}
      />
    </>
  );
}
