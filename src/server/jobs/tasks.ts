import { z } from 'zod';
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
