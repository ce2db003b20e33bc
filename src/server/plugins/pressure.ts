import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import { overloaded } from '#server/lib/app-error.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Cheap enough, and needed enough, to be answered under any load: health, pages and files. */
    isAlwaysAnswered?: boolean;
  }
  interface FastifyInstance {
    load: Load;
  }
}

interface Load {
  /** Requests being worked on right now. */
  inFlight: number;
  /** How many there may be at the moment. */
  room: number;
  /** Requests turned away since the start because there was too much to do. */
  sheds: number;
}

const MEBIBYTE = 1024 * 1024;
const BOUNDS = {
  /** Fewer than this at once are always taken on; more than that, never. */
  minInFlight: 100,
  maxInFlight: 1_000,
  maxEventLoopDelay: 1_000,
  maxHeapUsedBytes: 1_500 * MEBIBYTE,
};
/** Taken on is what will be done within about this long, at the pace of the moment. */
const PATIENCE_SECONDS = 2;
const LOOK_EVERY_MS = 500;
const SAY_SO_EVERY_MS = 10_000;

/** What cannot be answered soon is answered now, with 503 and Retry-After, instead of piling up. */
export async function registerPressure(app: FastifyInstance, bounds: Partial<typeof BOUNDS> = {}) {
  const { minInFlight, maxInFlight, ...pressure } = { ...BOUNDS, ...bounds };
  const load: Load = { inFlight: 0, room: maxInFlight, sheds: 0 };
  app.decorate('load', load);

  await app.register(underPressure, {
    ...pressure,
    pressureHandler: (request, _reply, _type, value) => {
      // Infinity: no sample at all since the last look, as after one long pause of the whole machine.
      if (value === Number.POSITIVE_INFINITY) return;
      if (!request.routeOptions.config.isAlwaysAnswered) throw overloaded();
    },
  });

  // How long the last in the queue waits is the length of the queue by the pace at which it moves.
  let done = 0;
  const look = setInterval(() => {
    const pace = done * (1_000 / LOOK_EVERY_MS);
    const fits = Math.max(minInFlight, Math.min(maxInFlight, pace * PATIENCE_SECONDS));
    // Without a queue the pace tells how much was asked for, not how much could be done.
    load.room = load.inFlight >= minInFlight ? fits : maxInFlight;
    done = 0;
  }, LOOK_EVERY_MS);
  look.unref();
  app.addHook('onClose', async () => clearInterval(look));

  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.isAlwaysAnswered) return;
    if (load.inFlight >= load.room) throw overloaded();
    load.inFlight += 1;
    // 'close' comes exactly once, after the last byte as well as after a caller who went away.
    reply.raw.once('close', () => {
      load.inFlight -= 1;
      done += 1;
    });
  });

  let saidAt = Number.NEGATIVE_INFINITY;
  app.addHook('onResponse', async (request) => {
    if (request.errorCode !== 'OVERLOADED') return;
    load.sheds += 1;
    if (performance.now() - saidAt < SAY_SO_EVERY_MS) return;
    saidAt = performance.now();
    app.log.warn({ ...load, ...app.memoryUsage() }, 'Too much to do: turning requests away');
  });
}
