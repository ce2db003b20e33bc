/** Who is asking: what the server knows of a signed-in person at every request. */
export interface SessionUser {
  id: number;
  name: string;
  email: string | null;
  username: string | null;
  isAdmin: boolean;
}
