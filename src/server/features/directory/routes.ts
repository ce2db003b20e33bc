import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { searchAnswer, searchInput } from '#contract/directory.ts';
import { errorBody } from '#contract/errors.ts';
import { lastWriteOf } from '#server/plugins/own-writes.ts';
import { currentUser } from '#server/plugins/session.ts';

/** Finding people and how to pay them. */
export const directoryRoutes: FastifyPluginAsyncZod = async (app) => {
  app.get(
    '/api/users/search',
    {
      config: { access: 'public', limit: 'search' },
      schema: {
        summary:
          'Finds people by name, screen name, username or handle; the Link header has the next page',
        querystring: searchInput,
        response: { 200: searchAnswer, 400: errorBody, 429: errorBody },
      },
    },
    async (request, reply) => {
      const viewer = await currentUser(request);
      const { body, next } = await app.peopleSearch.search(request.query, viewer?.id, {
        after: lastWriteOf(request),
      });
      if (next !== undefined)
        reply.header('link', `<${nextAddress(request.query, next)}>; rel="next"`);
      // Stored as text already; a test holds it to the schema.
      return reply
        .type('application/json; charset=utf-8')
        .serializer((text: string) => text)
        .send(body as never);
    },
  );
};

function nextAddress(
  { query, platform, limit }: { query: string; platform: string; limit: number },
  cursor: string,
): string {
  const address = new URLSearchParams({ platform, limit: String(limit), cursor });
  if (query !== '') address.set('query', query);
  return `/api/users/search?${address}`;
}
