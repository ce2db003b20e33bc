import { z } from 'zod';
import { indexLookalikesOf } from '#server/db/index-lookalikes.ts';
import { checkDueWebsites } from './check-websites.ts';
import { defineTask, type Task } from './define-task.ts';
import { mailPayload, sendMail } from './send-mail.ts';
import { sweep } from './sweep.ts';

/** Everything that runs outside of a request. */
export const TASKS = {
  'send-mail': defineTask({
    lane: 'mail',
    payload: mailPayload,
    run: sendMail,
    giveUpAfterDays: 7,
    describe: ({ kind }) => ({ kind }),
  }),
  'mark-lookalikes': defineTask({
    lane: 'upkeep',
    payload: z.strictObject({ id: z.int() }),
    run: ({ id }, _job, { db }) => indexLookalikesOf(db, id),
    giveUpAfterDays: 1,
  }),
  sweep: defineTask({
    lane: 'upkeep',
    payload: z.strictObject({}),
    run: (_payload, _job, { db }) => sweep(db),
    everySeconds: 600,
  }),
  'check-websites': defineTask({
    lane: 'websites',
    payload: z.strictObject({}),
    run: (_payload, _job, context) => checkDueWebsites(context),
    everySeconds: 600,
  }),
};

export type TaskName = keyof typeof TASKS;
export type TaskPayload<N extends TaskName> = z.input<(typeof TASKS)[N]['payload']>;

export const findTask = (name: string): Task | undefined =>
  Object.hasOwn(TASKS, name) ? TASKS[name as TaskName] : undefined;
