import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { noContentResponse } from '#contract/authentication.ts';
import { errorResponse } from '#contract/errors.ts';
import { pageQuery } from '#contract/paging.ts';
import {
  SAVED_PEOPLE_MAX,
  savedIdsResponse,
  savedPeopleResponse,
  savedPersonParams,
  savePersonParams,
} from '#contract/saved-people.ts';
import { currentCard } from '#server/cards/read-card.ts';
import { AppError, notFound } from '#server/lib/app-error.ts';
import { cutPage, LONG_ID_MAX, readIdCursor } from '#server/lib/paging.ts';
import { changeAs } from '#server/plugins/access.ts';
import { signedInUser } from '#server/plugins/session.ts';
import {
  countSaved,
  deleteSavedPerson,
  findPersonToSave,
  insertSavedPerson,
  isSavedBy,
  listSavedIds,
  listSavedPeople,
} from './saved-people-queries.ts';

const ADDRESS = '/api/saved-people';

/** Members' pages that a member saved. Nobody else learns of it. */
export const savedPeopleRoutes: FastifyPluginAsyncZod = async (app) => {
  const { db } = app.database;

  app.get(
    ADDRESS,
    {
      config: { access: 'user' },
      schema: {
        operationId: 'listSavedPeople',
        tags: ['contacts'],
        summary: 'List the people you saved, newest first, as a search shows them now',
        description:
          'Suspended people are left out until they are back. Unlisted people stay. The Link header has the address of the next page.',
        querystring: pageQuery,
        response: { 200: savedPeopleResponse },
      },
    },
    async (request, reply) => {
      const { limit, cursor } = request.query;
      const { id } = signedInUser(request);
      const before = readIdCursor(cursor, LONG_ID_MAX);
      const rows = await listSavedPeople(db, id, { limit, before });
      const { page, link } = cutPage(rows, { path: ADDRESS, limit });
      if (link) reply.header('link', link);
      const reader = { isMember: true, now: Date.now() };
      return page.map(({ source }) => currentCard(source, reader));
    },
  );

  app.get(
    `${ADDRESS}/ids`,
    {
      config: { access: 'user' },
      schema: {
        operationId: 'listSavedIds',
        tags: ['contacts'],
        summary: 'List the IDs of the people you saved, newest first',
        description: `At most ${SAVED_PEOPLE_MAX}.`,
        response: { 200: savedIdsResponse },
      },
    },
    async (request) => listSavedIds(db, signedInUser(request).id),
  );

  app.put(
    `${ADDRESS}/:username`,
    {
      // Counts as a search, because it tells whether there is somebody with this username.
      config: { access: 'user', limit: 'search' },
      schema: {
        operationId: 'savePerson',
        tags: ['contacts'],
        summary: 'Save a person',
        description: 'A former username works too. Saving a person again changes nothing.',
        params: savePersonParams,
        response: { 204: noContentResponse, 404: errorResponse, 409: errorResponse },
      },
    },
    async (request, reply) => {
      await changeAs(request, async (tx, owner) => {
        const saved = await countSaved(tx, owner.id);
        const personId = await findPersonToSave(tx, request.params.username);
        if (personId === undefined)
          throw notFound('This person cannot be found. Please search for them again.');
        if (personId === owner.id)
          throw new AppError(409, 'OWN_PAGE', 'This is your own page. You can save other people.');
        if (await isSavedBy(tx, owner.id, personId)) return;
        if (saved >= SAVED_PEOPLE_MAX)
          throw new AppError(
            409,
            'TOO_MANY_SAVED',
            `You can save up to ${SAVED_PEOPLE_MAX} people. Please remove one before you save another.`,
          );
        await insertSavedPerson(tx, owner.id, personId);
      });
      return reply.code(204).send(null);
    },
  );

  app.delete(
    `${ADDRESS}/ids/:id`,
    {
      config: { access: 'user' },
      schema: {
        operationId: 'deleteSavedPerson',
        tags: ['contacts'],
        summary: 'Remove a person you saved',
        description: 'Removing a person who is not saved changes nothing.',
        params: savedPersonParams,
        response: { 204: noContentResponse, 404: errorResponse },
      },
    },
    async (request, reply) => {
      await changeAs(request, (tx, owner) => deleteSavedPerson(tx, owner.id, request.params.id));
      return reply.code(204).send(null);
    },
  );
};
