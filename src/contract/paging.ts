import { z } from 'zod';
import { boundedText } from './text-field.ts';

const LIMIT_REFUSED = 'Limit must be a whole number from 1 to 200';
export const CURSOR_INVALID = 'This cursor is not valid';

/** The query of a list that comes in pages, newest first. */
export const pageQuery = z.object({
  limit: boundedText(3, { wrongType: LIMIT_REFUSED, tooLong: LIMIT_REFUSED })
    .regex(/^\d{1,3}$/, { error: LIMIT_REFUSED })
    .transform(Number)
    .refine((limit) => limit >= 1 && limit <= 200, { error: LIMIT_REFUSED })
    .default(100),
  /** Opaque: taken from the Link header (rel="next") of the page before. */
  cursor: boundedText(200, { wrongType: CURSOR_INVALID, tooLong: CURSOR_INVALID }).optional(),
});
