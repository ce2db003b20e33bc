/** The element of a rendered screen with the responses of the API that it shows. */
export const RESPONSES_ID = 'responses';

/** Response bodies by URL. */
export type Responses = Record<string, unknown>;

/** The signed-in user of a request. */
export interface SessionUser {
  id: number;
  name: string;
  email: string | null;
  username: string | null;
  isAdmin: boolean;
}
