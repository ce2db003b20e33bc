import { requestJson } from '#client/lib/request.ts';
import { useSingleMutation } from '#client/lib/use-single-mutation.ts';
import type { ReportInput } from '#contract/reports.ts';

/** The dialog stays open while it sends, so that must end. */
const SEND_MS = 30_000;

export function useReportPerson() {
  return useSingleMutation({
    mutationFn: (input: ReportInput) =>
      requestJson('POST', '/api/reports', input, { signal: AbortSignal.timeout(SEND_MS) }),
  });
}
