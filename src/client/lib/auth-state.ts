import { useHistoryState } from 'wouter/use-browser-location';

/** What the screens around the login keep in the history. */
interface AuthState {
  /** Where the login leads. */
  returnTo?: string;
  /** The screen there is for members only. */
  isRequired?: boolean;
}

export const useAuthState = () => useHistoryState<AuthState | null>() ?? undefined;
