import { type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { AppError } from './app-error.ts';
import type { Headers } from './common-headers.ts';

const MALFORMED = new AppError(
  400,
  'MALFORMED_REQUEST',
  'The server could not read this request. It is not valid HTTP.',
);
const TOO_LARGE = new AppError(
  431,
  'HEADERS_TOO_LARGE',
  'The address or the headers are too long.',
);
const TIMEOUT = new AppError(
  408,
  'REQUEST_TIMEOUT',
  'The request took too long to arrive. Please try again.',
);
const EXPECTATION = new AppError(
  417,
  'EXPECTATION_FAILED',
  'The server cannot do what the Expect header asks for.',
);

export const missingHost = () =>
  new AppError(400, 'MALFORMED_REQUEST', 'The request has no Host header.');

/** Writes an error without Fastify. `headers` are the common headers of every response. */
export function writeRawError(response: ServerResponse, error: AppError, headers: Headers): void {
  const body = JSON.stringify(error.toBody());
  response.writeHead(error.status, errorHeaders(error, body, headers)).end(body);
}

/** Responds to what Node's HTTP parser rejects. */
export function clientErrorHandler(headers: Headers) {
  return (error: Error & { code?: string }, socket: Duplex): void => {
    if (error.code === 'HPE_HEADER_OVERFLOW') writeToSocket(socket, TOO_LARGE, headers);
    else if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') writeToSocket(socket, TIMEOUT, headers);
    else writeToSocket(socket, MALFORMED, headers);
  };
}

/** Two kinds of request that never reach Fastify. */
export function rejectUnusualRequests(server: Server, headers: Headers): void {
  server.on('checkExpectation', (_request, response) => {
    writeRawError(response, EXPECTATION, headers);
  });
  server.on('connect', (_request, socket) => writeToSocket(socket, MALFORMED, headers));
}

function writeToSocket(socket: Duplex & MaybeHttp, error: AppError, headers: Headers): void {
  // In the middle of another response these bytes would become part of it.
  if (socket.writable && !socket._httpMessage?.headersSent) {
    const body = JSON.stringify(error.toBody());
    const lines = Object.entries({ ...errorHeaders(error, body, headers), connection: 'close' });
    const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    socket.write(`HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}\r\n${head}\r\n${body}`);
  }
  // Ending it gracefully would let a client that never reads keep the connection.
  socket.destroy();
}

interface MaybeHttp {
  /** The response that Node is writing to this connection. */
  _httpMessage?: ServerResponse | null;
}

function errorHeaders(error: AppError, body: string, headers: Headers): Headers {
  return {
    ...headers,
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    ...(error.retryAfter === undefined ? {} : { 'retry-after': String(error.retryAfter) }),
  };
}
