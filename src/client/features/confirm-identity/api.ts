import { askForPasskey, useSignalUntilUnmount } from '#client/lib/passkeys.ts';
import { request, requestJson } from '#client/lib/request.ts';
import { useSingleMutation } from '#client/lib/use-single-mutation.ts';

const ADDRESS = '/api/reauthenticate';

export function useConfirmByPassword() {
  return useSingleMutation({
    mutationFn: async (proof: { password: string }) => void (await request('POST', ADDRESS, proof)),
  });
}

export function useConfirmByPasskey() {
  const newSignal = useSignalUntilUnmount();
  return useSingleMutation({
    mutationFn: async () => {
      const signal = newSignal();
      const options = await requestJson<Parameters<typeof askForPasskey>[0]>(
        'POST',
        `${ADDRESS}/options`,
      );
      const passkey = await askForPasskey(options, signal);
      await request('POST', ADDRESS, { passkey });
    },
  });
}
