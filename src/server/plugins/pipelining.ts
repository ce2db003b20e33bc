import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * One request at a time on each connection. A pipelined request whose response has no socket yet waits
 * before any work is done for it; when the connection closes it is dropped with it.
 */
export function registerPipelining(app: FastifyInstance, most: number) {
  const waiting = new WeakMap<Socket, number>();

  app.addHook('onRequest', (request, reply, done) => {
    if (reply.raw.socket) return done();
    const { socket } = request.raw;
    const count = (waiting.get(socket) ?? 0) + 1;
    if (count > most) {
      request.log.warn({ most }, 'Too many pipelined requests: closing the connection');
      return socket.destroy();
    }
    waiting.set(socket, count);
    reply.raw.once('socket', () => {
      waiting.set(socket, (waiting.get(socket) ?? 1) - 1);
      process.nextTick(() => {
        if (!reply.raw.destroyed) done();
      });
    });
  });
}
