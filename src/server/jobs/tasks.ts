import { z } from 'zod';
import { indexLookalikesOf } from '#server/db/index-lookalikes.ts';
import type { TaskName } from '#server/db/jobs.ts';
import { checkDueWebsites } from './check-websites.ts';
import { defineTask, type Task } from './define-task.ts';
import { isBackupMissing, makeBackup } from './make-backup.ts';
import { mailPayload, sendMail } from './send-mail.ts';
import { sweep } from './sweep.ts';

/** Everything that runs outside of a request. */
export const TASKS: Record<TaskName, Task> = {
  'send-mail': defineTask({
    payload: mailPayload,
    run: sendMail,
    giveUpAfterDays: 7,
    describe: ({ kind }) => ({ kind }),
  }),
  'mark-lookalikes': defineTask({
    payload: z.strictObject({ id: z.int() }),
    run: ({ id }, _job, { db }) => indexLookalikesOf(db, id),
    giveUpAfterDays: 1,
  }),
  sweep: defineTask({
    payload: z.strictObject({}),
    run: (_payload, _job, { db }) => sweep(db),
    everySeconds: 600,
  }),
  'check-websites': defineTask({
    payload: z.strictObject({}),
    run: (_payload, _job, context) => checkDueWebsites(context),
    everySeconds: 600,
  }),
  backup: defineTask({
    payload: z.strictObject({}),
    run: (_payload, _job, context, signal) => makeBackup(context, signal),
    everySeconds: ({ backups }) => backups?.everySeconds,
    runsOnFirstStart: true,
    isDueAtStart: isBackupMissing,
    failureMessage: 'The scheduled backup failed; retrying later',
  }),
};
