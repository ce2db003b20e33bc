import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { nextAddress } from '#client/lib/next-page.ts';
import { request } from '#client/lib/request.ts';
import type { Person } from './person.ts';
import { hasSearched, type Search } from './search-address.ts';

interface ResultPage {
  people: Person[];
  /** The next page's address, from the Link header. */
  next: string | null;
  /** What was asked: shown with the answer, so that heading and list never tell two stories. */
  search: Search;
}

function firstAddress({ query, platform }: Search): string {
  const parameters = new URLSearchParams();
  if (query) parameters.set('query', query);
  if (platform) parameters.set('platform', platform);
  return `/api/users/search?${parameters}`;
}

/** A body that does not parse at once is read again as text; what is then still no list is none. */
async function readPeople(response: Response): Promise<Person[]> {
  const spare = response.clone();
  try {
    const people: unknown = await response.json();
    return Array.isArray(people) ? people : [];
  } catch {
    const text = await spare.text();
    const people: unknown = JSON.parse(text.trim().replace(/^\uFEFF/, ''));
    return Array.isArray(people) ? people : [];
  }
}

async function fetchPage(
  address: string,
  search: Search,
  signal: AbortSignal,
): Promise<ResultPage> {
  try {
    const response = await request('GET', address, undefined, { signal });
    if (!response.ok) return { people: [], next: null, search };
    return { people: await readPeople(response), next: nextAddress(response), search };
  } catch (error) {
    // Cancelled because somebody typed on: not an answer at all.
    if (signal.aborted) throw error;
    return { people: [], next: null, search };
  }
}

export function searchQuery(search: Search) {
  return infiniteQueryOptions({
    queryKey: [firstAddress(search)],
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam, search, signal),
    initialPageParam: firstAddress(search),
    getNextPageParam: (page: ResultPage) => page.next,
    enabled: hasSearched(search),
    // The last list stays until the next one is there: no flicker while somebody types.
    placeholderData: keepPreviousData,
    // People change their handles: a list that nobody looks at is soon asked for again.
    gcTime: 60_000,
  });
}
