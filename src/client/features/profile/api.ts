import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { memberToasts } from '#client/lib/member-toasts.ts';
import { followLink } from '#client/lib/open-link.ts';
import { requestBody, requestJson, sentenceOf } from '#client/lib/request.ts';
import { removeSearches } from '#client/lib/search-cache.ts';
import {
  changeSessionUser,
  refreshVerified,
  showFailure,
  updateSessionUser,
} from '#client/lib/session.ts';
import { showToast } from '#client/lib/toast-store.ts';
import { useSingleMutation } from '#client/lib/use-single-mutation.ts';
import type { OwnUser, ProfileInput } from '#contract/accounts.ts';
import type { PaymentAccountInput } from '#contract/payment-accounts.ts';
import { PLATFORM_LABELS, type Platform } from '#contract/platforms/registry.ts';
import { PRODUCT_NAME } from '#contract/product.ts';
import type { VerificationRequest } from '#contract/reviews.ts';
import { SCREENS } from '#contract/screens.ts';
import {
  orderPaymentAccounts,
  paymentAccountsQuery,
  removePaymentAccount,
  savePaymentAccount,
} from './payment-accounts/api.ts';

const RELEASE_FILE_MS = 30_000;

export function useUpdateProfile() {
  const queryClient = useQueryClient();
  return useSingleMutation({
    mutationFn: (changes: ProfileInput) =>
      requestJson<OwnUser>('PATCH', '/api/me', changes, { change: profileChange(changes) }),
    onSuccess: (user, { email }) => {
      updateSessionUser(queryClient, user);
      removeSearches(queryClient);
      const pending = email === undefined ? null : user.pendingEmail;
      showToast(
        pending === null ? memberToasts.profileUpdated() : memberToasts.emailPending(pending),
      );
    },
    onError: (error) => {
      const sentence = sentenceOf(error, 'Failed to update profile');
      showFailure(error, memberToasts.profileUpdateFailed(sentence));
    },
  });
}

function profileChange({ email, username }: ProfileInput) {
  if (email && username) {
    return ['You’re changing your username to ', username, ' and your email to ', email, '.'];
  }
  if (email) return ['You’re changing your email to ', email, '.'];
  return username ? ['You’re changing your username to ', username, '.'] : undefined;
}

/** Sends the confirmation of the new address again. */
export function useResendConfirmation() {
  return useSingleMutation({
    mutationFn: () => requestJson('POST', '/api/me/confirmation'),
    onSuccess: () => showToast(memberToasts.confirmationSent()),
    onError: (error) => {
      const sentence = sentenceOf(error, 'Could not send the email. Please try again.');
      showFailure(error, memberToasts.confirmationFailed(sentence));
    },
  });
}

export function useCancelEmailChange() {
  const queryClient = useQueryClient();
  return useSingleMutation({
    mutationFn: (currentEmail: string) =>
      requestJson<OwnUser>('PATCH', '/api/me', { email: currentEmail }),
    onSuccess: (user) => {
      updateSessionUser(queryClient, user);
      showToast(memberToasts.emailChangeCanceled(user.email ?? ''));
    },
    onError: (error) => {
      const sentence = sentenceOf(error, 'Failed to update profile');
      showFailure(error, memberToasts.profileUpdateFailed(sentence));
    },
  });
}

function useAccountsChanged() {
  const queryClient = useQueryClient();
  return () => {
    removeSearches(queryClient);
    refreshVerified(queryClient);
    return queryClient.invalidateQueries({ queryKey: paymentAccountsQuery.queryKey });
  };
}

function accountFailed(error: unknown): void {
  const sentence = sentenceOf(error, 'Failed to update payment account');
  showFailure(error, memberToasts.paymentAccountUpdateFailed(sentence));
}

export function useSaveAccount() {
  const accountsChanged = useAccountsChanged();
  return useSingleMutation({
    mutationFn: savePaymentAccount,
    onSuccess: (_, { platform }: PaymentAccountInput) => {
      showToast(memberToasts.paymentAccountUpdated(PLATFORM_LABELS[platform]));
      return accountsChanged();
    },
    onError: accountFailed,
  });
}

export function useRemoveAccount() {
  const accountsChanged = useAccountsChanged();
  return useSingleMutation({
    mutationFn: removePaymentAccount,
    onSuccess: (_, platform: Platform) => {
      showToast(memberToasts.paymentAccountRemoved(PLATFORM_LABELS[platform]));
      return accountsChanged();
    },
    onError: accountFailed,
  });
}

interface OrderChange {
  platforms: Platform[];
  /** What Undo goes back to. */
  before?: Platform[];
}

export function useOrderAccounts() {
  const accountsChanged = useAccountsChanged();
  const order = useMutation({
    mutationFn: ({ platforms }: OrderChange) => orderPaymentAccounts(platforms),
    // One after another: the server keeps the order that arrives last.
    scope: { id: 'platform-order' },
    onSuccess: (_, { platforms: [first], before }) => {
      if (!first) return;
      const undo = before && {
        label: 'Undo',
        onSelect: () => order.mutate({ platforms: before }),
      };
      showToast(memberToasts.orderSaved(PLATFORM_LABELS[first], undo));
    },
    onError: accountFailed,
    // After a failure too, to show the saved order.
    onSettled: accountsChanged,
  });
  return order;
}

const VERIFICATION = '/api/me/verification';

export const verificationQuery = queryOptions({
  queryKey: [VERIFICATION],
  queryFn: ({ signal }) =>
    requestJson<VerificationRequest>('GET', VERIFICATION, undefined, { signal }),
});

export function useRequestVerification() {
  const queryClient = useQueryClient();
  return useSingleMutation({
    mutationFn: (note: string) => requestJson<{ message: string }>('POST', VERIFICATION, { note }),
    onSuccess: () => queryClient.setQueryData(verificationQuery.queryKey, { isRequested: true }),
    onError: (error) => {
      const sentence = sentenceOf(error, 'Could not send your request. Please try again.');
      showFailure(error, memberToasts.verificationFailed(sentence));
    },
  });
}

export function useAnswerSuspension() {
  const queryClient = useQueryClient();
  return useSingleMutation({
    mutationFn: (answer: string) =>
      requestJson<OwnUser>('POST', '/api/me/suspension-answer', { answer }),
    onSuccess: (user) => updateSessionUser(queryClient, user),
  });
}

export function useDeleteAccount() {
  const queryClient = useQueryClient();
  const [, navigate] = useLocation();
  return useSingleMutation({
    mutationFn: (id: number) =>
      requestJson('DELETE', `/api/user/${id}`, undefined, {
        change: ['You’re deleting your profile.'],
      }),
    onSuccess: () => {
      // Before the session changes: the protected route would redirect to the login screen.
      navigate(SCREENS.home);
      changeSessionUser(queryClient, null);
      showToast(memberToasts.accountDeleted());
    },
    onError: (error) => {
      const sentence = sentenceOf(error, 'Failed to delete account');
      showFailure(error, memberToasts.accountDeletionFailed(sentence));
    },
  });
}

export function useExport() {
  return useSingleMutation({
    mutationFn: () =>
      requestBody(
        ['GET', '/api/me/export', undefined, { change: ['You’re downloading your data.'] }],
        (response) => response.blob(),
      ),
    onSuccess: (blob) => {
      const address = URL.createObjectURL(blob);
      followLink(address, `${PRODUCT_NAME.toLowerCase()}-my-data.json`);
      // Safari reads the file some time after the click.
      setTimeout(() => URL.revokeObjectURL(address), RELEASE_FILE_MS);
      showToast(memberToasts.exportReady());
    },
    onError: (error) => {
      const sentence = sentenceOf(error, 'Could not collect your data. Please try again.');
      showFailure(error, memberToasts.exportFailed(sentence));
    },
  });
}
