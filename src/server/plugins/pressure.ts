import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { overloaded } from '#server/lib/app-error.ts';
import type { Headers } from '#server/lib/common-headers.ts';
import { createGate, type Ticket } from '#server/lib/gate.ts';
import { writeRawError } from '#server/lib/raw-errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Cheap enough, and needed enough, to be answered under any load: health, pages and files. */
    isAlwaysAnswered?: boolean;
  }
  interface FastifyInstance {
    load: Load;
  }
  interface FastifyRequest {
    /** The request's place at the gate, where it needs one. */
    ticket: Ticket | undefined;
    /** Takes the place again that a slow body had to leave. */
    bodyArrived: (() => void) | undefined;
  }
}

interface Load {
  /** Requests being worked on right now. */
  readonly inFlight: number;
  /** Requests that wait for their turn. */
  readonly waiting: number;
  /** Requests turned away since the start because there was too much to do. */
  readonly sheds: number;
}

const MEBIBYTE = 1024 * 1024;
const BOUNDS = {
  /** Twice the connections to the database: while one half waits for it, the other is put into words. */
  places: 40,
  line: 2_000,
  patienceMs: 1_000,
  spreadMs: 2_000,
  /** A body that takes longer to arrive is a slow caller's, who must not hold a place meanwhile. */
  bodyGraceMs: 250,
  maxEventLoopDelay: 1_000,
  maxHeapUsedBytes: 1_500 * MEBIBYTE,
};
const SAY_SO_EVERY_MS = 10_000;

const REFUSAL = overloaded();

/**
 * A request takes one of a few places, waits a moment in line for one, or is told 503 and Retry-After.
 * So what is taken on is done at the best pace there is, however many ask.
 */
export async function registerPressure(app: FastifyInstance, bounds: Partial<typeof BOUNDS> = {}) {
  const { places, line, patienceMs, spreadMs, bodyGraceMs, ...pressure } = { ...BOUNDS, ...bounds };
  const gate = createGate({ places, line, patienceMs, spreadMs });
  let sheds = 0;
  const load: Load = {
    get inFlight() {
      return gate.inside();
    },
    get waiting() {
      return gate.inLine();
    },
    get sheds() {
      return sheds;
    },
  };
  app.decorate('load', load);
  app.decorateRequest('ticket', undefined);
  app.decorateRequest('bodyArrived', undefined);

  await app.register(underPressure, {
    ...pressure,
    pressureHandler: (request, reply, _type, value) => {
      // Infinity: no sample at all since the last look, as after one long pause of the whole machine.
      if (value === Number.POSITIVE_INFINITY) return;
      if (!request.routeOptions.config.isAlwaysAnswered) turnAway(request, reply);
    },
  });

  app.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config.isAlwaysAnswered) return done();
    let grace: NodeJS.Timeout | undefined;
    const waiting = gate.enter((isIn, ticket) => {
      if (!isIn) return turnAway(request, reply);
      request.ticket = ticket;
      if (hasBody(request)) {
        grace = setTimeout(ticket.stepAside, bodyGraceMs);
        request.bodyArrived = () => {
          clearTimeout(grace);
          ticket.comeBack();
        };
      }
      done();
    });
    // 'close' comes exactly once, after the last byte as well as after a caller who went away.
    reply.raw.once('close', () => {
      clearTimeout(grace);
      waiting.leave();
    });
  });
  app.addHook('preValidation', (request, _reply, done) => {
    request.bodyArrived?.();
    done();
  });

  let saidAt = Number.NEGATIVE_INFINITY;
  app.addHook('onResponse', async (request) => {
    if (request.errorCode !== REFUSAL.code) return;
    sheds += 1;
    if (performance.now() - saidAt < SAY_SO_EVERY_MS) return;
    saidAt = performance.now();
    const { inFlight, waiting } = load;
    const details = { inFlight, waiting, sheds, ...app.memoryUsage() };
    app.log.warn(details, 'Too much to do: turning requests away');
  });
}

/**
 * For work that has a bounded queue of its own, such as hashing a password: whoever waits there leaves
 * the place to others, so that a flood of logins does not keep anybody from searching.
 */
export async function asideWhile<T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> {
  request.ticket?.stepAside();
  try {
    return await work();
  } finally {
    request.ticket?.comeBack();
  }
}

/** Past all hooks and serializers: of all answers this one must cost the least. */
function turnAway(request: FastifyRequest, reply: FastifyReply) {
  request.errorCode = REFUSAL.code;
  reply.hijack();
  writeRawError(reply.raw, REFUSAL, reply.getHeaders() as Headers);
}

function hasBody({ raw }: FastifyRequest): boolean {
  return raw.headers['content-length'] !== undefined || 'transfer-encoding' in raw.headers;
}
