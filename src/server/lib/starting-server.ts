import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Answers in the server's place while it opens its database: alive, but not ready. It also finds out
 * first of all whether the port is free.
 */
export async function startStartingServer(port: number, host: string) {
  const server = createServer((request, response) => {
    const isAlive = request.url === '/healthz';
    response.writeHead(isAlive ? 200 : 503, {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      connection: 'close',
      ...(isAlive ? {} : { 'retry-after': '2' }),
    });
    const message = 'Payfolk is starting. Please try again in a moment.';
    const body = isAlive ? { status: 'alive' } : { error: message, message, code: 'STARTING' };
    response.end(JSON.stringify(request.url === '/readyz' ? { status: 'not ready' } : body));
  });
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    throw isTaken
      ? new Error(`Port ${port} is in use. Stop what listens there, or set PORT to another one.`)
      : error;
  }
  return {
    /** The port it got, also where any free one was asked for. */
    port: (server.address() as AddressInfo).port,
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
