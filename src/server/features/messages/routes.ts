import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { messageResponse } from '#contract/accounts.ts';
import { CONTACT_ACCEPTED, contactInput } from '#contract/messages.ts';
import { insertMail } from '#server/db/mail-queue.ts';
import { AppError } from '#server/lib/app-error.ts';
import { wakeJobsAfterResponse } from '#server/plugins/wake-jobs.ts';
import { listAdminEmails } from './queries.ts';

/** Messages to the operator, by mail. Nothing else stores them. */
export const messageRoutes: FastifyPluginAsyncZod = async (app) => {
  const { config, database } = app;

  app.post(
    '/api/contact',
    {
      config: { access: 'public', limit: 'contact' },
      schema: {
        operationId: 'sendMessage',
        tags: ['system'],
        summary: 'Send a message to the people who run this site',
        description:
          'It is emailed to CONTACT_EMAIL, or else to the admins. 5 per network and day.',
        body: contactInput,
        response: { 202: messageResponse },
      },
      onResponse: wakeJobsAfterResponse,
    },
    async (request, reply) => {
      const { email, message } = request.body;
      await database.db.transaction(async (tx) => {
        const recipients = config.contactEmail
          ? [config.contactEmail]
          : await listAdminEmails(tx, config.adminEmails);
        if (recipients.length === 0) {
          throw new AppError(
            503,
            'NO_RECIPIENT',
            'This site can’t receive messages yet. Please try again later.',
          );
        }
        for (const recipient of recipients) {
          await insertMail(tx, { kind: 'contact', recipient, data: { email, message } });
        }
      });
      return reply.code(202).send({ message: CONTACT_ACCEPTED });
    },
  );
};
