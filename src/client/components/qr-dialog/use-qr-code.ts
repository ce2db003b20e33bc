import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSession } from '#client/lib/session.ts';
import { showToast } from '#client/lib/toast-store.ts';
import { toasts } from '#client/lib/toasts.ts';
import { type QrTarget, qrQuery } from './api.ts';

type QrRequest = Omit<QrTarget, 'username'> & { isOpen: boolean; username: string | null };

/** Opening the dialog asks for the code. */
export function useQrCode({ isOpen, type, platform, username: given }: QrRequest) {
  const { user } = useSession();
  const username = given || user?.username || '';
  const query = useQuery({
    ...qrQuery({ type, username, platform }),
    enabled: isOpen && username !== '',
  });

  const hasNoUsername = isOpen && username === '';
  useEffect(() => {
    if (hasNoUsername) showToast(toasts.qrWithoutUsername());
  }, [hasNoUsername]);

  return {
    username,
    code: query.data,
    isGenerating: query.isFetching,
    retry: username === '' ? undefined : () => void query.refetch(),
  };
}
