import { z } from 'zod';
import { PLATFORM_FILTERS, PLATFORMS } from './platforms.ts';
import { codePointLength, removeInvisible } from './text.ts';

export const QUERY_MAX_LENGTH = 100;
export const PAGE_LENGTH = 20;
export const PAGE_MAX_LENGTH = 50;

const LIMIT_REFUSED = `limit must be a whole number from 1 to ${PAGE_MAX_LENGTH}`;
export const CURSOR_REFUSED = 'This page of results cannot be found any more. Please search again.';
const PLATFORM_REFUSED = `platform must be one of ${PLATFORM_FILTERS.join(', ')}`;

/** GET /api/users/search. Neither query nor platform: everybody. */
export const searchInput = z.object({
  query: z
    .string({ error: 'query must be one text' })
    .overwrite((text) => removeInvisible(text).trim())
    .refine((text) => codePointLength(text) <= QUERY_MAX_LENGTH, {
      error: `Please search with at most ${QUERY_MAX_LENGTH} characters`,
    })
    .default(''),
  platform: z
    .union([z.enum(PLATFORM_FILTERS), z.literal('').transform(() => 'all' as const)], {
      error: PLATFORM_REFUSED,
    })
    .default('all'),
  limit: z
    .string({ error: LIMIT_REFUSED })
    .regex(/^[0-9]{1,4}$/, { error: LIMIT_REFUSED })
    .transform(Number)
    .refine((limit) => limit >= 1 && limit <= PAGE_MAX_LENGTH, { error: LIMIT_REFUSED })
    .default(PAGE_LENGTH),
  cursor: z.string({ error: CURSOR_REFUSED }).max(1_000, { error: CURSOR_REFUSED }).optional(),
});

/** A card of the results: what everybody may know about a person, and nothing else. */
export const searchResult = z.strictObject({
  id: z.number().int(),
  username: z.string().nullable(),
  name: z.string(),
  screenName: z.string().nullable(),
  profileImage: z.string().nullable(),
  phoneNumber: z.string().nullable(),
  websiteUrl: z.string().nullable(),
  isVerified: z.boolean(),
  /** Added by the viewer and seen by nobody else. Its id is a contact's id. */
  isContact: z.boolean(),
  contactOwner: z.boolean(),
  /** In the order in which the person ranks them. */
  platforms: z.array(z.enum(PLATFORMS)),
  paypalUsername: z.string().nullable(),
  cashappUsername: z.string().nullable(),
  applepayUsername: z.string().nullable(),
  venmoUsername: z.string().nullable(),
});
export type SearchResult = z.infer<typeof searchResult>;

export const searchAnswer = z.array(searchResult);
