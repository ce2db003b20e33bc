import { z } from 'zod';

/** What is known about a handle besides its text. */
export const handleFacts = {
  /** The day on which the current handle was set. */
  since: z.iso.date(),
  /** How it was proven that the handle is the member's own. */
  proof: z.enum(['email', 'website']).nullable(),
  proofDetail: z.string().nullable(),
  provenAt: z.iso.datetime().nullable(),
};
