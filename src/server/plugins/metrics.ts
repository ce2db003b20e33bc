import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { countQueuedMails } from '#server/db/mail-queue.ts';

/** GET /metrics in the Prometheus format. For the operator's own network: see docs/operations.md. */
export function registerMetrics(app: FastifyInstance) {
  const register = new Registry();
  const registers = [register];
  const { database, load } = app;
  collectDefaultMetrics({ register });

  const duration = new Histogram({
    name: 'payfolk_http_request_duration_seconds',
    help: 'Response time by route and status; its count is the number of requests',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  app.addHook('onResponse', async (request, reply) => {
    // The route's pattern, never the URL: its values are unbounded.
    const route = request.routeOptions.url ?? 'none';
    duration.observe(
      { method: request.method, route, status: String(reply.statusCode) },
      reply.elapsedTime / 1_000,
    );
  });

  new Gauge({
    name: 'payfolk_http_requests_in_flight',
    help: 'Requests in progress',
    registers,
    collect() {
      this.set(load.inFlight);
    },
  });
  new Gauge({
    name: 'payfolk_http_requests_waiting',
    help: 'Requests queued for a slot',
    registers,
    collect() {
      this.set(load.waiting);
    },
  });
  new Counter({
    name: 'payfolk_sheds_total',
    help: 'Requests refused with 503 because of overload',
    registers,
    collect() {
      this.reset();
      this.inc(load.sheds);
    },
  });
  new Gauge({
    name: 'payfolk_database_connections',
    help: 'Database connections by pool: open, idle, and requests waiting for one',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const [name, pool] of Object.entries(database.pools)) {
        this.set({ pool: name, state: 'total' }, pool.totalCount);
        this.set({ pool: name, state: 'idle' }, pool.idleCount);
        this.set({ pool: name, state: 'waiting' }, pool.waitingCount);
      }
    },
  });
  new Gauge({
    name: 'payfolk_mails_queued',
    help: 'Queued emails; absent while the database is unavailable',
    registers,
    async collect() {
      this.remove();
      const queued = await countQueuedMails(database.db).catch(() => undefined);
      if (queued !== undefined) this.set(queued);
    },
  });

  app.get(
    '/metrics',
    { config: { access: 'public', isAlwaysAnswered: true }, schema: { hide: true } },
    async (_request, reply) =>
      reply
        .type(register.contentType)
        .header('cache-control', 'no-store')
        .send(await register.metrics()),
  );
  app.addHook('onClose', async () => register.clear());
}
