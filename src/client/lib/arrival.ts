// The address of the document, however often the app has changed the address bar since.
const [navigation] = performance.getEntriesByType('navigation');
// On the server there is none.
const { href, searchParams } = new URL(navigation?.name ?? 'none:');

/** Whether this visit began with a link to a person or a page. Such a visitor came to pay, not for a tour. */
export const cameByLink = /\/@|[?&]search=/.test(href);

/** What a link with a search is for; usernames are in lower case. */
export const linkedSearch = searchParams.get('search')?.trim().toLowerCase() || undefined;

/** Goes with the address that registration leads to. */
export const JUST_REGISTERED = { isNew: true };

export const isJustRegistered = (state: unknown) =>
  (state as Partial<typeof JUST_REGISTERED> | null)?.isNew === true;
