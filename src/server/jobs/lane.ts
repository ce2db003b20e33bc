import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#server/db/client.ts';
import {
  findNextDue,
  type LaneName,
  type TakenJob,
  type TaskName,
  takeDueJob,
} from '#server/db/jobs.ts';
import { LANES } from './define-task.ts';

/** How often to check for jobs that other nodes queued. */
const POLL_MS = 30_000;
/** Time to record the result of a job that took as long as it may. */
const LEASE_MARGIN_SECONDS = 5;

interface LaneParts {
  name: LaneName;
  /** Those that this version knows. */
  tasks: TaskName[];
  db: Db;
  log: FastifyBaseLogger;
  /** Called until it succeeds once. */
  prepare(): Promise<void>;
  /** Records the result; throws only without the database. */
  perform(job: TakenJob): Promise<void>;
}

/** Runs the due jobs of one lane when it is woken and when one becomes due. */
export function createLane({ name, tasks, db, log, prepare, perform }: LaneParts) {
  const { atOnce, maxSeconds } = LANES[name];
  let round: Promise<void> | undefined;
  let isPrepared = false;
  let isCalledAgain = false;
  let isStopped = false;
  let alarm: NodeJS.Timeout | undefined;

  function wake() {
    if (isStopped) return;
    isCalledAgain = true;
    round ??= workUntilQuiet().finally(() => {
      round = undefined;
      // Woken while the last round was ending.
      if (isCalledAgain) wake();
    });
  }

  async function workUntilQuiet() {
    clearTimeout(alarm);
    let pause = POLL_MS;
    while (isCalledAgain && !isStopped) {
      isCalledAgain = false;
      try {
        if (!isPrepared) await prepare();
        isPrepared = true;
        await performAllAtOnce();
        pause = Math.min((await findNextDue(db, name, tasks)) ?? POLL_MS, POLL_MS);
      } catch (error) {
        log.warn({ err: error, lane: name }, 'Could not read the job queue; retrying');
      }
    }
    if (isStopped) return;
    alarm = setTimeout(wake, pause);
    alarm.unref();
  }

  /** Waits for all, also where one fails: a stop must not leave a job running. */
  async function performAllAtOnce() {
    const results = await Promise.allSettled(Array.from({ length: atOnce }, performAllDue));
    for (const result of results) if (result.status === 'rejected') throw result.reason;
  }

  async function performAllDue() {
    while (!isStopped) {
      const job = await takeDueJob(db, name, tasks, maxSeconds + LEASE_MARGIN_SECONDS);
      if (!job) return;
      await perform(job);
    }
  }

  return {
    wake,
    /** Resolves when every due job has been tried. */
    async drained() {
      wake();
      while (round) await round;
    },
    async stop() {
      isStopped = true;
      clearTimeout(alarm);
      await round;
    },
  };
}
