import { z } from 'zod';
import { PLATFORMS } from './platforms/registry.ts';

const change = {
  platform: z.enum(PLATFORMS),
  since: z.iso.datetime(),
};

/** A reason to ask before paying. */
export const caution = z
  .discriminatedUnion('kind', [
    /** A handle was replaced in the last 7 days and the new one is not proven. `others` are earlier changes. */
    z.strictObject({
      kind: z.literal('changed'),
      ...change,
      others: z.array(z.strictObject(change)),
    }),
    /** The name or username looks like that of a different member, who is verified. */
    z.strictObject({
      kind: z.literal('lookalike'),
      of: z.strictObject({ name: z.string(), username: z.string().nullable() }),
    }),
    /** At least three people from different networks reported the page in the last 14 days. */
    z.strictObject({ kind: z.literal('reported') }),
  ])
  .meta({ id: 'Caution' });
export type Caution = z.infer<typeof caution>;
