import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { messageResponse, type UndoKind, undoInput, undoResponse } from '#contract/accounts.ts';
import { errorResponse } from '#contract/errors.ts';
import { UNDO_TOKEN_INVALID } from '#contract/mailed-links.ts';
import { takenField } from '#server/features/accounts/profile/taken.ts';
import { AppError } from '#server/lib/app-error.ts';
import { originOf } from '#server/lib/origin.ts';
import { hashToken } from '#server/lib/tokens.ts';
import { wakeJobsAfterResponse } from '#server/plugins/wake-jobs.ts';
import { deleteSessionsByToken, type Undone, undoChange } from './queries.ts';
import { emailTaken } from './restore-queries.ts';

const NEXT = 'All devices were logged out. We sent you a link to choose a new password.';
const NEXT_ELSEWHERE =
  'All devices were logged out. Your account’s email was changed. To get the account back, open the link in the email we sent you about that.';

const RESTORED: Record<UndoKind, string> = {
  'email-changed': 'Your previous email is back',
  'password-changed': 'Your previous password is back',
  'handle-added': 'The payment name was removed',
  'handle-changed': 'Your previous payment name is back',
  'handle-removed': 'Your payment name is back',
  'username-changed': 'Your previous username is back',
  'passkey-added': 'The passkey was removed',
};

const LIST = new Intl.ListFormat('en-US');
const were = ({ length }: readonly string[]) => (length === 1 ? 'was' : 'were');

function describeHandles({ removed, added }: Pick<Undone, 'removed' | 'added'>): string[] {
  return [
    ...(removed.length > 0
      ? [`We removed ${LIST.format(removed)}, which ${were(removed)} added since.`]
      : []),
    ...(added.length > 0
      ? [`Check ${LIST.format(added)}, which ${were(added)} added in the last 7 days.`]
      : []),
  ];
}

const invalidToken = () => new AppError(400, 'UNDO_TOKEN_INVALID', UNDO_TOKEN_INVALID);

export const undoRoutes: FastifyPluginAsyncZod = async (app) => {
  const { db } = app.database;
  const { adminEmails } = app.config;

  app.post(
    '/api/undo',
    {
      config: { access: 'public', limit: 'mailedLink' },
      schema: {
        operationId: 'undoChange',
        tags: ['accounts'],
        summary: 'Undo a change with the token from an email notice',
        description:
          'Restores the previous value, removes passkeys added in the last 7 days, ends every session and emails a reset link. Undoing a change of email also undoes what was changed after it and removes handles that were added.',
        body: undoInput,
        response: { 200: undoResponse, 409: errorResponse },
      },
      onResponse: wakeJobsAfterResponse,
    },
    async (request) => {
      const tokenHash = hashToken(request.body.token);
      const context = { origin: originOf(request), adminEmails };
      const undone = await db
        .transaction(async (tx) => {
          const done = await undoChange(tx, tokenHash, context);
          if (!done) throw invalidToken();
          return done;
        })
        .catch((error: unknown) => {
          // Somebody registered the previous address at the same moment.
          throw takenField(error) === 'email' ? emailTaken() : error;
        });
      const { kind, name } = undone;
      const restored = name === undefined ? RESTORED[kind] : `${RESTORED[kind]}: ${name}`;
      return { message: [`${restored}.`, ...describeHandles(undone), NEXT].join(' '), kind };
    },
  );

  app.post(
    '/api/sign-out-everywhere',
    {
      config: { access: 'public', limit: 'mailedLink' },
      schema: {
        operationId: 'signOutEverywhere',
        tags: ['accounts'],
        summary: 'End all sessions with the token from an email about a new device',
        description: 'Also emails a reset link, if the account still has the address of the email.',
        body: undoInput,
        response: { 200: messageResponse },
      },
      onResponse: wakeJobsAfterResponse,
    },
    async (request) => {
      const tokenHash = hashToken(request.body.token);
      const { isElsewhere } = await db.transaction(async (tx) => {
        const done = await deleteSessionsByToken(tx, tokenHash, request.ip);
        if (!done) throw invalidToken();
        return done;
      });
      return { message: isElsewhere ? NEXT_ELSEWHERE : NEXT };
    },
  );
};
