import { z } from 'zod';
import { caution } from './caution.ts';
import { QUERY_MAX_LENGTH } from './constants.ts';
import { fold } from './fold.ts';
import { handleFacts } from './handle-facts.ts';
import { limitField } from './paging.ts';
import {
  PLATFORM_FILTERS,
  PLATFORMS,
  PLATFORMS_AS_LISTED,
  type Platform,
} from './platforms/registry.ts';
import { codePointLength, rawLimit, visible } from './text.ts';
import { boundedText } from './text-field.ts';

/** A value for each platform, under the name of its handle in the API, such as `venmoUsername`. */
export function mapHandles<T>(make: (platform: Platform) => T): Record<`${Platform}Username`, T> {
  const entries = PLATFORMS_AS_LISTED.map((platform) => [`${platform}Username`, make(platform)]);
  return Object.fromEntries(entries) as Record<`${Platform}Username`, T>;
}

const QUERY_TOO_LONG = `Please search with at most ${QUERY_MAX_LENGTH} characters`;
export const CURSOR_REFUSED = 'These results have expired. Please search again.';
const FILTER_REFUSED = `platform must be one of ${PLATFORM_FILTERS.join(', ')}`;

/** The client spells it out, because it loads without this file. */
export const EXACT_MATCH_HEADER = 'X-Exact-Match';

/** GET /api/users/search. Without query and platform it lists all people. */
export const searchInput = z.object({
  query: boundedText(rawLimit(QUERY_MAX_LENGTH), {
    wrongType: 'query must be one text',
    tooLong: QUERY_TOO_LONG,
  })
    .overwrite(visible)
    .refine((text) => codePointLength(text) <= QUERY_MAX_LENGTH, {
      error: QUERY_TOO_LONG,
      abort: true,
    })
    // One character can fold to 18.
    .refine((text) => codePointLength(fold(text)) <= QUERY_MAX_LENGTH, {
      error: `${QUERY_TOO_LONG}. Some characters count as more than one.`,
    })
    .default(''),
  platform: z
    .union([z.enum(PLATFORM_FILTERS), z.literal('').transform(() => 'all' as const)], {
      error: FILTER_REFUSED,
    })
    .default('all'),
  limit: limitField({ max: 50, normally: 20 }),
  cursor: boundedText(1_000, { wrongType: CURSOR_REFUSED, tooLong: CURSOR_REFUSED }).optional(),
});

/** A card of the results: public data only. */
export const searchResult = z
  .strictObject({
    id: z.number().int(),
    username: z.string().nullable(),
    name: z.string(),
    screenName: z.string().nullable(),
    profileImage: z.string().nullable(),
    phoneNumber: z.string().nullable(),
    websiteUrl: z.string().nullable(),
    isVerified: z.boolean(),
    /** The day an admin granted the badge; null without a badge, or where the day is not known. */
    verifiedAt: z.iso.date().nullable(),
    /** One of the people that a new database starts with. */
    isFictional: z.boolean(),
    /** A private contact of the viewer. Its id is a contact's id. */
    isContact: z.boolean(),
    contactOwner: z.boolean(),
    /** In the order in which the person ranks them. */
    platforms: z.array(z.enum(PLATFORMS)),
    ...mapHandles(() => z.string().nullable()),
    /** Null for a private contact. */
    memberSince: z.iso.date().nullable(),
    /** In the order of `platforms`. */
    handles: z.array(
      z.strictObject({ platform: z.enum(PLATFORMS), handle: z.string(), ...handleFacts }),
    ),
    caution: caution.nullable(),
  })
  .meta({ id: 'SearchResult' });
export type SearchResult = z.infer<typeof searchResult>;

export const searchResponse = z.array(searchResult);
