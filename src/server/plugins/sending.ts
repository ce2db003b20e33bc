import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Bounds } from '#server/lib/bounds.ts';

type SendingBounds = Pick<Bounds, 'sendTimeoutMs' | 'unsentBytes' | 'timeoutCheckMs'>;

/** The size that a streamed file counts as. */
const STREAM_BYTES = 64 * 1024;

/**
 * Clients that read slowly or not at all: each response has a time limit, and all unsent ones together
 * have a limit of bytes. Beyond it the oldest is cut off.
 */
export function registerSending(app: FastifyInstance, bounds: SendingBounds) {
  const { sendTimeoutMs, unsentBytes, timeoutCheckMs } = bounds;
  /** The oldest first. */
  const sending = new Map<ServerResponse, { bytes: number; since: number }>();
  let total = 0;

  function forget(response: ServerResponse) {
    total -= sending.get(response)?.bytes ?? 0;
    sending.delete(response);
  }
  function cutOff(response: ServerResponse) {
    forget(response);
    response.destroy();
  }

  app.addHook('onSend', (_request, { raw }, payload, done) => {
    const bytes = sizeOf(payload);
    if (sending.has(raw)) forget(raw);
    else raw.once('close', () => forget(raw));
    for (const oldest of sending.keys()) {
      if (total + bytes <= unsentBytes) break;
      cutOff(oldest);
    }
    if (!raw.destroyed) {
      sending.set(raw, { bytes, since: performance.now() });
      total += bytes;
    }
    done(null, payload);
  });

  const check = setInterval(() => {
    const latest = performance.now() - sendTimeoutMs;
    for (const [response, { since }] of sending) {
      if (since > latest) break;
      cutOff(response);
    }
  }, timeoutCheckMs);
  check.unref();
  app.addHook('onClose', async () => clearInterval(check));
}

function sizeOf(payload: unknown): number {
  if (typeof payload === 'string' || Buffer.isBuffer(payload)) return payload.length;
  return payload ? STREAM_BYTES : 0;
}
