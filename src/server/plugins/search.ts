import type { FastifyInstance } from 'fastify';
import { SAFE_METHODS } from '#server/lib/safe-methods.ts';
import { PeopleSearch } from '#server/search/search-people.ts';

declare module 'fastify' {
  interface FastifyInstance {
    peopleSearch: PeopleSearch;
  }
}

/** The search of this server: ready once it has read the vocabulary, and up to date after every write. */
export function registerSearch(app: FastifyInstance, sharedMs: number) {
  const search = new PeopleSearch(app.database, {
    sharedMs,
    onError: (error) => app.log.warn({ err: error }, 'Could not read the search vocabulary'),
    onProgress: (people) =>
      app.log.info(`Reading the search vocabulary: ${people.toLocaleString('en-US')} people`),
  });
  app.decorate('peopleSearch', search);
  app.addHook('onReady', () => search.start());
  app.addHook('onClose', async () => search.stop());
  app.addHook('onSend', async (request) => {
    if (!SAFE_METHODS.has(request.method)) search.markChanged();
  });
}
