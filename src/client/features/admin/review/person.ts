import type { ReviewPerson } from '#contract/reviews.ts';

export const nameOf = ({ screenName, name }: ReviewPerson) => screenName || name;
