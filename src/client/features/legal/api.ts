import { requestJson } from '#client/lib/request.ts';
import { useSingleMutation } from '#client/lib/use-single-mutation.ts';
import type { ContactInput } from '#contract/messages.ts';

export function useSendMessage() {
  return useSingleMutation({
    mutationFn: (input: ContactInput) =>
      requestJson<{ message: string }>('POST', '/api/contact', input),
  });
}
