import type { FastifyBaseLogger } from 'fastify';
import type { z } from 'zod';
import type { BackupSettings } from '#server/db/backup/settings.ts';
import type { Database, Db } from '#server/db/client.ts';
import type { LaneName, TakenJob } from '#server/db/jobs.ts';
import type { Mailer } from '#server/lib/mailer.ts';
import type { PageReader } from '#server/lib/website/page-reader.ts';

/** Lanes run independently of each other. A job that takes longer than `maxSeconds` has failed. */
export const LANES = {
  mail: { atOnce: 4, maxSeconds: 25 },
  upkeep: { atOnce: 1, maxSeconds: 300 },
  websites: { atOnce: 1, maxSeconds: 300 },
  // With its lease shorter than the shortest period.
  backups: { atOnce: 1, maxSeconds: 3_000 },
} satisfies Record<LaneName, { atOnce: number; maxSeconds: number }>;

export interface TaskContext {
  db: Db;
  mailer: Mailer;
  publicUrl: string;
  /** Undefined with WEBSITE_PROOF=off. */
  readPage: PageReader | undefined;
  /** Undefined without BACKUP_DIR. */
  backups: BackupSettings | undefined;
  direct: Database['direct'];
  log: FastifyBaseLogger;
}

interface Settings {
  /**
   * A periodic task is queued when a server starts, and never given up. A node where its settings have no
   * period does not run it.
   */
  everySeconds?: number | ((context: TaskContext) => number | undefined);
  /** A periodic task that first runs when it is queued, instead of after one period. */
  runsOnFirstStart?: boolean;
  /** Called for a periodic task when a server starts; true if it must not wait for its time. */
  isDueAtStart?(context: TaskContext): Promise<boolean>;
  /** The log's message of a failure that an operator must know of. */
  failureMessage?: string;
  giveUpAfterDays?: number;
}

interface Definition<P extends z.ZodType> extends Settings {
  payload: P;
  /** Runs again after a crash. */
  run(
    payload: z.output<P>,
    job: TakenJob,
    context: TaskContext,
    /** Aborted when the time is over or the server stops. */
    signal: AbortSignal,
  ): Promise<void>;
  /** What the log shows of a payload: nothing personal. */
  describe?(payload: z.output<P>): object;
}

export interface Task<P extends z.ZodType = z.ZodType> extends Settings {
  payload: P;
  run(raw: unknown, job: TakenJob, context: TaskContext, signal: AbortSignal): Promise<void>;
  describe(raw: unknown): object;
}

/** Thrown by a task whose job would fail again in the same way. */
export class GiveUpError extends Error {
  override name = 'GiveUpError';
}

/** The work ended because the server stops, which is no failure of it. */
export class StoppedError extends Error {
  override name = 'StoppedError';
}

export function defineTask<P extends z.ZodType>(definition: Definition<P>): Task<P> {
  const { payload, run, describe, ...settings } = definition;
  return {
    ...settings,
    payload,
    run: async (raw, job, context, signal) => run(payload.parse(raw), job, context, signal),
    describe(raw) {
      const { data } = payload.safeParse(raw);
      return data === undefined ? {} : (describe?.(data) ?? {});
    },
  };
}

/** Undefined for a task that is not periodic, or off on this node. */
export function periodOf({ everySeconds }: Settings, context: TaskContext): number | undefined {
  return typeof everySeconds === 'function' ? everySeconds(context) : everySeconds;
}

export function isOff(task: Settings, context: TaskContext): boolean {
  return task.everySeconds !== undefined && periodOf(task, context) === undefined;
}
