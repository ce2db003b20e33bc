import {
  deleteJob,
  insertJob,
  type LaneName,
  TASK_LANES,
  type TakenJob,
  type TaskName,
  updateJobDone,
  updateJobFailed,
  updateJobInterrupted,
  updateJobNow,
  updateJobSooner,
} from '#server/db/jobs.ts';
import { serverStops, withDeadline } from './deadline.ts';
import {
  GiveUpError,
  isOff,
  LANES,
  periodOf,
  StoppedError,
  type Task,
  type TaskContext,
} from './define-task.ts';
import { createLane } from './lane.ts';
import { TASKS } from './tasks.ts';

/** A stop does not wait for a job that hangs: it stays queued and is tried again. */
const STOP_WITHIN_MS = 2_000;
const DAY_SECONDS = 86_400;

export type JobRunner = ReturnType<typeof createJobRunner>;

/** Runs the queued jobs of all lanes on this node. */
export function createJobRunner(context: TaskContext, isStopping: () => boolean) {
  const { db, mailer, log } = context;
  const stopping = new AbortController();
  const names = Object.keys(LANES) as LaneName[];
  const lanes = names.map((name) => {
    const tasks = (Object.keys(TASKS) as TaskName[]).filter(
      (task) => TASK_LANES[task] === name && !isOff(TASKS[task], context),
    );
    return createLane({ name, tasks, db, log, perform, prepare: () => queuePeriodic(tasks) });
  });

  async function queuePeriodic(tasks: TaskName[]) {
    for (const name of tasks) {
      const task = TASKS[name];
      const period = periodOf(task, context);
      if (period === undefined) continue;
      const delaySeconds = task.runsOnFirstStart ? 0 : period;
      await insertJob(db, name, {}, { key: name, delaySeconds });
      await updateJobSooner(db, name, period);
      if (await task.isDueAtStart?.(context)) await updateJobNow(db, name);
    }
  }

  async function perform(job: TakenJob) {
    const task = TASKS[job.task];
    try {
      // It would only be interrupted. Emails still go out.
      if (task.everySeconds !== undefined && isStopping()) throw serverStops();
      const { maxSeconds } = LANES[TASK_LANES[job.task]];
      await withDeadline(maxSeconds, stopping.signal, (signal) =>
        task.run(job.payload, job, context, signal),
      );
    } catch (error) {
      await recordFailure(task, job, error);
      return;
    }
    const period = periodOf(task, context);
    if (period === undefined) await deleteJob(db, job.id);
    else await updateJobDone(db, job.id, period);
  }

  async function recordFailure(task: Task, job: TakenJob, error: unknown) {
    const { attempts, ageSeconds } = job;
    if (error instanceof StoppedError && task.everySeconds !== undefined) {
      log.info({ task: job.task }, 'A job was interrupted by a stop; the next start repeats it');
      await updateJobInterrupted(db, job);
      return;
    }
    // The payload may contain an address, so it is not logged.
    const details = { err: error, task: job.task, attempts, ...task.describe(job.payload) };
    const isTooOld =
      task.giveUpAfterDays !== undefined && ageSeconds > task.giveUpAfterDays * DAY_SECONDS;
    if (error instanceof GiveUpError || isTooOld) {
      log.error(details, 'A job failed; giving up');
      await deleteJob(db, job.id);
      return;
    }
    if (task.failureMessage) log.error(details, task.failureMessage);
    else log.warn(details, 'A job failed; retrying later');
    await updateJobFailed(db, job, error instanceof Error ? error.message : String(error));
  }

  const lanesNamed = (name?: LaneName) =>
    lanes.filter((_lane, at) => name === undefined || names[at] === name);

  return {
    /** Call it after a commit that queued a job. */
    wake() {
      for (const lane of lanes) lane.wake();
    },
    /** Resolves when every due job has been tried, of one lane or of all. */
    async drained(name?: LaneName) {
      await Promise.all(lanesNamed(name).map((lane) => lane.drained()));
    },
    async stop() {
      const timer = setTimeout(() => {
        mailer.close();
        stopping.abort();
      }, STOP_WITHIN_MS);
      await Promise.all(lanes.map((lane) => lane.stop()));
      clearTimeout(timer);
      mailer.close();
    },
  };
}
