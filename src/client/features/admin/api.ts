import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutationState,
  useQueryClient,
} from '@tanstack/react-query';
import { useLocation } from 'wouter';
import type { ChangeSentence } from '#client/lib/confirm-identity.ts';
import { memberToasts } from '#client/lib/member-toasts.ts';
import { pagedQuery } from '#client/lib/paged-query.ts';
import { requestJson, sentenceOf } from '#client/lib/request.ts';
import { removeSearches } from '#client/lib/search-cache.ts';
import { changeSessionUser, refreshSession, showFailure, useSession } from '#client/lib/session.ts';
import { showToast } from '#client/lib/toast-store.ts';
import { useSingleMutation } from '#client/lib/use-single-mutation.ts';
import type {
  AdminPatchInput,
  AdminStats,
  AdminUser,
  AuditEntry,
  AuditKind,
} from '#contract/admin.ts';
import { SCREENS } from '#contract/screens.ts';

const USERS = '/api/admin/users';
const STATS = '/api/admin/stats';
const AUDIT = '/api/admin/audit';
export const REVIEWS = '/api/admin/reviews';

/** An admin wants to see how things are, not how they were a while ago. */
export function freshList<Row>(key: readonly [string, ...string[]], address: string) {
  return { ...pagedQuery<Row>(key, address), placeholderData: keepPreviousData, staleTime: 0 };
}

export function usersQuery(query: string) {
  const address = query ? `${USERS}?${new URLSearchParams({ query })}` : USERS;
  return freshList<AdminUser>([USERS, query], address);
}

export function auditQuery(filter: { kind?: AuditKind; userId?: number }) {
  const { kind = 'all', userId } = filter;
  const user = userId === undefined ? '' : String(userId);
  const query = new URLSearchParams({ kind, limit: '50', ...(user ? { userId: user } : {}) });
  return freshList<AuditEntry>([AUDIT, kind, user], `${AUDIT}?${query}`);
}

export const statsQuery = queryOptions({
  queryKey: [STATS],
  queryFn: ({ signal }) => requestJson<AdminStats>('GET', STATS, undefined, { signal }),
  staleTime: 0,
});

export async function usersChanged(queryClient: QueryClient): Promise<void> {
  removeSearches(queryClient);
  await Promise.all(
    [USERS, STATS, AUDIT, REVIEWS].map((key) => queryClient.invalidateQueries({ queryKey: [key] })),
  );
}

const BUSY_KEY = ['admin-change'];

/** Who is being deleted at this moment: busy until the list is there again. */
export function useDeletedIds(): number[] {
  return useMutationState({
    filters: { mutationKey: BUSY_KEY, status: 'pending' },
    select: ({ state }) => (state.variables as AdminUser).id,
  });
}

export function useDeleteUser() {
  const queryClient = useQueryClient();
  const { user: self } = useSession();
  const [, navigate] = useLocation();
  return useSingleMutation({
    mutationKey: BUSY_KEY,
    mutationFn: ({ id, name }: AdminUser) =>
      requestJson('DELETE', `/api/user/${id}`, undefined, {
        change: ['You’re deleting the account of ', name, '.'],
      }),
    onSuccess: async (_, { id, name }) => {
      showToast(memberToasts.userDeleted(name));
      if (id === self?.id) {
        navigate(SCREENS.home);
        changeSessionUser(queryClient, null);
      } else {
        await usersChanged(queryClient);
      }
    },
    onError: (error) => {
      showFailure(
        error,
        memberToasts.userDeletionFailed(sentenceOf(error, 'Failed to delete user')),
      );
      // What the admin saw may be outdated.
      return usersChanged(queryClient);
    },
  });
}

interface FlagChange {
  user: AdminUser;
  flags: AdminPatchInput;
  /** What the toast says when it is done. */
  done: string;
}

/** Added to a question about a member: a stranger may have registered with the email, or there is none. */
export const unlessConfirmed = ({ isEmailConfirmed }: Pick<AdminUser, 'isEmailConfirmed'>) =>
  isEmailConfirmed ? '' : ' This account has no confirmed email.';

function flagChange({ isVerified, isAdmin }: AdminPatchInput, user: AdminUser): ChangeSentence {
  const { name } = user;
  if (isVerified) return ['You’re verifying ', name, `.${unlessConfirmed(user)}`];
  if (isVerified === false) return ['You’re removing Verified from ', name, '.'];
  if (isAdmin) return ['You’re making ', name, ' an admin.'];
  return ['You’re removing ', name, ' as an admin.'];
}

export function useChangeFlags() {
  const queryClient = useQueryClient();
  const { user: self } = useSession();
  return useSingleMutation({
    mutationFn: ({ user, flags }: FlagChange) =>
      requestJson<AdminUser>('PATCH', `${USERS}/${user.id}`, flags, {
        change: flagChange(flags, user),
      }),
    onSuccess: async (_, { user, done }) => {
      showToast(memberToasts.userUpdated(done));
      if (user.id === self?.id) await refreshSession(queryClient);
      await usersChanged(queryClient);
    },
    onError: (error) => {
      showFailure(error, memberToasts.userUpdateFailed(sentenceOf(error, 'Failed to update user')));
      return usersChanged(queryClient);
    },
  });
}

/** What is verified is what the admin saw. */
export function useChangeVerified(user: AdminUser) {
  const { mutate, isPending } = useChangeFlags();
  const name = user.screenName || user.name;
  return {
    isPending,
    /** Why the badge cannot be given. */
    refusal:
      user.suspension && !user.isVerified ? 'Suspended members can’t be verified.' : undefined,
    change: (isVerified: boolean) =>
      mutate({
        user,
        flags: isVerified ? { isVerified, version: user.version } : { isVerified },
        done: `${name} is ${isVerified ? 'now' : 'no longer'} verified.`,
      }),
  };
}

/** Asks first: an admin can do everything. */
export function useChangeRole(user: AdminUser) {
  const { mutate } = useChangeFlags();
  const name = user.screenName || user.name;
  return {
    /** Why the role cannot be given. */
    refusal: user.suspension && !user.isAdmin ? 'Suspended members can’t be admins.' : undefined,
    change: (isAdmin: boolean) => {
      const question = isAdmin
        ? `Make ${user.name} an admin?${unlessConfirmed(user)} Admins can see and delete every account.`
        : `Take the admin role away from ${user.name}?`;
      if (!window.confirm(question)) return;
      mutate({
        user,
        flags: { isAdmin },
        done: `${name} is ${isAdmin ? 'now' : 'no longer'} an admin.`,
      });
    },
  };
}

export function useConfirmedDeletion(user: AdminUser, onDeleted?: () => void) {
  const deletion = useDeleteUser();
  return {
    ask: () => {
      const question = `Are you sure you want to delete ${user.name}'s account? This action cannot be undone.`;
      if (window.confirm(question)) deletion.mutate(user, { onSuccess: () => onDeleted?.() });
    },
  };
}
