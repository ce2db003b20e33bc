import type { FastifyInstance, FastifyRequest } from 'fastify';
import { NEW_PASSWORD_NEEDED } from '#contract/authentication.ts';
import type { Db } from '#server/db/client.ts';
import { type LockStrength, lockUsers, type UserRow } from '#server/db/users.ts';
import { AppError, notAllowed, notSignedIn } from '#server/lib/app-error.ts';
import { SAFE_METHODS } from '#server/lib/safe-methods.ts';
import { currentUser, reloadUser, requireRecentAuth, signedInUser } from './session.ts';

/** Who may call a route. */
export type Access = 'public' | 'user' | 'admin';

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
    /** Requires an authentication within the last 10 minutes. Admin routes that change something always do. */
    recentAuth?: true;
  }
  interface FastifyInstance {
    /** Access by route, such as 'GET /api/user': 'user'. A test has the whole table. */
    routeAccess: Map<string, Access>;
  }
}

/** Every route must declare its access, or the server does not start. */
export function registerAccess(app: FastifyInstance) {
  const routeAccess = new Map<string, Access>();
  app.decorate('routeAccess', routeAccess);
  app.addHook('onRoute', ({ method, url, config }) => {
    for (const each of [method].flat()) {
      if (!config?.access) throw new Error(`Route ${each} ${url} declares no access.`);
      routeAccess.set(`${each} ${url}`, config.access);
    }
  });

  app.addHook('onRequest', requireAccess);
  // A body may take half a minute to arrive, and the session may end meanwhile.
  app.addHook('preHandler', async (request) => {
    if (request.body === undefined || request.sessionUser === undefined) return;
    await reloadUser(request, app.database.db);
    await requireAccess(request);
  });
}

interface ChangeOptions {
  /** The user that is changed, if it can be another one. The change gets the locked row, unless they are gone. */
  subjectId?: number;
  /** 'update' to delete a user. */
  lock?: LockStrength;
}

/**
 * The transaction of a change by the signed-in user, who is locked first. Access is checked again then: the session,
 * the role or the recent authentication may have ended while the request waited.
 */
export async function changeAs<Result>(
  request: FastifyRequest,
  change: (tx: Db, user: UserRow, subject: UserRow | undefined) => Promise<Result>,
  { subjectId, lock }: ChangeOptions = {},
): Promise<Result> {
  const { id } = signedInUser(request);
  return request.server.database.db.transaction(async (tx) => {
    const [user, subject] = await lockUsers(tx, [id, subjectId ?? id], lock);
    await reloadUser(request, tx);
    await requireAccess(request);
    if (!user) throw notSignedIn();
    return change(tx, user, subject);
  });
}

export const needsRecentAuth = (access: Access | undefined, method: string) =>
  access === 'admin' && !SAFE_METHODS.has(method);

async function requireAccess(request: FastifyRequest) {
  const { access, recentAuth } = request.routeOptions.config;
  if (access !== 'user' && access !== 'admin') return;
  const user = await currentUser(request);
  if (!user) throw notSignedIn();
  if (access === 'admin' && !user.isAdmin) {
    throw notAllowed("You don't have permission to access the admin panel.");
  }
  // After an undo: the person who made the change may know the password. Members can still see their own data.
  const isOwnView = access === 'user' && !recentAuth && SAFE_METHODS.has(request.method);
  if (request.needsNewPassword && !isOwnView) {
    throw new AppError(403, 'NEW_PASSWORD_NEEDED', NEW_PASSWORD_NEEDED);
  }
  if (recentAuth || needsRecentAuth(access, request.method)) requireRecentAuth(request);
}
