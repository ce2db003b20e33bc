import { pagedQuery } from '#client/lib/paged-query.ts';
import type { SearchResult } from '#contract/directory.ts';

const ADDRESS = '/api/saved-people';

/** Handles change, so every visit to the list loads it again. Not in api.ts, which loads with the cards. */
export const savedPeopleQuery = { ...pagedQuery<SearchResult>([ADDRESS], ADDRESS), gcTime: 0 };
