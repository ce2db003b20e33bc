import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import type { OwnUser } from '#contract/accounts.ts';

/** The signed-in person's own record, as GET /api/user, login, register and PATCH /api/me answer it. */
export type SessionUser = OwnUser;

const SESSION_KEY = ['/api/user'] as const;

const sessionQuery = queryOptions({
  queryKey: SESSION_KEY,
  /** A 401 or any failure means that nobody is signed in. */
  queryFn: async ({ signal }): Promise<SessionUser | null> => {
    try {
      const response = await fetch(SESSION_KEY[0], { credentials: 'include', signal });
      if (response.ok) return (await response.json()) as SessionUser;
      // Read to its end, or the connection stays open.
      await response.text();
      return null;
    } catch {
      return null;
    }
  },
});

interface Session {
  user: SessionUser | null;
  isLoading: boolean;
}

export function useSession(): Session {
  const { data, isPending } = useQuery(sessionQuery);
  return { user: data ?? null, isLoading: isPending };
}

/** After login, register or a change of the profile: the answer is the current user. */
export function setSessionUser(queryClient: QueryClient, user: SessionUser | null): void {
  queryClient.setQueryData(SESSION_KEY, user);
}
