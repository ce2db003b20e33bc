import type { FastifyInstance } from 'fastify';
import { createJobRunner, type JobRunner } from '#server/jobs/runner.ts';
import { createMailer } from '#server/lib/mailer.ts';
import type { PageReader } from '#server/lib/website/page-reader.ts';

declare module 'fastify' {
  interface FastifyInstance {
    jobs: JobRunner;
    /** Undefined with WEBSITE_PROOF=off. */
    readPage: PageReader | undefined;
  }
}

/** Routes queue jobs in their transaction; the runner performs them after the response. */
export function registerJobs(app: FastifyInstance, readPage: PageReader | undefined) {
  const { config, database, log } = app;
  const mailer = createMailer({ ...config, log });
  const { publicUrl, backups } = config;
  const { db, direct } = database;
  const runner = createJobRunner(
    { db, direct, mailer, publicUrl, readPage, backups, log },
    () => app.lifecycle.isStopping,
  );
  app.decorate('readPage', readPage);
  app.decorate('jobs', runner);
  app.addHook('onReady', async () => runner.wake());
  app.addHook('onClose', () => runner.stop());
}
