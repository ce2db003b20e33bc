import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { request, requestJson, sentenceOf, toRequestError } from '#client/lib/request.ts';
import { type SessionUser, setSessionUser } from '#client/lib/session.ts';
import { showToast } from '#client/lib/toast-store.ts';
import { toasts } from '#client/lib/toasts.ts';

const LOGOUT_REDIRECT_MS = 100;

export function useLogout() {
  const queryClient = useQueryClient();
  const [, navigate] = useLocation();
  return useMutation({
    mutationFn: async () => {
      const response = await request('POST', '/api/logout');
      if (!response.ok) throw await toRequestError(response);
    },
    onSuccess: () => {
      // What was found as a member (own contacts) must not outlive the session.
      queryClient.clear();
      setSessionUser(queryClient, null);
      showToast(toasts.logoutSuccessful());
      setTimeout(() => navigate('/auth'), LOGOUT_REDIRECT_MS);
    },
    onError: (error) => {
      showToast(toasts.logoutFailed(sentenceOf(error, 'Please try again.')));
    },
  });
}

interface Credentials {
  email: string;
  password: string;
}

export function useLogin() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (credentials: Credentials) =>
      requestJson<SessionUser>('POST', '/api/login', credentials),
    onSuccess: (user) => {
      queryClient.clear();
      setSessionUser(queryClient, user);
      showToast(toasts.loginSuccessful(user.name));
    },
    onError: (error) => {
      showToast(toasts.loginFailed(sentenceOf(error, 'Login failed')));
    },
  });
}
