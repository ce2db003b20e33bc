import { z } from 'zod';
import { ID_INVALID } from './fields.ts';
import { boundedText } from './text-field.ts';

const ID_MAX_LENGTH = 100;

/** DELETE /api/sessions/{id} */
export const sessionParams = z.object({
  id: boundedText(ID_MAX_LENGTH, { wrongType: ID_INVALID, tooLong: ID_INVALID }),
});

const ownSession = z
  .object({
    /** Made for this list: neither the token nor its hash. */
    id: z.string(),
    /** Such as 'Firefox on Linux', as the browser called itself when it signed in. */
    device: z.string(),
    /** An IPv4 address or an IPv6 network; null for a session from before it was stored. */
    network: z.string().nullable(),
    createdAt: z.iso.datetime(),
    lastUsedAt: z.iso.datetime(),
    isCurrent: z.boolean(),
  })
  .meta({ id: 'Session' });
export type OwnSession = z.infer<typeof ownSession>;

/** GET /api/sessions: the current one, then the last used first; at most 100. */
export const sessionsResponse = z.array(ownSession);
