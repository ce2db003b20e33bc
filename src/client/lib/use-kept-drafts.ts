import { useEffect } from 'react';
import { keepDrafts, keepDraftsForReload } from './unsaved-work.ts';

/** What was typed on this screen is there again after a visit to another one, or a reload. */
export function useKeptDrafts(userId: number | undefined): void {
  useEffect(() => {
    if (userId === undefined) return;
    const stop = new AbortController();
    const { signal } = stop;
    const keep = () => keepDrafts(userId);
    // Captured: the router closes the forms.
    window.addEventListener('pushState', keep, { capture: true, signal });
    window.addEventListener('popstate', keep, { capture: true, signal });
    const store = ({ persisted }: PageTransitionEvent) => {
      // A page that the browser keeps still has its forms.
      if (!persisted) keepDraftsForReload(userId);
    };
    window.addEventListener('pagehide', store, { signal });
    return () => stop.abort();
  }, [userId]);
}
