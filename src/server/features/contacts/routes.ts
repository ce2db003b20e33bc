import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { messageResponse } from '#contract/accounts.ts';
import {
  addPersonInput,
  CONTACTS_MAX,
  contactParams,
  contactResponse,
  contactsResponse,
  updateContactInput,
} from '#contract/contacts.ts';
import { errorResponse } from '#contract/errors.ts';
import { pageQuery } from '#contract/paging.ts';
import { AppError, notFound } from '#server/lib/app-error.ts';
import { cutPage, readIdCursor } from '#server/lib/paging.ts';
import { changeAs } from '#server/plugins/access.ts';
import { signedInUser } from '#server/plugins/session.ts';
import {
  countContacts,
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
        operationId: 'addContact',
        tags: ['contacts'],
        summary: 'Add a person or business to your contacts',
        body: addPersonInput,
        response: { 201: contactResponse, 409: errorResponse },
      },
    },
    async (request, reply) => {
      const contact = await changeAs(request, async (tx, owner) => {
        if ((await countContacts(tx, owner.id)) >= CONTACTS_MAX) {
          const most = CONTACTS_MAX.toLocaleString('en-US');
          throw new AppError(
            409,
            'TOO_MANY_CONTACTS',
            `You can keep up to ${most} contacts. Please remove one before you add another.`,
          );
        }
        return insertContact(tx, owner.id, request.body);
      });
      return reply.code(201).send(contact);
    },
  );

  app.get(
    '/api/contacts',
    {
      config: { access: 'user' },
      schema: {
        operationId: 'listContacts',
        tags: ['contacts'],
        summary: 'List your contacts, newest first',
        description: 'The Link header has the address of the next page.',
        querystring: pageQuery,
        response: { 200: contactsResponse },
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
        operationId: 'updateContact',
        tags: ['contacts'],
        summary: 'Update one of your contacts',
        description: 'Omitted fields stay the same. A list of accounts replaces the old list.',
        params: contactParams,
        body: updateContactInput,
        response: { 200: contactResponse, 404: errorResponse },
      },
    },
    async (request) => {
      const contact = await changeAs(request, (tx, owner) =>
        updateContact(tx, owner.id, request.params.id, request.body),
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
        operationId: 'deleteContact',
        tags: ['contacts'],
        summary: 'Delete one of your contacts',
        params: contactParams,
        response: { 200: messageResponse, 404: errorResponse },
      },
    },
    async (request) => {
      const isGone = await changeAs(request, (tx, owner) =>
        deleteContact(tx, owner.id, request.params.id),
      );
      if (!isGone) throw unknownContact();
      return { message: 'Contact removed' };
    },
  );
};
