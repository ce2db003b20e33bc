import type { PaymentAccountInput } from '#contract/payment-accounts.ts';
import { mapPlatforms, PLATFORMS } from '#contract/platforms/registry.ts';
import type { Registration } from './api.ts';
import type { RegisterFormInput, RegisterFormValues } from './register-rules.ts';

export const emptyRegistration: RegisterFormValues = {
  name: '',
  screenName: '',
  email: '',
  password: '',
  phoneNumber: '',
  profileImage: null,
  handles: mapPlatforms(() => ''),
};

export function toRegistration({ handles, ...user }: RegisterFormInput): Registration {
  const accounts: PaymentAccountInput[] = [];
  for (const platform of PLATFORMS) {
    const username = handles[platform];
    if (username) accounts.push({ platform, username });
  }
  return { user, accounts };
}

/** 'user.email' is the field 'email', 'accounts.0.username' the first handle that was sent. */
export function toRegisterField(path: string, { accounts }: Registration): string {
  const index = /^accounts\.(\d+)\./.exec(path)?.[1];
  const account = index === undefined ? undefined : accounts[Number(index)];
  return account ? `handles.${account.platform}` : path.replace(/^user\./, '');
}
