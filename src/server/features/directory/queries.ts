import type { Database, ReadOptions } from '#server/db/client.ts';
import { listOwnContacts } from '#server/search/own-contacts.ts';
import { type SearchInput, type SearchPage, searchPeople } from '#server/search/search-people.ts';

/** The directory may be read on a replica; one's own contacts never wait for it to catch up. */
export async function listPeople(
  database: Database,
  viewerId: number | undefined,
  input: Omit<SearchInput, 'contacts'>,
  options?: ReadOptions,
): Promise<SearchPage> {
  const contacts = viewerId === undefined ? [] : await listOwnContacts(database.pool, viewerId);
  return database.read(({ pool }) => searchPeople(pool, { ...input, contacts }), options);
}
