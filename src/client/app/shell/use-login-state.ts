import { useLocation, useSearch } from 'wouter';
import { SCREENS } from '#contract/screens.ts';

/** Goes with a link to the login, which leads back to the search it was pressed in. */
export function useLoginState() {
  const [path] = useLocation();
  const search = useSearch();
  return path === SCREENS.home && search ? { returnTo: `${path}?${search}` } : undefined;
}
