import { z } from 'zod';
import { boundedText } from './text-field.ts';

/** GET /api/keep-alive */
export const keepAliveQuery = z.object({
  method: boundedText(100, {
    wrongType: 'method must be one text',
    tooLong: 'method must be at most 100 characters',
  })
    .optional()
    .describe('long-poll: the response comes after up to 20 s'),
});

/** GET /api/keep-alive and /api/db-heartbeat */
export const pingResponse = z
  .object({ timestamp: z.iso.datetime(), message: z.string() })
  .meta({ id: 'PingResponse' });

/** GET /healthz and /readyz */
export const healthResponse = z.object({ status: z.string() }).meta({ id: 'HealthResponse' });

/** GET /api/check-updates: the client names its own build in this header. */
export const APP_VERSION_HEADER = 'x-app-version';
export const updateCheckResponse = z
  .object({
    updated: z.boolean(),
    version: z.string(),
    updateNotes: z.array(z.object({ date: z.string(), changes: z.array(z.string()) })),
  })
  .meta({ id: 'UpdateCheck' });
export type UpdateCheck = z.infer<typeof updateCheckResponse>;
