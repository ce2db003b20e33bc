import { setTimeout } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import type { ReadLimitName } from '#server/plugins/read-limits.ts';

/**
 * Work that a page can do without, because a page must always open. It counts against a limit and needs a
 * slot. Undefined above the limit, without a slot, if it takes too long, and if it fails.
 */
export async function tryExtraWork<T>(
  request: FastifyRequest,
  limit: ReadLimitName,
  work: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const { bounds, readLimits, tryAcquireSlot } = request.server;
  if (readLimits.count(request, limit) > 0) return undefined;
  const release = tryAcquireSlot();
  if (!release) return undefined;
  const working = work()
    .catch((error: unknown) => {
      request.log.debug({ err: error }, 'Serving the page without its extra work');
      return undefined;
    })
    .finally(release);
  const timeout = new AbortController();
  try {
    return await Promise.race([
      working,
      setTimeout(bounds.previewTimeoutMs, undefined, { signal: timeout.signal }),
    ]);
  } finally {
    timeout.abort();
  }
}
