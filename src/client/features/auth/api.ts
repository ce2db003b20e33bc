import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { memberToasts } from '#client/lib/member-toasts.ts';
import { askForPasskey, useSignalUntilUnmount } from '#client/lib/passkeys.ts';
import {
  RequestError,
  request,
  requestJson,
  sentenceOf,
  toRequestError,
} from '#client/lib/request.ts';
import { changeSessionUser, refreshSession } from '#client/lib/session.ts';
import { showToast } from '#client/lib/toast-store.ts';
import { useSingleMutation } from '#client/lib/use-single-mutation.ts';
import type { LoginInput, OwnUser, RegisterInput, ResetPasswordInput } from '#contract/accounts.ts';
import type { PaymentAccountInput } from '#contract/payment-accounts.ts';
import { SCREENS } from '#contract/screens.ts';

const LOGOUT_REDIRECT_MS = 100;

function reasonOf(error: unknown, base: string): string {
  return error instanceof RequestError ? sentenceOf(error, base) : 'Unknown error';
}

/** `returnTo` is where the next login leads, in place of the home screen. */
export function useLogout(returnTo?: string) {
  const queryClient = useQueryClient();
  const [, navigate] = useLocation();
  return useSingleMutation({
    mutationFn: async () => {
      const response = await request('POST', '/api/logout');
      if (!response.ok) throw await toRequestError(response);
    },
    onSuccess: () => {
      changeSessionUser(queryClient, null);
      showToast(memberToasts.logoutSuccessful());
      setTimeout(() => {
        // A protected screen has redirected here already.
        navigate(SCREENS.auth, {
          replace: window.location.pathname === SCREENS.auth,
          state: returnTo === undefined ? undefined : { returnTo },
        });
      }, LOGOUT_REDIRECT_MS);
    },
    onError: (error) =>
      showToast(memberToasts.logoutFailed(sentenceOf(error, 'Please try again.'))),
  });
}

export function useLogin() {
  const queryClient = useQueryClient();
  return useSingleMutation({
    mutationFn: (credentials: LoginInput) =>
      requestJson<OwnUser>('POST', '/api/login', credentials),
    onSuccess: (user) => {
      changeSessionUser(queryClient, user);
      showToast(memberToasts.loginSuccessful(user.name));
    },
    onError: (error) => showToast(memberToasts.loginFailed(reasonOf(error, 'Login failed'))),
  });
}

type PasskeyOptions = Parameters<typeof askForPasskey>[0];
type PasskeyAnswer = Awaited<ReturnType<typeof askForPasskey>>;

export const fetchPasskeyOptions = () =>
  requestJson<PasskeyOptions>('POST', '/api/login/passkey/options');

/** With the passkey picked under the email field, or else the browser asks for one. */
export function usePasskeyLogin() {
  const queryClient = useQueryClient();
  const newSignal = useSignalUntilUnmount();
  return useSingleMutation({
    mutationFn: async (picked: PasskeyAnswer | undefined) => {
      const signal = newSignal();
      const response = picked ?? (await askForPasskey(await fetchPasskeyOptions(), signal));
      return requestJson<OwnUser>('POST', '/api/login/passkey', { response });
    },
    onSuccess: (user) => {
      changeSessionUser(queryClient, user);
      showToast(memberToasts.loginSuccessful(user.name));
    },
  });
}

export interface Registration {
  user: RegisterInput;
  /** Blank ones are dropped already. */
  accounts: PaymentAccountInput[];
}

export function useRegister() {
  const queryClient = useQueryClient();
  return useSingleMutation({
    mutationFn: ({ user, accounts }: Registration) =>
      accounts.length === 0
        ? requestJson<OwnUser>('POST', '/api/register', user)
        : requestJson<OwnUser>('POST', '/api/register-with-accounts', { user, accounts }),
    onSuccess: (user) => {
      changeSessionUser(queryClient, user);
      showToast(memberToasts.registrationSuccessful(user.name));
    },
    onError: (error) => {
      showToast(memberToasts.registrationFailed(reasonOf(error, 'Registration failed')));
    },
  });
}

export function useForgotPassword() {
  return useSingleMutation({
    mutationFn: (input: { email: string }) => requestJson('POST', '/api/forgot-password', input),
    onSuccess: () => showToast(memberToasts.passwordResetRequested()),
    onError: (error) => {
      const sentence = sentenceOf(error, 'Failed to send password reset email');
      showToast(memberToasts.passwordResetRequestFailed(sentence));
    },
  });
}

export function useResetPassword() {
  const queryClient = useQueryClient();
  return useSingleMutation({
    mutationFn: (input: ResetPasswordInput) => requestJson('POST', '/api/reset-password', input),
    onSuccess: () => {
      // A reset ends every session of that person, perhaps this browser's too.
      void refreshSession(queryClient);
      showToast(memberToasts.passwordResetSuccessful());
    },
    onError: (error) => {
      const fallback = 'Failed to reset password. The link may have expired.';
      showToast(memberToasts.passwordResetFailed(sentenceOf(error, fallback)));
    },
  });
}

/** A query rather than a mutation, so that re-rendering posts a token once. */
export function confirmEmailQuery(queryClient: QueryClient, token: string) {
  return queryOptions({
    queryKey: ['/api/confirm-email', token],
    queryFn: async () => {
      await request('POST', '/api/confirm-email', { token });
      // Proving an address may make an admin.
      void refreshSession(queryClient);
      return true;
    },
  });
}

export function useDisownAccount() {
  const queryClient = useQueryClient();
  return useSingleMutation({
    mutationFn: (token: string) => requestJson('POST', '/api/disown-account', { token }),
    // The account may be the one of this browser's session.
    onSuccess: () => refreshSession(queryClient),
  });
}

export function useUndo() {
  const queryClient = useQueryClient();
  return useSingleMutation({
    mutationFn: (token: string) => requestJson<{ message: string }>('POST', '/api/undo', { token }),
    // All sessions of the account end, perhaps this browser's too.
    onSuccess: () => refreshSession(queryClient),
  });
}

export function useSignOutEverywhere() {
  const queryClient = useQueryClient();
  return useSingleMutation({
    mutationFn: (token: string) =>
      requestJson<{ message: string }>('POST', '/api/sign-out-everywhere', { token }),
    onSuccess: () => refreshSession(queryClient),
  });
}
