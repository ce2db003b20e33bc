import { z } from 'zod';
import { boundedText } from './text-field.ts';

/** GET /api/keep-alive */
export const keepAliveQuery = z.object({
  method: boundedText(100, {
    wrongType: 'method must be one text',
    tooLong: 'method must be at most 100 characters',
  })
    .optional()
    .describe('long-poll: the answer comes after up to 20 s'),
});
export const keepAliveAnswer = z.object({ timestamp: z.iso.datetime(), message: z.string() });

/** GET /api/db-heartbeat */
export const heartbeatAnswer = z.object({ timestamp: z.iso.datetime(), message: z.string() });

/** GET /healthz and /readyz */
export const healthAnswer = z.object({ status: z.string() });

/** GET /api/check-updates: the client names its own build in this header. */
export const APP_VERSION_HEADER = 'x-app-version';
export const updateCheckAnswer = z.object({
  updated: z.boolean(),
  version: z.string(),
  updateNotes: z.array(z.object({ date: z.string(), changes: z.array(z.string()) })),
});
export type UpdateCheck = z.infer<typeof updateCheckAnswer>;
