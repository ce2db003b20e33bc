import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { EXACT_MATCH_HEADER, searchInput, searchResponse } from '#contract/directory.ts';
import { lastWriteOf } from '#server/plugins/own-writes.ts';
import { currentUser } from '#server/plugins/session.ts';

/** Finding people and how to pay them. */
export const directoryRoutes: FastifyPluginAsyncZod = async (app) => {
  app.get(
    '/api/users/search',
    {
      config: { access: 'public', limit: 'search' },
      schema: {
        operationId: 'searchPeople',
        tags: ['directory'],
        summary: 'Search for people by name, screen name, username or handle',
        description: `Without a query it lists everybody. The Link header has the address of the next page. ${EXACT_MATCH_HEADER} has the ID of the member whose username, or former username, is the query.`,
        querystring: searchInput,
        response: { 200: searchResponse },
      },
    },
    async (request, reply) => {
      const viewer = await currentUser(request);
      const { body, next, exactId } = await app.peopleSearch.search(request.query, viewer?.id, {
        after: lastWriteOf(request),
      });
      if (next !== undefined)
        reply.header('link', `<${nextAddress(request.query, next)}>; rel="next"`);
      if (exactId !== undefined) reply.header(EXACT_MATCH_HEADER, exactId);
      // JSON already; a test holds it to the schema.
      return reply.type('application/json; charset=utf-8').send(body as never);
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
