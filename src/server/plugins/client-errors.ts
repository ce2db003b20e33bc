import { type OutgoingMessage, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { AppError } from '#server/lib/app-error.ts';

const TIMED_OUT = new AppError(
  408,
  'REQUEST_TIMEOUT',
  'The request took too long to arrive. Please try again.',
);
const TOO_LONG = new AppError(431, 'INVALID_REQUEST', 'The headers of the request are too large.');
const MALFORMED = new AppError(400, 'INVALID_REQUEST', 'The request is not valid.');

/** Requests that Node ends before they reach the app: too slow, or not HTTP. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket) {
  const { code } = error;
  if (code === 'ECONNRESET' || socket.destroyed) return;
  const answer =
    code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? TIMED_OUT
      : code === 'HPE_HEADER_OVERFLOW'
        ? TOO_LONG
        : MALFORMED;
  // Not into the middle of a response that has begun.
  const { _httpMessage: current } = socket as Socket & { _httpMessage?: OutgoingMessage | null };
  if (socket.writable && !current?.headersSent) socket.write(asText(answer));
  socket.destroy(error);
}

function asText(answer: AppError): string {
  const body = JSON.stringify(answer.toBody());
  return [
    `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}
