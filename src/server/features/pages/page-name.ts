import { USERNAME } from '#contract/fields.ts';

const PAGE_NAME = new RegExp(`^(?=.*[a-z0-9])[a-z0-9._-]{${USERNAME.min},${USERNAME.max}}$`, 'i');

/** Whether somebody can have, or have had, this username. */
export const isPageName = (text: string) => PAGE_NAME.test(text);
