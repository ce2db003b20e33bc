import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { retryFailedQueries } from '#client/lib/query-client.ts';
import { useSearchPart } from '#client/lib/use-search-part.ts';
import type { PlatformFilter } from '#contract/platforms/registry.ts';
import { hasSearched, readSearch, type Search, searchAddress } from './search-address.ts';

/** Long enough that a quick typist does not ask at every letter, too short to be felt. */
const TYPING_PAUSE_MS = 120;

/**
 * The search lives in the address bar. Typing replaces the entry, so that Back leaves the search
 * instead of taking letters away; starting a search, ending it and choosing a filter make a new one.
 */
export function useSearchAddress() {
  const searchPart = useSearchPart();
  const [, navigate] = useLocation();
  const queryClient = useQueryClient();
  const search = useMemo(() => readSearch(searchPart), [searchPart]);
  const [text, setText] = useState(search.query);
  const writtenQuery = useRef(search.query);
  const timer = useRef<number | undefined>(undefined);

  // Back, forward and links change the address without the box: the box follows.
  useEffect(() => {
    if (search.query === writtenQuery.current) return;
    writtenQuery.current = search.query;
    setText(search.query);
  }, [search.query]);

  // Letters typed just before Back belong to the entry that was left.
  useEffect(() => {
    function follow() {
      window.clearTimeout(timer.current);
      writtenQuery.current = readSearch(window.location.search).query;
      setText(writtenQuery.current);
    }
    window.addEventListener('popstate', follow);
    return () => {
      window.clearTimeout(timer.current);
      window.removeEventListener('popstate', follow);
    };
  }, []);

  function write(next: Search, isNewEntry: boolean) {
    window.clearTimeout(timer.current);
    writtenQuery.current = next.query;
    const address = searchAddress(next);
    if (address !== searchAddress(search)) navigate(address, { replace: !isNewEntry });
    else retryFailedQueries(queryClient);
  }

  function writeQuery(query: string) {
    const next = { ...search, query };
    write(next, hasSearched(next) !== hasSearched(search));
  }

  return {
    search,
    text,
    type(nextText: string) {
      setText(nextText);
      window.clearTimeout(timer.current);
      timer.current = window.setTimeout(() => writeQuery(nextText.trim()), TYPING_PAUSE_MS);
    },
    /** Enter does not wait for the pause. */
    submit() {
      writeQuery(text.trim());
    },
    clear() {
      setText('');
      writeQuery('');
    },
    choosePlatform(platform: PlatformFilter) {
      write({ query: text.trim(), platform }, true);
    },
    /** 'Click any platform to see existing users': the query makes room. */
    showEverybodyOn(platform: PlatformFilter) {
      setText('');
      write({ query: '', platform }, true);
    },
  };
}
