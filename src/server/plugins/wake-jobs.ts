import type { FastifyReply, FastifyRequest } from 'fastify';

/** For the onResponse of routes that queue jobs, such as emails. */
export async function wakeJobsAfterResponse(request: FastifyRequest, reply: FastifyReply) {
  if (reply.statusCode < 400) request.server.jobs.wake();
}
