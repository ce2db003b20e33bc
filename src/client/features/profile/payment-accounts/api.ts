import { queryOptions } from '@tanstack/react-query';
import { request, requestJson } from '#client/lib/request.ts';
import { displayHandle } from '#contract/handles.ts';
import type { OwnHandle, PaymentAccountInput } from '#contract/payment-accounts.ts';
import { PLATFORM_LABELS, type Platform } from '#contract/platforms/registry.ts';

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
