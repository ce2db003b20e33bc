/** The signed-in user of a request. */
export interface SessionUser {
  id: number;
  name: string;
  email: string | null;
  username: string | null;
  isAdmin: boolean;
}
