import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addHits } from '#server/db/rate-limits.ts';
import { HitCounter } from '#server/lib/hit-counter.ts';
import { networkOf } from '#server/lib/network-of.ts';

const FIVE_MINUTES = 5 * 60;
const DAY = 24 * 60 * 60;

/**
 * How often one network may read. Counted in memory, so that a read costs no write; nodes share their
 * counts every few seconds.
 */
export const READ_LIMITS = {
  search: {
    sentence: 'Too many searches from your network.',
    windows: [
      { name: 'search', limit: 300, windowSeconds: FIVE_MINUTES },
      { name: 'searchDaily', limit: 10_000, windowSeconds: DAY },
    ],
  },
  qr: {
    sentence: 'Too many QR codes from your network.',
    windows: [{ name: 'qr', limit: 120, windowSeconds: FIVE_MINUTES }],
  },
  export: {
    sentence: 'Too many downloads of account data from your network.',
    windows: [{ name: 'export', limit: 30, windowSeconds: FIVE_MINUTES }],
  },
  /** Every other route of visitors and members. Counted before the session is looked up. */
  other: {
    sentence: 'Too many requests from your network.',
    windows: [{ name: 'other', limit: 6_000, windowSeconds: FIVE_MINUTES }],
  },
} as const;

export type ReadLimitName = keyof typeof READ_LIMITS;

declare module 'fastify' {
  interface FastifyInstance {
    readLimits: ReadLimits;
  }
}

type Caller = Pick<FastifyRequest, 'ip'>;

interface ReadLimits {
  /** Counts one read. Returns 0, or the seconds to wait if there were too many. */
  count(caller: Caller, name: ReadLimitName): number;
  /** Exchanges counts with the other nodes. */
  share(): Promise<void>;
}

const SHARE_EVERY_MS = 5_000;
/** What one turn shares at most, per limit; the rest is shared at the next. */
const BATCH_KEYS = 1_000;
const MAX_BATCHES = 10;

export function registerReadLimits(app: FastifyInstance) {
  const { config, database, log } = app;
  const names = Object.keys(READ_LIMITS) as ReadLimitName[];
  const counters = Object.fromEntries(
    names.map((name) => [name, READ_LIMITS[name].windows.map((window) => new HitCounter(window))]),
  ) as Record<ReadLimitName, HitCounter[]>;

  function count({ ip }: Caller, name: ReadLimitName): number {
    if (!config.rateLimits) return 0;
    const network = networkOf(ip);
    let wait = 0;
    for (const counter of counters[name]) wait = Math.max(wait, counter.secondsToWait(network));
    // Refused reads do not count, so a blocked caller adds nothing to share.
    if (wait === 0) for (const counter of counters[name]) counter.add(network);
    return wait;
  }

  async function shareAll() {
    for (const counter of Object.values(counters).flat()) {
      counter.dropExpired();
      for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
        const shared = await counter.share(BATCH_KEYS, (hits) =>
          addHits(database.db, counter.name, hits),
        );
        if (shared < BATCH_KEYS) break;
      }
    }
  }

  let running: Promise<void> | undefined;
  let isFailing = false;
  async function share() {
    running ??= shareAll()
      .then(() => {
        isFailing = false;
      })
      .catch((error: unknown) => {
        // The node continues with its own counts until the next attempt.
        if (!isFailing) log.warn({ err: error }, 'Could not share read counts');
        isFailing = true;
      })
      .finally(() => {
        running = undefined;
      });
    await running;
  }

  app.decorate('readLimits', { count, share });
  let timer: NodeJS.Timeout | undefined;
  app.addHook('onReady', async () => {
    if (config.rateLimits) timer = setInterval(share, SHARE_EVERY_MS).unref();
  });
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await running;
  });
}
