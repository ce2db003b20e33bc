import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { securityQuery } from '#client/lib/account-security.ts';
import { memberToasts } from '#client/lib/member-toasts.ts';
import { pagedQuery } from '#client/lib/paged-query.ts';
import { makePasskey, useSignalUntilUnmount } from '#client/lib/passkeys.ts';
import { request, requestJson, sentenceOf } from '#client/lib/request.ts';
import { showFailure } from '#client/lib/session.ts';
import { showToast } from '#client/lib/toast-store.ts';
import { useSingleMutation } from '#client/lib/use-single-mutation.ts';
import type { ActivityEntry, PasswordChangeInput } from '#contract/authentication.ts';
import type { Passkey } from '#contract/passkeys.ts';
import type { OwnSession } from '#contract/sessions.ts';

const ACTIVITY = '/api/me/activity';
const EVENTS_PER_PAGE = 5;

export const activityQuery = {
  ...pagedQuery<ActivityEntry>([ACTIVITY], `${ACTIVITY}?limit=${EVENTS_PER_PAGE}`),
  refetchOnMount: 'always' as const,
};

export const sessionsQuery = queryOptions<OwnSession[]>({
  queryKey: ['/api/sessions'],
  // Somebody may have signed in elsewhere since the last visit.
  refetchOnMount: 'always',
});

/** After every change here: each one also shows in the activity. */
export function useSecurityChanged() {
  const queryClient = useQueryClient();
  return async () => {
    await Promise.all(
      [sessionsQuery, securityQuery, activityQuery, passkeysQuery].map(({ queryKey }) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    );
  };
}

function signOutFailed(error: unknown): void {
  const sentence = sentenceOf(error, 'Could not sign out. Please try again.');
  showFailure(error, memberToasts.signOutFailed(sentence));
}

export function useEndSession() {
  const securityChanged = useSecurityChanged();
  return useSingleMutation({
    mutationFn: ({ id }: OwnSession) => requestJson('DELETE', `/api/sessions/${id}`),
    onSuccess: (_, { device }) => showToast(memberToasts.deviceSignedOut(device)),
    onError: signOutFailed,
    // Also after a failure: it may have been signed out elsewhere.
    onSettled: securityChanged,
  });
}

export function useEndOtherSessions() {
  const securityChanged = useSecurityChanged();
  return useSingleMutation({
    mutationFn: () => requestJson('DELETE', '/api/sessions'),
    onSuccess: () => {
      showToast(memberToasts.othersSignedOut());
      return securityChanged();
    },
    onError: signOutFailed,
  });
}

export function useChangePassword() {
  const securityChanged = useSecurityChanged();
  return useSingleMutation({
    mutationFn: async (input: PasswordChangeInput) => {
      await request('POST', '/api/me/password', input, {
        change: ['You’re changing your password.'],
      });
    },
    onSuccess: () => {
      showToast(memberToasts.passwordChanged());
      return securityChanged();
    },
    onError: (error) => {
      const sentence = sentenceOf(error, 'Failed to change your password. Please try again.');
      showFailure(error, memberToasts.passwordChangeFailed(sentence));
    },
  });
}

const PASSKEYS = '/api/passkeys';

export const passkeysQuery = queryOptions<Passkey[]>({
  queryKey: [PASSKEYS],
  refetchOnMount: 'always',
});

function passkeyFailed(error: unknown): void {
  const sentence = sentenceOf(error, 'Could not change your passkeys. Please try again.');
  showFailure(error, memberToasts.passkeyFailed(sentence));
}

export function useAddPasskey() {
  const securityChanged = useSecurityChanged();
  const newSignal = useSignalUntilUnmount();
  return useSingleMutation({
    mutationFn: async () => {
      const signal = newSignal();
      const options = await requestJson<Parameters<typeof makePasskey>[0]>(
        'POST',
        `${PASSKEYS}/options`,
        undefined,
        { change: ['You’re adding a passkey.'] },
      );
      const response = await makePasskey(options, signal);
      await request('POST', PASSKEYS, { response }, { change: ['You’re adding a passkey.'] });
    },
    onSuccess: () => {
      showToast(memberToasts.passkeyAdded());
      return securityChanged();
    },
  });
}

export function useRenamePasskey() {
  const queryClient = useQueryClient();
  return useSingleMutation({
    mutationFn: ({ id, name }: Pick<Passkey, 'id' | 'name'>) =>
      requestJson<Passkey>('PATCH', `${PASSKEYS}/${id}`, { name }),
    onSuccess: (passkey) => {
      showToast(memberToasts.passkeyRenamed(passkey.name));
      queryClient.setQueryData(passkeysQuery.queryKey, (rows) =>
        rows?.map((row) => (row.id === passkey.id ? passkey : row)),
      );
      return queryClient.invalidateQueries({ queryKey: passkeysQuery.queryKey });
    },
    onError: passkeyFailed,
  });
}

export function useRemovePasskey() {
  const securityChanged = useSecurityChanged();
  return useSingleMutation({
    mutationFn: async ({ id, name }: Passkey) => {
      await request('DELETE', `${PASSKEYS}/${id}`, undefined, {
        change: ['You’re removing the passkey ', name, '.'],
      });
    },
    onSuccess: (_, { name }) => showToast(memberToasts.passkeyRemoved(name)),
    onError: passkeyFailed,
    // Also after a failure: it may have been removed elsewhere.
    onSettled: securityChanged,
  });
}
