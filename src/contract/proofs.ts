import { z } from 'zod';
import { ownHandlesResponse } from './payment-accounts.ts';

/** GET /api/me/website-proof: what the member's website needs. */
export const websiteProofResponse = z
  .object({
    /** False where the operator has turned website checks off. */
    isOffered: z.boolean(),
    websiteUrl: z.string().nullable(),
    /** The page that the website must link to with rel="me"; null without a username. */
    pageUrl: z.string().nullable(),
  })
  .meta({ id: 'WebsiteProof' });
export type WebsiteProof = z.infer<typeof websiteProofResponse>;

/** POST /api/me/website-proof */
export const websiteCheckResponse = z
  .object({
    /** What was found, in a sentence. */
    message: z.string(),
    handles: ownHandlesResponse,
  })
  .meta({ id: 'WebsiteCheck' });
export type WebsiteCheck = z.infer<typeof websiteCheckResponse>;
