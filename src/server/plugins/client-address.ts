import type { FastifyInstance } from 'fastify';
import { clientAddressReader, type TrustedProxies } from '#server/lib/client-address.ts';

/**
 * Makes request.ip the validated client address. Fastify's own trustProxy stays off: it passes on
 * any text, and would let callers set request.host and request.protocol too.
 */
export function registerClientAddress(app: FastifyInstance, trusted: TrustedProxies) {
  const read = clientAddressReader(trusted);
  app.decorateRequest('ip', {
    getter() {
      return read(this.raw);
    },
  });
}
