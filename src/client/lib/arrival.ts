// The address of the document, however often the app has changed the address bar since.
const [navigation] = performance.getEntriesByType('navigation');

/** Whether this visit began with a link to a person or a page. Such a visitor came to pay, not for a tour. */
export const cameByLink = /\/@|[?&]search=/.test(navigation?.name ?? '');

/** What a link with a search is for; usernames are in lower case. */
export const linkedSearch = /[?&]search=([\w.-]+)/.exec(navigation?.name ?? '')?.[1]?.toLowerCase();

/** Goes with the address that registration leads to. */
export const JUST_REGISTERED = { isNew: true };

export const isJustRegistered = (state: unknown) =>
  (state as Partial<typeof JUST_REGISTERED> | null)?.isNew === true;
