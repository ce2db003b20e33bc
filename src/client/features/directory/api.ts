import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { prepareNotes } from '#client/components/payer/lazy-caution-note.ts';
import { linkedSearch } from '#client/lib/arrival.ts';
import { nextAddress } from '#client/lib/next-page.ts';
import { request, toRequestError } from '#client/lib/request.ts';
import type { Person } from './person.ts';
import { hasSearched, type Search } from './search-address.ts';

interface ResultPage {
  people: Person[];
  /** The next page's address, from the Link header. */
  next: string | null;
  /** The member that the visitor's link is for. Shown also without a name on the platform: nobody else may take the place. */
  linked: Person | undefined;
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

async function readPage(address: string, signal: AbortSignal) {
  const response = await request('GET', address, undefined, { signal });
  if (!response.ok) throw await toRequestError(response);
  const people = await readPeople(response);
  // The member whose username, or former username, is the query.
  const exactId = Number(response.headers.get('X-Exact-Match'));
  const exact = people.find(({ id, isContact }) => !isContact && id === exactId);
  return { people, next: nextAddress(response), exact };
}

async function fetchPage(
  address: string,
  search: Search,
  signal: AbortSignal,
): Promise<ResultPage> {
  const { people, next, exact } = await readPage(address, signal);
  const isLinked = search.query.toLowerCase() === linkedSearch;
  let linked = isLinked ? exact : undefined;
  const isFiltered = search.platform !== null && search.platform !== 'all';
  if (isLinked && !linked && isFiltered && address === firstAddress(search)) {
    linked = (await readPage(firstAddress({ ...search, platform: null }), signal)).exact;
  }
  await prepareNotes(linked ? [linked, ...people] : people);
  return { people, next, linked, search };
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
