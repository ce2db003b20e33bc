import type { FastifyInstance } from 'fastify';
import { createJobRunner, type JobRunner } from '#server/jobs/runner.ts';
import { createMailer } from '#server/lib/mailer.ts';

declare module 'fastify' {
  interface FastifyInstance {
    jobs: JobRunner;
  }
}

/** Routes queue jobs in their transaction; the runner performs them after the response. */
export function registerJobs(app: FastifyInstance) {
  const { config, database, log } = app;
  const mailer = createMailer({ ...config, log });
  const runner = createJobRunner({ db: database.db, mailer, publicUrl: config.publicUrl, log });
  app.decorate('jobs', runner);
  app.addHook('onReady', async () => runner.wake());
  app.addHook('onClose', () => runner.stop());
}
