import { prepareNotes } from '#client/components/payer/lazy-caution-note.ts';
import { pagedQuery } from '#client/lib/paged-query.ts';
import type { SearchResult } from '#contract/directory.ts';
import { SAVED_PEOPLE } from './api.ts';

/** Handles change, so every visit to the list loads it again. Not in api.ts, which loads with the cards. */
export const savedPeopleQuery = {
  ...pagedQuery<SearchResult>([SAVED_PEOPLE], SAVED_PEOPLE, prepareNotes),
  gcTime: 0,
};
