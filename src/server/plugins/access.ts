import type { FastifyInstance } from 'fastify';
import type { Access } from '#contract/access.ts';
import { notAllowed, notSignedIn } from '#server/lib/app-error.ts';
import { currentUser } from './session.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call this route. */
    access?: Access;
  }
}

/** Every route declares its door; one without it stops the start. */
export function registerAccess(app: FastifyInstance) {
  app.addHook('onRoute', (route) => {
    if (!route.config?.access) {
      throw new Error(`Route ${String(route.method)} ${route.url} declares no access.`);
    }
  });

  app.addHook('onRequest', async (request) => {
    const { access } = request.routeOptions.config;
    if (access !== 'user' && access !== 'admin') return;
    const user = await currentUser(request);
    if (!user) throw notSignedIn();
    if (access === 'admin' && !user.isAdmin) {
      throw notAllowed("You don't have permission to access the admin panel.");
    }
  });
}
