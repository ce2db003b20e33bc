import type { FastifyInstance } from 'fastify';
import { pageFileRoutes } from './files.ts';
import { ownPageRoutes } from './own-pages.ts';
import { pageRoute } from './page.ts';

/** Members' pages and what belongs to them. */
export async function pageRoutes(app: FastifyInstance) {
  pageRoute(app);
  pageFileRoutes(app);
  ownPageRoutes(app);
}
