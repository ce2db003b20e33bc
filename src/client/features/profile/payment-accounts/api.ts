import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { memberToasts } from '#client/lib/member-toasts.ts';
import { request, requestJson, sentenceOf } from '#client/lib/request.ts';
import { removeSearches } from '#client/lib/search-cache.ts';
import { refreshVerified, showFailure } from '#client/lib/session.ts';
import { showToast } from '#client/lib/toast-store.ts';
import { useSingleMutation } from '#client/lib/use-single-mutation.ts';
import { displayHandle } from '#contract/handles.ts';
import type { OwnHandle, PaymentAccountInput } from '#contract/payment-accounts.ts';
import { PLATFORM_LABELS, type Platform } from '#contract/platforms/registry.ts';
import type { WebsiteCheck, WebsiteProof } from '#contract/proofs.ts';

const ADDRESS = '/api/payment-accounts';

/** One's own accounts, in the order in which the card shows them. */
export const paymentAccountsQuery = queryOptions({
  queryKey: [ADDRESS],
  queryFn: ({ signal }) => requestJson<OwnHandle[]>('GET', ADDRESS, undefined, { signal }),
});

/** The platform on which the email is the payment name, which visitors see. */
export function findPublicEmail(
  accounts: readonly OwnHandle[] | undefined,
  email: string | null,
): Platform | undefined {
  const isEmail = ({ username }: OwnHandle) => username.toLowerCase() === email?.toLowerCase();
  return accounts?.find(isEmail)?.platform;
}

export async function savePaymentAccount(input: PaymentAccountInput): Promise<void> {
  const { platform, username } = input;
  await request('POST', ADDRESS, input, {
    change: [
      `You’re changing your ${PLATFORM_LABELS[platform]} name to `,
      displayHandle(platform, username),
      '.',
    ],
  });
}

/** For /payment-accounts, which loads its list again in its own time. */
export function useSavePaymentAccount(onSaved: () => void) {
  const queryClient = useQueryClient();
  return useSingleMutation({
    mutationFn: savePaymentAccount,
    onSuccess: () => {
      removeSearches(queryClient);
      refreshVerified(queryClient);
      showToast(memberToasts.paymentAccountSaved());
      onSaved();
    },
    onError: (error) => {
      const sentence = sentenceOf(error, 'Failed to save payment account');
      showFailure(error, memberToasts.paymentAccountSaveFailed(sentence));
    },
  });
}

export async function removePaymentAccount(platform: Platform): Promise<void> {
  await request('DELETE', `${ADDRESS}/${platform}`, undefined, {
    change: [`You’re removing your ${PLATFORM_LABELS[platform]} name.`],
  });
}

export async function orderPaymentAccounts(platforms: Platform[]): Promise<void> {
  await request('PUT', `${ADDRESS}/order`, { platforms });
}

export function findAccount(
  accounts: OwnHandle[] | undefined,
  platform: Platform,
): OwnHandle | undefined {
  return accounts?.find((account) => account.platform === platform);
}

/** Shows the handles as they are after a proof. */
function useShowProven() {
  const queryClient = useQueryClient();
  return (handles: OwnHandle[]) => {
    queryClient.setQueryData(paymentAccountsQuery.queryKey, handles);
    removeSearches(queryClient);
  };
}

export function useSendCode(platform: Platform) {
  return useSingleMutation({
    mutationFn: () => requestJson<{ message: string }>('POST', `${ADDRESS}/${platform}/code`),
  });
}

export function useProveByCode(platform: Platform) {
  return useSingleMutation({
    mutationFn: (code: string) =>
      requestJson<OwnHandle[]>('POST', `${ADDRESS}/${platform}/proof`, { code }),
    onSuccess: useShowProven(),
  });
}

const WEBSITE_PROOF = '/api/me/website-proof';

export const websiteProofQuery = (website: string | null) =>
  queryOptions({
    queryKey: [WEBSITE_PROOF, website],
    queryFn: ({ signal }) => requestJson<WebsiteProof>('GET', WEBSITE_PROOF, undefined, { signal }),
  });

export function useCheckWebsite() {
  const showProven = useShowProven();
  return useSingleMutation({
    mutationFn: () => requestJson<WebsiteCheck>('POST', WEBSITE_PROOF),
    onSuccess: ({ handles }) => showProven(handles),
  });
}
