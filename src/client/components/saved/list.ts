import { pagedQuery } from '#client/lib/paged-query.ts';
import type { SearchResult } from '#contract/directory.ts';
import { SAVED_PEOPLE } from './api.ts';

/** Handles change, so every visit to the list loads it again. Not in api.ts, which loads with the cards. */
export const savedPeopleQuery = {
  ...pagedQuery<SearchResult>([SAVED_PEOPLE], SAVED_PEOPLE),
  gcTime: 0,
};
