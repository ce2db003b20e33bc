import type { SessionUser } from './session.ts';

/** One place for who may do what: it hides the button and guards the route. */
type Actor = Pick<SessionUser, 'id' | 'isAdmin'> | null | undefined;

export function canSeeAdminPanel(actor: Actor): boolean {
  return actor?.isAdmin === true;
}

/** Users may delete themselves, admins anyone. Only the server knows who the last admin is. */
export function canDeleteUser(actor: Actor, userId: number): boolean {
  return actor !== null && actor !== undefined && (actor.isAdmin || actor.id === userId);
}
