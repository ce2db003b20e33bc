/** The element of a rendered screen with the user, as GET /api/user answers it. */
export const SESSION_DATA_ID = 'session-data';

/** The signed-in user of a request. */
export interface SessionUser {
  id: number;
  name: string;
  email: string | null;
  username: string | null;
  isAdmin: boolean;
}
