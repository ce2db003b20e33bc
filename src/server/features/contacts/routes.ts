import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  addPersonInput,
  CONTACTS_MAX,
  contactAnswer,
  contactParams,
  contactRemovedAnswer,
  contactsAnswer,
  updateContactInput,
} from '#contract/contacts.ts';
import { errorBody } from '#contract/errors.ts';
import { pageQuery } from '#contract/paging.ts';
import { AppError, notFound } from '#server/lib/app-error.ts';
import { cutPage, readIdCursor } from '#server/lib/paging.ts';
import { signedInUser } from '#server/plugins/session.ts';
import {
  countContactsLocked,
  deleteContact,
  insertContact,
  listContacts,
  updateContact,
} from './queries.ts';

const unknownContact = () => notFound('Contact not found');

/** A member's private contacts. */
export const contactRoutes: FastifyPluginAsyncZod = async (app) => {
  const { db } = app.database;

  app.post(
    '/api/add-person',
    {
      config: { access: 'user' },
      schema: {
        summary: 'Adds a person or business to your own contacts',
        body: addPersonInput,
        response: { 201: contactAnswer, 400: errorBody, 401: errorBody, 409: errorBody },
      },
    },
    async (request, reply) => {
      const owner = signedInUser(request);
      const contact = await db.transaction(async (transaction) => {
        if ((await countContactsLocked(transaction, owner.id)) >= CONTACTS_MAX) {
          const most = CONTACTS_MAX.toLocaleString('en-US');
          throw new AppError(
            409,
            'TOO_MANY_CONTACTS',
            `You can keep up to ${most} contacts. Please remove one before you add another.`,
          );
        }
        return insertContact(transaction, owner.id, request.body);
      });
      return reply.code(201).send(contact);
    },
  );

  app.get(
    '/api/contacts',
    {
      config: { access: 'user' },
      schema: {
        summary: 'Your contacts, newest first; the next page is in the Link header',
        querystring: pageQuery,
        response: { 200: contactsAnswer, 400: errorBody, 401: errorBody },
      },
    },
    async (request, reply) => {
      const { limit, cursor } = request.query;
      const { id } = signedInUser(request);
      const rows = await listContacts(db, id, { limit, before: readIdCursor(cursor) });
      const { page, link } = cutPage(rows, { path: '/api/contacts', limit });
      if (link) reply.header('link', link);
      return page;
    },
  );

  app.patch(
    '/api/contacts/:id',
    {
      config: { access: 'user' },
      schema: {
        summary: 'Changes one of your contacts; accounts are replaced as a whole',
        params: contactParams,
        body: updateContactInput,
        response: { 200: contactAnswer, 400: errorBody, 401: errorBody, 404: errorBody },
      },
    },
    async (request) => {
      const owner = signedInUser(request);
      const contact = await db.transaction((transaction) =>
        updateContact(transaction, owner.id, request.params.id, request.body),
      );
      if (!contact) throw unknownContact();
      return contact;
    },
  );

  app.delete(
    '/api/contacts/:id',
    {
      config: { access: 'user' },
      schema: {
        summary: 'Removes one of your contacts',
        params: contactParams,
        response: { 200: contactRemovedAnswer, 400: errorBody, 401: errorBody, 404: errorBody },
      },
    },
    async (request) => {
      const isGone = await deleteContact(db, signedInUser(request).id, request.params.id);
      if (!isGone) throw unknownContact();
      return { message: 'Contact removed' };
    },
  );
};
