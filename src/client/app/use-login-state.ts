import { useLocation } from 'wouter';
import { useAuthState } from '#client/lib/auth-state.ts';
import { useSearchPart } from '#client/lib/use-search-part.ts';
import { SCREENS } from '#contract/screens.ts';

/** History state for links to the login: after logging in, the person returns to their search. */
export function useLoginState() {
  const [path] = useLocation();
  const search = useSearchPart();
  const state = useAuthState();
  // The header is on the login screen too.
  if (path === SCREENS.auth) return state;
  return path === SCREENS.home && search ? { returnTo: `${path}?${search}` } : undefined;
}
