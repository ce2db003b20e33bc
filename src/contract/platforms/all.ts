import { applepay } from './applepay.ts';
import { cashapp } from './cashapp.ts';
import { paypal } from './paypal.ts';
import { venmo } from './venmo.ts';

/** Every platform. names.ts has their names and their order. */
export const ALL_PLATFORMS = [cashapp, paypal, applepay, venmo] as const;

/** Sentences and import files begin with this one. */
export const LISTED_FIRST = paypal.id;
