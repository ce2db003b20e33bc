import { type Readable, Transform } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError, overloaded } from '#server/lib/app-error.ts';
import type { Bounds } from '#server/lib/bounds.ts';
import { createConcurrencyLimit } from '#server/lib/concurrency-limit.ts';
import { networkOf } from '#server/lib/network-of.ts';

type ConcurrencyLimit = ReturnType<typeof createConcurrencyLimit>;

declare module 'fastify' {
  interface FastifyInstance {
    uploads: { visitors: ConcurrencyLimit; members: ConcurrencyLimit };
  }
  interface FastifyRequest {
    /** What this request counts against, and how it is released. */
    held: Map<ConcurrencyLimit, () => void> | undefined;
  }
}

type BodyBounds = Pick<
  Bounds,
  'bodyBytes' | 'fieldBytes' | 'smallBodyBytes' | 'largeBodies' | 'visitorUploads' | 'memberUploads'
>;

const MEMBER_BUSY = 'Your last picture is still being uploaded. Please try again in a moment.';
const NETWORK_BUSY = 'Your network is already uploading a lot. Please try again in a moment.';

const lengthRequired = () =>
  new AppError(411, 'LENGTH_REQUIRED', 'A body over 1 MB needs a Content-Length.');

const bodyTooLong = () =>
  new AppError(400, 'BODY_TOO_LONG', 'The request body is longer than its fields allow.');

/** Few large bodies at a time, by the length they declare: checked before anything is kept in memory. */
export function registerBodies(app: FastifyInstance, bounds: BodyBounds) {
  const { bodyBytes, fieldBytes, smallBodyBytes } = bounds;
  const largeBodies = createConcurrencyLimit(bounds.largeBodies);
  app.decorate('uploads', {
    visitors: createConcurrencyLimit(bounds.visitorUploads),
    members: createConcurrencyLimit(bounds.memberUploads),
  });
  app.decorateRequest('held', undefined);

  app.addHook('preParsing', (request, reply, payload, done) => {
    const length = bodyLength(request);
    const most = request.routeOptions.bodyLimit ?? bodyBytes;
    const isSmall = length !== undefined && length <= smallBodyBytes;
    const isTooLarge = length !== undefined && length > most;
    // A GET may have a body too, which is never read.
    const isRead = request.method !== 'GET' && request.method !== 'HEAD';
    if (!isRead || isSmall || isTooLarge || reply.raw.destroyed) return done(null, payload);
    const mayHavePicture = most > bodyBytes;
    if (!mayHavePicture && length !== undefined && length > fieldBytes) return done(bodyTooLong());
    try {
      if (length !== undefined && length > bodyBytes) takeUpload(request);
      else hold(request, largeBodies, networkOf(request.ip), NETWORK_BUSY);
    } catch (error) {
      return done(error as AppError);
    }
    reply.raw.once('close', () => {
      if (!request.raw.complete) release(request);
    });
    if (length !== undefined) return done(null, payload);
    const body = mayHavePicture
      ? cappedAt(bodyBytes, payload as Readable, lengthRequired)
      : cappedAt(fieldBytes, payload as Readable, bodyTooLong);
    // Where it is not parsed, such as plain text, nobody else listens or reads it to its end.
    body.on('error', () => {});
    reply.raw.once('finish', () => body.resume());
    done(null, body);
  });

  // Not when the client leaves: the body is in memory until the handler has ended.
  app.addHook('onSend', (request, _reply, payload, done) => {
    release(request);
    done(null, payload);
  });
}

/** Counts a picture against its sender's uploads, unless its large body was counted already. */
export function takeUpload(request: FastifyRequest) {
  const { visitors, members } = request.server.uploads;
  const { sessionUser } = request;
  if (sessionUser) hold(request, members, String(sessionUser.id), MEMBER_BUSY);
  else hold(request, visitors, networkOf(request.ip), NETWORK_BUSY);
}

function hold(request: FastifyRequest, limit: ConcurrencyLimit, key: string, sentence: string) {
  request.held ??= new Map();
  if (request.held.has(limit)) return;
  const acquired = limit.acquire(key);
  if (acquired === 'total') throw overloaded();
  if (acquired === 'key') throw new AppError(429, 'TOO_MANY_UPLOADS', sentence, { retryAfter: 5 });
  request.held.set(limit, acquired);
}

function release({ held }: FastifyRequest) {
  for (const give of held?.values() ?? []) give();
  held?.clear();
}

/** In bytes; undefined for a chunked body. */
function bodyLength({ raw: { headers } }: FastifyRequest): number | undefined {
  if (headers['transfer-encoding'] !== undefined) return undefined;
  return Number(headers['content-length'] ?? 0);
}

/** Passes the bytes on and fails where there are more than this. */
function cappedAt(most: number, body: Readable, refusal: () => AppError): Readable {
  let length = 0;
  const capped = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      length += chunk.length;
      if (length <= most) return done(null, chunk);
      body.unpipe(capped);
      // The rest is read and dropped, so that the client gets the response.
      body.resume();
      done(refusal());
    },
  });
  body.once('error', (error) => capped.destroy(error));
  return body.pipe(capped);
}
