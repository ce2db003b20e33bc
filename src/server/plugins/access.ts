import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Access } from '#contract/access.ts';
import { notAllowed, notSignedIn } from '#server/lib/app-error.ts';
import { SAFE_METHODS } from '#server/lib/safe-methods.ts';
import { currentUser, requireRecentAuth } from './session.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
    /** Requires an authentication within the last 10 minutes. Admin routes that change something always do. */
    recentAuth?: true;
  }
  interface FastifyInstance {
    /** By route, such as 'GET /api/user': 'user'. A test has the whole table. */
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
    request.sessionUser = undefined;
    await requireAccess(request);
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
  if (recentAuth || needsRecentAuth(access, request.method)) requireRecentAuth(request);
}
