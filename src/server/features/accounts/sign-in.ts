import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { loginInput, messageResponse, ownUser } from '#contract/accounts.ts';
import { errorResponse } from '#contract/errors.ts';
import { findUser, toOwnUser } from '#server/db/users.ts';
import { AppError, notSignedIn } from '#server/lib/app-error.ts';
import { emailKey } from '#server/lib/keys.ts';
import { hashPassword, isHashOutdated, isPasswordCorrect } from '#server/lib/password.ts';
import { clearCount, countAgainst, refund } from '#server/plugins/limits.ts';
import { releaseSlotWhile } from '#server/plugins/pressure.ts';
import {
  clearSessionCookie,
  currentUser,
  logIn,
  logOut,
  setSessionCookie,
  signedInUser,
} from '#server/plugins/session.ts';
import {
  findCredentials,
  insertFailedLogin,
  isPasswordUnchanged,
  updatePasswordHash,
} from './queries.ts';

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
      const row = await findUser(db, signedInUser(request).id);
      if (!row) throw notSignedIn();
      return toOwnUser(row, adminEmails);
    },
  );

  app.post(
    '/api/login',
    {
      config: { access: 'public', limit: ['loginByAddress', 'login'] },
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
      // Counted before the password is checked, so that parallel attempts count as well.
      await countAgainst(request, 'loginByAccount', key);

      const user = await findCredentials(db, key);
      const isRight = await releaseSlotWhile(request, () =>
        isPasswordCorrect(password, user?.passwordHash),
      );
      if (!user?.passwordHash || !isRight) {
        await insertFailedLogin(db, user, email, request.ip);
        throw wrongCredentials();
      }

      const { passwordHash } = user;
      const newHash = isHashOutdated(passwordHash)
        ? await releaseSlotWhile(request, () => hashPassword(password))
        : undefined;
      const token = await db.transaction(async (tx) => {
        if (!(await isPasswordUnchanged(tx, user.id, passwordHash))) throw wrongCredentials();
        if (newHash) await updatePasswordHash(tx, user.id, newHash);
        return logIn(tx, request, user);
      });
      setSessionCookie(request, reply, token);
      await refund(request, 'loginByAddress');
      await clearCount(request, 'loginByAccount', key);
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
