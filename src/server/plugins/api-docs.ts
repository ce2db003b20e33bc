import swagger, { type SwaggerTransform, type SwaggerTransformObject } from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { APP_VERSION } from '#contract/changelog.ts';
import { PRODUCT_NAME } from '#contract/product.ts';
import { type ApiDocument, renderApiPage } from '#server/lib/api-page.ts';
import { describeOperation, SESSION_SCHEME } from './api-operation.ts';
import { sessionCookieName } from './session.ts';

const TAGS = [
  { name: 'directory', description: 'Search for people, and QR codes that lead to them' },
  { name: 'accounts', description: 'Register, log in, and keep your own profile' },
  { name: 'handles', description: 'Your own handles on payment platforms' },
  { name: 'contacts', description: 'People and businesses that only you see' },
  { name: 'admin', description: 'Users and the audit log, for admins' },
  { name: 'system', description: 'Health and updates' },
];

/** Collects every route from here on into one OpenAPI document. */
export async function registerApiDocument(app: FastifyInstance, publicUrl: string) {
  const transform: SwaggerTransform = (input) => {
    const { schema, url } = jsonSchemaTransform(input as Parameters<typeof jsonSchemaTransform>[0]);
    if (schema.hide) return { schema, url };
    return { schema: describeOperation(schema as object, input.route, app.bounds), url };
  };
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${PRODUCT_NAME} API`,
        version: APP_VERSION,
        description:
          'Errors always have the body {error, message, code, fields?}. Signing in sets a session cookie. ' +
          'Any request can also get 408 (took too long to arrive), 417 (unknown Expect header) or 431 (headers too large).',
        license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
      },
      servers: [{ url: publicUrl }],
      tags: TAGS,
      components: {
        securitySchemes: {
          [SESSION_SCHEME]: {
            type: 'apiKey',
            in: 'cookie',
            name: sessionCookieName(app.config),
            description: 'Set by logIn and the register operations, cleared by logOut.',
          },
        },
      },
    },
    transform,
    transformObject: withNamedSchemas,
  });
}

/** Adds the named schemas, without the request form (`NameInput`) that comes with each: none is used. */
const withNamedSchemas: SwaggerTransformObject = (input) => {
  const document = jsonSchemaTransformObject(input) as { components: { schemas: object } };
  const { components } = document;
  const schemas = Object.fromEntries(
    Object.entries(components.schemas).filter(([name]) => !name.endsWith('Input')),
  );
  return { ...document, components: { ...components, schemas } };
};

/** The document for programs, and a page for people that needs no script. */
export function registerApiDocs(app: FastifyInstance) {
  let text: string | undefined;
  let page: string | undefined;
  app.get(
    '/api/openapi.json',
    // Compressing it takes most of the time of a request, and browsers do not load it.
    { config: { access: 'public' }, schema: { hide: true }, compress: false },
    (_request, reply) => {
      text ??= JSON.stringify(app.swagger());
      return reply.type('application/json; charset=utf-8').send(text);
    },
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
