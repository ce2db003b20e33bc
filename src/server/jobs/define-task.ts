import type { z } from 'zod';
import type { Db } from '#server/db/client.ts';
import type { TakenJob } from '#server/db/jobs.ts';
import type { Mailer } from '#server/lib/mailer.ts';
import type { PageReader } from '#server/lib/website/page-reader.ts';

/** Lanes run independently of each other. A job that takes longer than `maxSeconds` has failed. */
export const LANES = {
  mail: { atOnce: 4, maxSeconds: 25 },
  upkeep: { atOnce: 1, maxSeconds: 300 },
  websites: { atOnce: 1, maxSeconds: 300 },
} as const;
export type LaneName = keyof typeof LANES;

export interface TaskContext {
  db: Db;
  mailer: Mailer;
  publicUrl: string;
  /** Undefined with WEBSITE_PROOF=off. */
  readPage: PageReader | undefined;
}

interface Settings {
  lane: LaneName;
  /** A periodic task is queued when a server starts, and never given up. */
  everySeconds?: number;
  giveUpAfterDays?: number;
}

interface Definition<P extends z.ZodType> extends Settings {
  payload: P;
  /** After a crash it runs again. */
  run(payload: z.output<P>, job: TakenJob, context: TaskContext): Promise<void>;
  /** What the log shows of a payload: nothing personal. */
  describe?(payload: z.output<P>): object;
}

export interface Task<P extends z.ZodType = z.ZodType> extends Settings {
  payload: P;
  run(raw: unknown, job: TakenJob, context: TaskContext): Promise<void>;
  describe(raw: unknown): object;
}

/** Thrown by a task whose job would fail again in the same way. */
export class GiveUpError extends Error {
  override name = 'GiveUpError';
}

export function defineTask<P extends z.ZodType>(definition: Definition<P>): Task<P> {
  const { payload, run, describe, ...settings } = definition;
  return {
    ...settings,
    payload,
    run: async (raw, job, context) => run(payload.parse(raw), job, context),
    describe(raw) {
      const { data } = payload.safeParse(raw);
      return data === undefined ? {} : (describe?.(data) ?? {});
    },
  };
}
