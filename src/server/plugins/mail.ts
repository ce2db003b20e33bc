import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createMailer } from '#server/lib/mailer.ts';
import { createMailWorker, type MailWorker } from '#server/mail/worker.ts';

declare module 'fastify' {
  interface FastifyInstance {
    mail: MailWorker;
  }
}

/** Routes queue mails in their transaction; the worker sends them after the response. */
export function registerMail(app: FastifyInstance) {
  const { config, database, log } = app;
  const mailer = createMailer({ ...config, log });
  const worker = createMailWorker({ database, mailer, publicUrl: config.publicUrl, log });
  app.decorate('mail', worker);
  app.addHook('onReady', async () => worker.wake());
  app.addHook('onClose', () => worker.stop());
}

/** For the onResponse of routes that queue mails. */
export async function sendMailsAfterResponse(request: FastifyRequest, reply: FastifyReply) {
  if (reply.statusCode < 400) request.server.mail.wake();
}
