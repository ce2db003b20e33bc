import type { Db } from '#server/db/client.ts';
import { insertJob } from '#server/db/jobs.ts';
import { TASKS, type TaskName, type TaskPayload } from './tasks.ts';

interface EnqueueOptions {
  /** By the database's clock. */
  delaySeconds?: number;
  /** A job with this key that waits or runs already stays, and no second one is queued. */
  jobKey?: string;
  /** The job is deleted with this user. */
  userId?: number;
}

/** In a transaction, the job runs only if that commits. Mails have `insertMail`. */
export async function enqueueJob<N extends TaskName>(
  db: Db,
  task: N,
  payload: TaskPayload<N>,
  { delaySeconds, jobKey, userId }: EnqueueOptions = {},
) {
  const { lane, payload: schema } = TASKS[task];
  const parsed = schema.parse(payload);
  await insertJob(db, { lane, task, payload: parsed, key: jobKey, userId, delaySeconds });
}
