import { useInfiniteQuery } from '@tanstack/react-query';
import { SavedPeople } from '#client/app/contacts/saved-people.tsx';
import { savedPeopleQuery } from '#client/components/saved/list.ts';
import { ContactsScreen } from '#client/features/contacts/contacts-screen.tsx';

export default function Contacts() {
  const query = useInfiniteQuery(savedPeopleQuery);
  const people = query.data?.pages.flatMap((page) => page.rows);
  return (
    <ContactsScreen
      saved={<SavedPeople query={query} people={people} />}
      hasSaved={people && people.length > 0}
      isLoading={!query.isFetched}
    />
  );
}
