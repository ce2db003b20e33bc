/**
 * Constants that screens show, apart from the schemas that use them: a screen loads Zod only when a form
 * is sent.
 */

/** The ID of the user that the page shows: another tab may have changed the session since. */
export const USER_HEADER = 'x-user-id';
export const QUERY_MAX_LENGTH = 100;
export const PHONE_VISIBILITIES = ['everyone', 'members', 'nobody'] as const;
export const REPORT_REASONS = ['impersonation', 'wrong-handle', 'scam', 'other'] as const;
/** The longest message of the contact form. */
export const MESSAGE_MAX = 2_000;
export const REPORT_DETAILS_MAX = 1_000;
export const VERIFICATION_NOTE_MAX = 1_000;
export const SUSPENSION_REASON_MAX = 500;
export const SUSPENSION_ANSWER_MAX = 1_000;
/** Counting stops here: 1,001 means more than 1,000. */
export const REVIEWS_COUNTED = 1_000;
/** How many of a member's changed handles an admin sees. */
export const CHANGES_SHOWN = 10;
