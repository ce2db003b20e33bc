import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { APP_VERSION } from '#contract/changelog.ts';
import { PRODUCT_NAME } from '#contract/product.ts';
import { type ApiDocument, renderApiPage } from '#server/lib/api-page.ts';

/** Collects every route from here on into one OpenAPI document. */
export async function registerApiDocument(app: FastifyInstance, publicUrl: string) {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${PRODUCT_NAME} API`,
        version: APP_VERSION,
        description:
          'Errors always have the body {error, message, code, fields?}. Signing in sets a session cookie.',
      },
      servers: [{ url: publicUrl }],
    },
    transform: jsonSchemaTransform,
  });
}

/** The document for programs, and a page for people that needs no script. */
export function registerApiDocs(app: FastifyInstance) {
  let page: string | undefined;
  app.get('/api/openapi.json', { config: { access: 'public' }, schema: { hide: true } }, () =>
    app.swagger(),
  );
  app.get(
    '/api/docs',
    { config: { access: 'public' }, schema: { hide: true } },
    (_request, reply) => {
      page ??= renderApiPage(app.swagger() as ApiDocument);
      return reply.type('text/html; charset=utf-8').send(page);
    },
  );
}
