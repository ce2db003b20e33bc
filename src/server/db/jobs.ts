import { and, eq, isNotNull, or, sql } from 'drizzle-orm';
import type { Db } from './client.ts';
import { jobs } from './schema.ts';

/** The tasks of src/server/jobs/tasks.ts, and the lane each of them runs in. */
export const TASK_LANES = {
  'send-mail': 'mail',
  'mark-lookalikes': 'upkeep',
  sweep: 'upkeep',
  'check-websites': 'websites',
  backup: 'backups',
} as const;
export type TaskName = keyof typeof TASK_LANES;
export type LaneName = (typeof TASK_LANES)[TaskName];

interface JobOptions {
  /** Measured by the database's clock. */
  delaySeconds?: number;
  /** If a job with this key is queued or running, no second one is queued. */
  key?: string;
  /** The job is deleted with this user. */
  userId?: number | undefined;
}

export interface TakenJob {
  id: number;
  task: TaskName;
  payload: unknown;
  userId: number | null;
  /** Including this one. */
  attempts: number;
  ageSeconds: number;
}

const inSeconds = (seconds: number) => sql`now() + make_interval(secs => ${seconds})`;

/** In a transaction, the job runs only if that commits. */
export async function insertJob(
  db: Db,
  task: TaskName,
  payload: object,
  { delaySeconds = 0, ...options }: JobOptions = {},
) {
  const job = { lane: TASK_LANES[task], task, payload, runAt: inSeconds(delaySeconds), ...options };
  await db.insert(jobs).values(job).onConflictDoNothing({ target: jobs.key });
}

/** A newer version may have queued other tasks; its own nodes run them. */
const isKnown = (tasks: TaskName[]) => sql`${jobs.task} = ANY(${sql.param(tasks)}::text[])`;

/** Takes the next due job. For `leaseSeconds` no other node takes it; after a crash the job is due again then. */
export async function takeDueJob(
  db: Db,
  lane: LaneName,
  tasks: TaskName[],
  leaseSeconds: number,
): Promise<TakenJob | undefined> {
  const due = sql`(SELECT id FROM ${jobs}
    WHERE lane = ${lane} AND run_at <= now() AND ${isKnown(tasks)}
    ORDER BY run_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)`;
  const [row] = await db
    .update(jobs)
    .set({ attempts: sql`${jobs.attempts} + 1`, lastError: null, runAt: inSeconds(leaseSeconds) })
    .where(eq(jobs.id, due))
    .returning({
      id: jobs.id,
      task: sql<TaskName>`${jobs.task}`,
      payload: jobs.payload,
      userId: jobs.userId,
      attempts: jobs.attempts,
      ageSeconds: sql<number>`extract(epoch FROM now() - ${jobs.createdAt})::int`,
    });
  return row;
}

/** Milliseconds until the next job of a lane is due; undefined if none waits. */
export async function findNextDue(
  db: Db,
  lane: LaneName,
  tasks: TaskName[],
): Promise<number | undefined> {
  const [row] = await db
    .select({
      ms: sql<number | null>`(extract(epoch FROM min(${jobs.runAt}) - now()) * 1000)::float8`,
    })
    .from(jobs)
    .where(and(eq(jobs.lane, lane), isKnown(tasks)));
  return row?.ms === null || row?.ms === undefined ? undefined : Math.max(row.ms, 0);
}

export async function deleteJob(db: Db, id: number) {
  await db.delete(jobs).where(eq(jobs.id, id));
}

/** For a periodic job whose period may have been shortened since it was queued. */
export async function updateJobSooner(db: Db, key: string, withinSeconds: number) {
  const latest = inSeconds(withinSeconds);
  await db
    .update(jobs)
    .set({ runAt: latest })
    .where(and(eq(jobs.key, key), sql`${jobs.runAt} > ${latest}`));
}

/** For a periodic job that is to run now, unless a node runs it. One that failed and waits has its error. */
export async function updateJobNow(db: Db, key: string) {
  await db
    .update(jobs)
    .set({ runAt: sql`now()` })
    .where(
      and(
        eq(jobs.key, key),
        or(eq(jobs.attempts, 0), isNotNull(jobs.lastError)),
        sql`${jobs.runAt} > now()`,
      ),
    );
}

/** As long as a stop and what is left of the job may take. */
const STOP_SECONDS = 15;

/** For a job that a stop interrupted: it is due again soon, and has not been tried. */
export async function updateJobInterrupted(
  db: Db,
  { id, attempts }: Pick<TakenJob, 'id' | 'attempts'>,
) {
  await db
    .update(jobs)
    .set({ attempts: attempts - 1, runAt: inSeconds(STOP_SECONDS) })
    .where(and(eq(jobs.id, id), eq(jobs.attempts, attempts)));
}

/** For a periodic job that has run. */
export async function updateJobDone(db: Db, id: number, nextInSeconds: number) {
  await db
    .update(jobs)
    .set({ attempts: 0, lastError: null, runAt: inSeconds(nextInSeconds) })
    .where(eq(jobs.id, id));
}

/** The pauses are 30 s, 1 min, 2 min … 1 h. Another node that has taken the job meanwhile keeps it. */
export async function updateJobFailed(
  db: Db,
  { id, attempts }: Pick<TakenJob, 'id' | 'attempts'>,
  error: string,
) {
  const pauseSeconds = Math.min(30 * 2 ** (Math.min(attempts, 10) - 1), 3_600);
  await db
    .update(jobs)
    .set({ lastError: error.slice(0, 500), runAt: inSeconds(pauseSeconds) })
    .where(and(eq(jobs.id, id), eq(jobs.attempts, attempts)));
}
