import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { prepareNotes } from '#client/components/payer/lazy-caution-note.ts';
import { nextAddress } from '#client/lib/next-page.ts';
import { request, toRequestError } from '#client/lib/request.ts';
import type { Person } from './person.ts';
import { hasSearched, type Search } from './search-address.ts';

interface ResultPage {
  people: Person[];
  /** The next page's address, from the Link header. */
  next: string | null;
  /** The member whose username, or former username, is the query; 0 for nobody. */
  exactId: number;
  /** The heading shows the search that this list belongs to, not the one being loaded. */
  search: Search;
}

function firstAddress({ query, platform }: Search): string {
  const parameters = new URLSearchParams();
  if (query) parameters.set('query', query);
  if (platform) parameters.set('platform', platform);
  return `/api/users/search?${parameters}`;
}

/** A body that does not parse as JSON is read again as text. */
async function readPeople(response: Response): Promise<Person[]> {
  const copy = response.clone();
  const people: unknown = await response.json().catch(async () => {
    const text = await copy.text();
    return JSON.parse(text.trim().replace(/^\uFEFF/, ''));
  });
  if (!Array.isArray(people)) throw new Error('The search response is not a list');
  return people;
}

async function fetchPage(
  address: string,
  search: Search,
  signal: AbortSignal,
): Promise<ResultPage> {
  const response = await request('GET', address, undefined, { signal });
  if (!response.ok) throw await toRequestError(response);
  const people = await readPeople(response);
  await prepareNotes(people);
  return {
    people,
    next: nextAddress(response),
    exactId: Number(response.headers.get('X-Exact-Match')),
    search,
  };
}

export function searchQuery(search: Search) {
  return infiniteQueryOptions({
    queryKey: [firstAddress(search)],
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam, search, signal),
    initialPageParam: firstAddress(search),
    getNextPageParam: (page: ResultPage) => page.next,
    enabled: hasSearched(search),
    // No flicker while somebody types.
    placeholderData: keepPreviousData,
    // While offline the last results stay, and the search goes on when the browser is back.
    networkMode: 'online',
    // Handles change, so unused results expire soon.
    gcTime: 60_000,
  });
}
