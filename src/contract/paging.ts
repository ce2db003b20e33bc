import { z } from 'zod';
import { boundedText } from './text-field.ts';

export const CURSOR_INVALID = 'This cursor is not valid';

/** How many entries a page has. */
export function limitField({ max, normally }: { max: number; normally: number }) {
  const refused = `Limit must be a whole number from 1 to ${max}`;
  return boundedText(3, { wrongType: refused, tooLong: refused })
    .regex(/^\d{1,3}$/, { error: refused })
    .transform(Number)
    .refine((limit) => limit >= 1 && limit <= max, { error: refused })
    .default(normally);
}

/** The query of a list that comes in pages, newest first. */
export const pageQuery = z.object({
  limit: limitField({ max: 200, normally: 100 }),
  /** Opaque: taken from the Link header (rel="next") of the page before. */
  cursor: boundedText(200, { wrongType: CURSOR_INVALID, tooLong: CURSOR_INVALID }).optional(),
});
