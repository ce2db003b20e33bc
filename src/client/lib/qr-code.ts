import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Platform } from '#contract/platforms/registry.ts';
import type { QrCode, QrType } from '#contract/qr.ts';
import { requestJson } from './request.ts';
import { useSession } from './session.ts';
import { failure, showToast } from './toast-store.ts';

const FAILED = failure('QR Code Error', 'Could not generate QR code. Please try again.');
const NO_USERNAME = failure('No username provided for QR code generation');

interface QrTarget {
  /** A payment code leads to the person with one platform chosen, a profile code to the person. */
  type: QrType;
  username: string;
  platform?: Platform | undefined;
}

function addressOf({ type, username, platform }: QrTarget): string {
  const parameters = new URLSearchParams({ type, username });
  if (type === 'payment' && platform) parameters.set('platform', platform);
  return `/api/qrcode?${parameters}`;
}

function qrQuery(target: QrTarget) {
  const address = addressOf(target);
  return queryOptions({
    queryKey: [address],
    queryFn: async ({ signal }) => {
      try {
        if (target.type === 'payment' && !target.platform) {
          throw new Error('A payment code needs a platform');
        }
        const code = await requestJson<QrCode>('GET', address, undefined, { signal });
        if (!code.qrCode) throw new Error('The response has no QR code');
        return code;
      } catch (error) {
        if (!signal.aborted) showToast(FAILED);
        throw error;
      }
    },
  });
}

type QrRequest = Omit<QrTarget, 'username'> & { isOpen: boolean; username: string | null };

export interface QrCodeState {
  username: string;
  code: QrCode | undefined;
  isGenerating: boolean;
  /** Undefined if there is no username to ask for. */
  retry: (() => void) | undefined;
}

/** Opening the dialog requests the code. The username falls back to the signed-in person's own. */
export function useQrCode({ isOpen, type, platform, username: given }: QrRequest): QrCodeState {
  const { user } = useSession();
  const username = given || user?.username || '';
  const query = useQuery({
    ...qrQuery({ type, username, platform }),
    enabled: isOpen && username !== '',
  });

  const hasNoUsername = isOpen && username === '';
  useEffect(() => {
    if (hasNoUsername) showToast(NO_USERNAME);
  }, [hasNoUsername]);

  return {
    username,
    code: query.data,
    isGenerating: query.isFetching,
    retry: username === '' ? undefined : () => void query.refetch(),
  };
}
