import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AppError } from './app-error.ts';
import { commonHeaders, type Headers } from './common-headers.ts';
import { clientErrorHandler, rejectUnusualRequests, writeRawError } from './raw-errors.ts';

const STARTING = new AppError(
  503,
  'STARTING',
  'Payfolk is starting. Please try again in a moment.',
  { retryAfter: 2 },
);

interface Options {
  port: number;
  host: string;
  isProduction: boolean;
}

/** Listens while the server opens its database: alive, but not ready. Fails early if the port is in use. */
export async function startPlaceholderServer({ port, host, isProduction }: Options) {
  const headers = { ...commonHeaders(isProduction), connection: 'close' };
  const server = createServer({ requireHostHeader: false }, (request, response) => {
    if (request.url === '/healthz') writeStatus(response, 200, 'alive', headers);
    else if (request.url === '/readyz') writeStatus(response, 503, 'not ready', headers);
    else writeRawError(response, STARTING, headers);
  });
  server.on('clientError', clientErrorHandler(headers));
  rejectUnusualRequests(server, headers);
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw explainListenError(error, { port, host });
  }
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** One sentence that names the variable; other errors stay as they are. */
export function explainListenError(
  error: unknown,
  { port, host }: Pick<Options, 'port' | 'host'>,
): unknown {
  const unknownHost = `HOST ${host} cannot be found: set it to an address of this machine, such as 127.0.0.1, or 0.0.0.0 for all.`;
  const texts: Record<string, string> = {
    EADDRINUSE: `Port ${port} is in use. Stop what listens there, or set PORT to another one.`,
    EACCES: `PORT ${port} may not be used by this user: set it to 1024 or higher, and let a proxy listen on 80 and 443.`,
    EADDRNOTAVAIL: `HOST ${host} is no address of this machine: set it to one that is, such as 127.0.0.1, or 0.0.0.0 for all.`,
    ENOTFOUND: unknownHost,
    EAI_AGAIN: unknownHost,
    EINVAL: unknownHost,
  };
  const text = texts[(error as NodeJS.ErrnoException).code ?? ''];
  return text === undefined ? error : new Error(text, { cause: error });
}

function writeStatus(response: ServerResponse, code: number, status: string, headers: Headers) {
  const retry = code === 503 ? { 'retry-after': String(STARTING.retryAfter) } : {};
  const type = { 'content-type': 'application/json; charset=utf-8' };
  response.writeHead(code, { ...headers, ...type, ...retry }).end(JSON.stringify({ status }));
}
