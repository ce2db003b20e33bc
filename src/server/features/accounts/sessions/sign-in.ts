import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { loginInput, messageResponse, ownUser } from '#contract/accounts.ts';
import { errorResponse } from '#contract/errors.ts';
import type { Db } from '#server/db/client.ts';
import { findOwnUser, toOwnUser } from '#server/db/users.ts';
import {
  findCredentials,
  insertFailedLogin,
  isPasswordUnchanged,
  updatePasswordHash,
} from '#server/features/accounts/password/queries.ts';
import { AppError } from '#server/lib/app-error.ts';
import { emailKey } from '#server/lib/keys.ts';
import { originOf } from '#server/lib/origin.ts';
import { hashPassword, isHashOutdated, isPasswordCorrect } from '#server/lib/password.ts';
import { countAttempt, countFromNetwork } from '#server/plugins/login-limits.ts';
import { releaseSlotWhile } from '#server/plugins/pressure.ts';
import { clearSessionCookie, currentUser, logOut, signedInUser } from '#server/plugins/session.ts';
import { startSession } from './start-session.ts';

/** The same for a wrong email and a wrong password, so that it does not reveal who has an account. */
const wrongCredentials = () =>
  new AppError(401, 'INVALID_CREDENTIALS', 'Invalid email or password');

export const signInRoutes: FastifyPluginAsyncZod = async (app) => {
  const { db } = app.database;
  const { adminEmails } = app.config;

  app.get(
    '/api/user',
    {
      config: { access: 'user' },
      schema: {
        operationId: 'getCurrentUser',
        tags: ['accounts'],
        summary: 'Get the signed-in user',
        response: { 200: ownUser },
      },
    },
    async (request) => {
      return toOwnUser(await findOwnUser(db, signedInUser(request).id), adminEmails);
    },
  );

  app.post(
    '/api/login',
    {
      config: { access: 'public', limit: 'login' },
      onRequest: countFromNetwork,
      schema: {
        operationId: 'logIn',
        tags: ['accounts'],
        summary: 'Log in',
        description: 'Sets the session cookie and ends the session of the cookie that was sent.',
        body: loginInput,
        response: { 200: ownUser, 401: errorResponse },
      },
    },
    async (request, reply) => {
      const { email, password } = request.body;
      const key = emailKey(email);
      const user = await findCredentials(db, key);
      const attempt = await countAttempt(request, key, user);
      const isRight = await releaseSlotWhile(request, () =>
        isPasswordCorrect(password, user?.passwordHash),
      );
      if (!user?.passwordHash || !isRight) {
        await insertFailedLogin(db, user, email, originOf(request));
        throw wrongCredentials();
      }

      const { passwordHash } = user;
      const newHash = isHashOutdated(passwordHash)
        ? await releaseSlotWhile(request, () => hashPassword(password))
        : undefined;
      const check = async (tx: Db) => {
        if (!(await isPasswordUnchanged(tx, user.id, passwordHash))) throw wrongCredentials();
        if (newHash) await updatePasswordHash(tx, user.id, newHash);
      };
      const { isKnownDevice } = attempt;
      await startSession(request, reply, { user, isKnownDevice, check });
      await attempt.clear();
      return toOwnUser(user, adminEmails);
    },
  );

  app.post(
    '/api/logout',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'logOut',
        tags: ['accounts'],
        summary: 'Log out',
        description: 'Ends the session and clears its cookie.',
        response: { 200: messageResponse },
      },
    },
    async (request, reply) => {
      const user = await currentUser(request);
      await db.transaction((tx) => logOut(tx, request, user));
      clearSessionCookie(request, reply);
      return { message: 'You have been logged out' };
    },
  );
};
