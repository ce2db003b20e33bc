import type { FastifyInstance } from 'fastify';
import type { Headers } from '#server/lib/common-headers.ts';
import { missingHost, rejectUnusualRequests } from '#server/lib/raw-errors.ts';

/** Must be the first hook: then every response has the headers, early rejections included. */
export function registerCommonHeaders(app: FastifyInstance, headers: Headers) {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers);
    // Node's own check is off, because its response has neither the headers nor the error body.
    const { httpVersion, headers: received } = request.raw;
    done(httpVersion === '1.1' && received.host === undefined ? missingHost() : undefined);
  });
  rejectUnusualRequests(app.server, headers);
}
