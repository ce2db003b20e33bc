import { z } from 'zod';

/** The body of every error response. `error` and `message` are the same sentence. */
export const errorBody = z.object({
  error: z.string(),
  message: z.string(),
  /** A stable word for programs, in UPPER_SNAKE. */
  code: z.string(),
  /** Which field is wrong and why, by its path: `name`, `user.email`, `accounts.0.username`. */
  fields: z.record(z.string(), z.string()).optional(),
});
export type ErrorBody = z.infer<typeof errorBody>;
