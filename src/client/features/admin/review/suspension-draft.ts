import type { Review } from '#contract/reviews.ts';

/** There while any message about a suspension is being written. */
export const SUSPENDING = 'suspending';

export const suspensionName = ({ id }: Review) => `suspension-${id}`;
