import { queryOptions } from '@tanstack/react-query';
import { requestJson } from '#client/lib/request.ts';
import { showToast } from '#client/lib/toast-store.ts';
import { toasts } from '#client/lib/toasts.ts';
import type { Platform } from '#contract/platforms/registry.ts';
import type { QrCode, QrType } from '#contract/qr.ts';

export interface QrTarget {
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

export function qrQuery(target: QrTarget) {
  const address = addressOf(target);
  return queryOptions({
    queryKey: [address],
    queryFn: async ({ signal }) => {
      try {
        if (target.type === 'payment' && !target.platform) {
          throw new Error('A payment code needs a platform');
        }
        const answer = await requestJson<QrCode>('GET', address, undefined, { signal });
        if (!answer.qrCode) throw new Error('The answer holds no QR code');
        return answer;
      } catch (error) {
        if (!signal.aborted) showToast(toasts.qrFailed());
        throw error;
      }
    },
  });
}
