import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';

import type { OwnUser } from '#contract/accounts.ts';
import { RESPONSES_ID, type Responses } from '#contract/session.ts';
import { noticeBuild } from './new-version.ts';
import { codeOf, isCanceled, RequestError, setShownUser } from './request.ts';
import { showToast, type ToastMessage } from './toast-store.ts';
import { dropDrafts, keepDrafts } from './unsaved-work.ts';
import { useBrowserValue } from './use-browser-value.ts';

const SESSION_KEY = ['/api/user'] as const;

/** The server marks a page that was requested without a session. */
const isKnownVisitor = () => document.documentElement.dataset.session === 'none';

/** A screen that the server has rendered for a member contains the user. */
const embedded = () => document.getElementById(RESPONSES_ID)?.textContent;

const sessionQuery = queryOptions({
  queryKey: SESSION_KEY,
  /** A 401 means that nobody is signed in. Any other failure says nothing about a known user. */
  queryFn: async ({ signal, client }): Promise<OwnUser | null> => {
    if (isKnownVisitor()) return null;
    const known = () => client.getQueryData<OwnUser | null>(SESSION_KEY) ?? null;
    try {
      const response = await fetch(SESSION_KEY[0], { credentials: 'include', signal });
      noticeBuild(response);
      if (response.ok) {
        const user = (await response.json()) as OwnUser;
        dropDrafts(user.id);
        setShownUser(user.id);
        return user;
      }
      // Read to its end, or the connection stays open.
      await response.text();
      return response.status === 401 ? null : known();
    } catch {
      return known();
    }
  },
});

/** Call it before anything renders, so that the response is there when the screen's code is. */
export function startSession(queryClient: QueryClient): void {
  const responses = embedded();
  if (responses) {
    addResponses(queryClient, JSON.parse(responses));
    const user = queryClient.getQueryData<OwnUser>(SESSION_KEY);
    dropDrafts(user?.id);
    setShownUser(user?.id);
  } else if (isKnownVisitor()) setSessionUser(queryClient, null);
  else void queryClient.prefetchQuery(sessionQuery);
}

export function addResponses(queryClient: QueryClient, responses: Responses): void {
  for (const address in responses) queryClient.setQueryData([address], responses[address]);
}

interface Session {
  user: OwnUser | null;
  isLoading: boolean;
}

export function useSession(): Session {
  const { data, isPending } = useQuery(sessionQuery);
  // Hydration must start from what the prerendered page shows, even if the session is known by then.
  const isHydrating = useBrowserValue(() => false, isPrerenderedForMember());
  if (isHydrating) return { user: null, isLoading: true };
  return { user: data ?? null, isLoading: isPending };
}

const isPrerenderedForMember = () =>
  typeof document !== 'undefined' && !isKnownVisitor() && !embedded();

export function setSessionUser(queryClient: QueryClient, user: OwnUser | null): void {
  setShownUser(user?.id);
  queryClient.setQueryData(SESSION_KEY, user);
}

/** A response that comes after logging out must not sign the person in again. */
export function updateSessionUser(queryClient: QueryClient, user: OwnUser): void {
  if (queryClient.getQueryData<OwnUser | null>(SESSION_KEY)?.id !== user.id) return;
  queryClient.setQueryData(SESSION_KEY, user);
  // A response on its way may be older than this one, or newer.
  if (queryClient.isFetching({ queryKey: SESSION_KEY })) void refreshSession(queryClient);
}

/**
 * After login, register, logout or deletion: drops everything loaded for the previous user. The
 * session's own entry stays, because the screens observe it.
 */
export function changeSessionUser(queryClient: QueryClient, user: OwnUser | null): void {
  dropDrafts(user?.id);
  replaceUser(queryClient, user);
}

/** Who was signed in last. */
let lastId: number | undefined;

function replaceUser(queryClient: QueryClient, user: OwnUser | null): void {
  lastId = queryClient.getQueryData<OwnUser | null>(SESSION_KEY)?.id ?? lastId;
  delete document.documentElement.dataset.session;
  // A response on its way is about the previous user.
  void queryClient.cancelQueries({ queryKey: SESSION_KEY }, { revert: false, silent: true });
  setSessionUser(queryClient, user);
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION_KEY[0] });
  // Changes that wait for the one before them would be sent for the next member.
  if (user && user.id !== lastId) queryClient.getMutationCache().clear();
}

/** The role may have changed. */
export function refreshSession(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: SESSION_KEY });
}

/** Changing a handle may remove the badge. */
export function refreshVerified(queryClient: QueryClient): void {
  const user = queryClient.getQueryData<OwnUser | null>(SESSION_KEY);
  if (user?.isVerified) void refreshSession(queryClient);
}

export function isSessionOver(error: unknown): boolean {
  return codeOf(error) === 'NOT_SIGNED_IN';
}

/** Every failed call passes here. A session that ended is explained in a toast. */
export function noticeFailure(queryClient: QueryClient, error: unknown): void {
  const user = queryClient.getQueryData<OwnUser | null>(SESSION_KEY);
  if (!user) return;
  if (isSessionOver(error)) {
    const hasDrafts = keepDrafts(user.id);
    replaceUser(queryClient, null);
    // Not part of the first load: visitors never need it.
    void import('./member-toasts.ts').then(({ memberToasts }) =>
      showToast(memberToasts.sessionOver(hasDrafts)),
    );
  } else if (error instanceof RequestError && error.status === 403) {
    void refreshSession(queryClient);
  }
}

/** The end of a session has a toast of its own, and canceling is no failure. */
export function showFailure(error: unknown, message: ToastMessage): void {
  if (!isSessionOver(error) && !isCanceled(error)) showToast(message);
}
