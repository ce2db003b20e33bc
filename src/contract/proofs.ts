import { z } from 'zod';
import { ownHandlesResponse } from './payment-accounts.ts';
import { visible } from './text.ts';
import { boundedText } from './text-field.ts';

/** GET /api/me/website-proof: what the member's website needs. */
export const websiteProofResponse = z
  .object({
    /** False if the operator has turned website checks off. */
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

const CODE_INVALID = 'Please enter the 6 digits from the email';
export const CODE_WRONG = 'That code is incorrect. Please check the email and try again.';
export const CODE_VOID = 'This code is no longer valid. Please request a new one.';

/** POST /api/payment-accounts/{platform}/proof. Mail programs and people put a space in the middle. */
export const codeInput = z.strictObject({
  code: boundedText(40, { wrongType: CODE_INVALID, tooLong: CODE_INVALID })
    .overwrite((text) => visible(text).replace(/[\s-]/g, ''))
    .regex(/^[0-9]{6}$/, { error: CODE_INVALID }),
});
