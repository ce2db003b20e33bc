import { sql } from 'drizzle-orm';
import { PLATFORMS } from '#contract/platforms/registry.ts';
import { paymentAccounts } from './schema.ts';

/** The member's own ranking first; what is not ranked follows in the platforms' default order. */
export const rankedOrder = [
  sql`${paymentAccounts.position} NULLS LAST`,
  sql`array_position(ARRAY[${sql.raw(PLATFORMS.map((platform) => `'${platform}'`).join(', '))}], ${paymentAccounts.platform})`,
];
