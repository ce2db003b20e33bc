import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { useSearchPart } from '#client/lib/use-search-part.ts';

/**
 * The token of an emailed link. It leaves the address bar at once, where it would be seen over a
 * shoulder and copied along with the address, and stays with this entry of the history, so that
 * reloading the page does not lose it.
 */
export function useToken(): string {
  const fromAddress = new URLSearchParams(useSearchPart()).get('token') ?? '';
  const kept = useHistoryState<{ token?: string } | null>()?.token ?? '';
  const [path, navigate] = useLocation();
  useEffect(() => {
    if (fromAddress) navigate(path, { replace: true, state: { token: fromAddress } });
  }, [fromAddress, path, navigate]);
  return fromAddress || kept;
}
