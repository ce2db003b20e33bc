import type { FastifyInstance } from 'fastify';
import { SCREENS } from '#contract/screens.ts';

/** Terms and Privacy of the operator, in place of ours. */
export function ownPageRoutes(app: FastifyInstance) {
  const { termsUrl, privacyUrl } = app.config;
  const pages = [
    [SCREENS.terms, termsUrl],
    [SCREENS.privacy, privacyUrl],
  ] as const;
  for (const [path, url] of pages) {
    if (url === undefined) continue;
    app.get(path, { config: { access: 'public' }, schema: { hide: true } }, (_request, reply) =>
      reply.redirect(url, 302),
    );
  }
}
