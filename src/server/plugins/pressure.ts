import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { overloaded } from '#server/lib/app-error.ts';
import { BOUNDS, type Bounds } from '#server/lib/bounds.ts';
import type { Headers } from '#server/lib/common-headers.ts';
import { createGate, type Slot } from '#server/lib/gate.ts';
import { isOverloaded } from '#server/lib/overload.ts';
import { writeRawError } from '#server/lib/raw-errors.ts';
import { registerPipelining } from './pipelining.ts';
import { registerSending } from './sending.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answered under any load: health, pages and files. */
    isAlwaysAnswered?: boolean;
  }
  interface FastifyInstance {
    load: Load;
    /** Takes a slot for extra work of a request that needs none itself; returns its release. */
    tryAcquireSlot(): (() => void) | undefined;
  }
  interface FastifyRequest {
    /** The request's slot, where it needs one. */
    slot: Slot | undefined;
    /** Runs until a slow body or a slow reader has to give up the slot. */
    slotTimer: NodeJS.Timeout | undefined;
  }
}

interface Load {
  readonly inFlight: number;
  readonly waiting: number;
  /** Requests refused since the start. */
  readonly sheds: number;
  /** See `Gate.isStuck`. */
  readonly isStuck: boolean;
}

const LOG_EVERY_MS = 10_000;

const REFUSAL = overloaded();

/**
 * A request gets one of a few slots, waits in a queue for one, or is refused with 503 and Retry-After.
 * Admitted requests run at full speed under any load.
 */
export async function registerPressure(app: FastifyInstance, bounds: Partial<Bounds> = {}) {
  const all = { ...BOUNDS, ...bounds };
  const { bodyGraceMs, sendGraceMs, maxEventLoopDelay, maxHeapUsedBytes } = all;
  const gate = createGate(all);
  let sheds = 0;
  const load: Load = {
    get inFlight() {
      return gate.inFlight();
    },
    get waiting() {
      return gate.queued();
    },
    get sheds() {
      return sheds;
    },
    get isStuck() {
      return gate.isStuck();
    },
  };
  app.decorate('load', load);
  app.decorateRequest('slot', undefined);
  app.decorateRequest('slotTimer', undefined);
  app.decorate('tryAcquireSlot', () => {
    let hasSlot = false;
    const slot = gate.enter((isAdmitted) => {
      hasSlot = isAdmitted;
    });
    if (hasSlot) return slot.release;
    slot.release();
    return undefined;
  });

  registerPipelining(app, all.pipelinedRequests);
  await app.register(underPressure, {
    maxEventLoopDelay,
    maxHeapUsedBytes,
    pressureHandler: (request, reply) => {
      if (request.routeOptions.config.isAlwaysAnswered) return;
      // Both limits again: the plugin stops at the first one, also where it had no sample of the delay.
      if (isOverloaded(app.memoryUsage(), all)) refuse(request, reply);
    },
  });

  app.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config.isAlwaysAnswered) return done();
    const release = () => {
      clearTimeout(request.slotTimer);
      request.slot?.release();
    };
    // This response has its socket, so 'close' always comes. 'prefinish' comes first, when all of the
    // response was handed to the socket: sending it to a slow reader is not work.
    reply.raw.once('prefinish', release);
    reply.raw.once('close', release);
    const queued = gate.enter((isAdmitted, slot) => {
      if (!isAdmitted) return refuse(request, reply);
      request.slot = slot;
      if (hasBody(request)) request.slotTimer = setTimeout(slot.pause, bodyGraceMs);
      done();
    });
    request.slot ??= queued;
  });
  app.addHook('preValidation', (request, _reply, done) => {
    clearTimeout(request.slotTimer);
    if (request.slot) request.slot.resume(done);
    else done();
  });
  app.addHook('onSend', (request, _reply, payload, done) => {
    const { slot } = request;
    clearTimeout(request.slotTimer);
    if (slot) request.slotTimer = setTimeout(slot.release, sendGraceMs);
    done(null, payload);
  });
  registerSending(app, all);

  let loggedAt = Number.NEGATIVE_INFINITY;
  app.addHook('onResponse', async (request) => {
    if (request.errorCode !== REFUSAL.code) return;
    sheds += 1;
    if (performance.now() - loggedAt < LOG_EVERY_MS) return;
    loggedAt = performance.now();
    const { inFlight, waiting } = load;
    const details = { inFlight, waiting, sheds, ...app.memoryUsage() };
    app.log.warn(details, 'Overloaded: refusing requests');
  });
}

/**
 * For work with its own bounded queue, such as hashing a password or decoding a picture: a flood of
 * logins does not take the slots of other requests.
 */
export async function releaseSlotWhile<T>(
  request: FastifyRequest,
  work: () => Promise<T>,
): Promise<T> {
  const { slot } = request;
  slot?.pause();
  try {
    return await work();
  } finally {
    await new Promise<void>((resolve) => (slot ? slot.resume(resolve) : resolve()));
  }
}

/** Skips hooks and serializers: refusing must be cheap. */
function refuse(request: FastifyRequest, reply: FastifyReply) {
  request.errorCode = REFUSAL.code;
  reply.hijack();
  writeRawError(reply.raw, REFUSAL, reply.getHeaders() as Headers);
}

function hasBody({ raw }: FastifyRequest): boolean {
  return raw.headers['content-length'] !== undefined || 'transfer-encoding' in raw.headers;
}
