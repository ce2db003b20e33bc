import type { FastifyReply, FastifyRequest } from 'fastify';

/** For the onResponse of routes that queue mails. */
export async function sendMailsAfterResponse(request: FastifyRequest, reply: FastifyReply) {
  if (reply.statusCode < 400) request.server.jobs.wake();
}
