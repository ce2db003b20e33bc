import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { searchAnswer, searchInput } from '#contract/directory.ts';
import { errorBody } from '#contract/errors.ts';
import { lastWriteOf } from '#server/plugins/own-writes.ts';
import { currentUser } from '#server/plugins/session.ts';
import { listPeople } from './queries.ts';

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
      const { cards, next } = await listPeople(app.database, viewer?.id, request.query, {
        after: lastWriteOf(request),
      });
      if (next !== undefined)
        reply.header('link', `<${nextAddress(request.query, next)}>; rel="next"`);
      // Cards are built field by field; checking each against its schema once more would double the
      // cost of an answer. A test holds them to it.
      return reply.type('application/json; charset=utf-8').serializer(JSON.stringify).send(cards);
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
