import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const HEALTH_CHECKS = ['/healthz', '/readyz'];

/** The route's pattern, never the path or the query: no search text and no page next to an address. */
const describe = ({ method, routeOptions, ip }: FastifyRequest) => ({
  method,
  route: routeOptions?.url ?? 'none',
  ip,
});

export function logResponse(request: FastifyRequest, reply: FastifyReply) {
  const ms = Math.round(reply.elapsedTime);
  const described = describe(request);
  // A proxy asks every second.
  const isRoutine = HEALTH_CHECKS.includes(described.route) && reply.statusCode === 200;
  const level = isRoutine ? 'debug' : 'info';
  request.log[level]({ ...described, status: reply.statusCode, ms }, 'request');
}

/** One line per request, when its response has ended. */
export function registerRequestLog(app: FastifyInstance) {
  app.addHook('onRequest', async (request) => {
    request.log.debug(describe(request), 'incoming request');
  });
  app.addHook('onResponse', async (request, reply) => logResponse(request, reply));
}
