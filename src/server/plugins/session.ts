import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { REAUTHENTICATE } from '#contract/authentication.ts';
import { USER_HEADER } from '#contract/constants.ts';
import type { SessionUser } from '#contract/session.ts';
import type { Config } from '#server/config.ts';
import type { Db } from '#server/db/client.ts';
import {
  deleteLogin,
  deleteSession,
  findSessionUser,
  IDLE_DAYS,
  insertLogin,
  insertSession,
  touchSession,
  updateAuthenticated,
} from '#server/db/sessions.ts';
import type { UserRow } from '#server/db/users.ts';
import { AppError, notSignedIn } from '#server/lib/app-error.ts';
import { originOf } from '#server/lib/origin.ts';
import { isEffectiveAdmin } from '#server/lib/roles.ts';
import { createToken, hashToken } from '#server/lib/tokens.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined until the session was looked up; null for visitors. */
    sessionUser: SessionUser | null | undefined;
    /** Set if the session's use was recorded: the max-age of its renewed cookie. */
    sessionRenewal: number | undefined;
    /** The id of the session that was looked up. */
    sessionId: string | undefined;
    /** Whether a confirmation has replaced the token that came with the request. */
    hasReplacedToken: boolean;
    /** When its recent authentication ends; null if there is none. By the database's clock. */
    confirmedUntil: Date | null | undefined;
    /** True after an undo, until the password is reset. */
    needsNewPassword: boolean;
  }
}

const IDLE_SECONDS = IDLE_DAYS * 24 * 60 * 60;

/** `__Host-` keeps other sites of the same domain from setting it; it needs https. */
export function sessionCookieName(config: Config): string {
  return config.isProduction ? '__Host-session' : 'session';
}

export function cookieOptions(config: Config) {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: config.isProduction } as const;
}

export function registerSession(app: FastifyInstance) {
  app.decorateRequest('sessionUser', undefined);
  app.decorateRequest('sessionRenewal', undefined);
  app.decorateRequest('sessionId', undefined);
  app.decorateRequest('hasReplacedToken', false);
  app.decorateRequest('confirmedUntil', undefined);
  app.decorateRequest('needsNewPassword', false);
  app.addHook('onSend', async (request, reply) => {
    const token = presentedToken(request);
    const { sessionRenewal } = request;
    if (token && sessionRenewal) setSessionCookie(request, reply, token, sessionRenewal);
  });
}

function presentedToken(request: FastifyRequest): string | undefined {
  return request.cookies?.[sessionCookieName(request.server.config)];
}

/** The hash of the token that came with the request. */
export function presentedHash(request: FastifyRequest): Buffer | undefined {
  const token = presentedToken(request);
  return token ? hashToken(token) : undefined;
}

/** The signed-in user or null; queries the database once per request. */
export async function currentUser(request: FastifyRequest): Promise<SessionUser | null> {
  if (request.sessionUser === undefined) await reloadUser(request, request.server.database.db);
  return request.sessionUser ?? null;
}

/** Looks the session up again, in a transaction or after a long wait. */
export async function reloadUser(request: FastifyRequest, db: Db): Promise<void> {
  request.sessionUser = await loadUser(request, db);
}

async function loadUser(request: FastifyRequest, db: Db): Promise<SessionUser | null> {
  const { config } = request.server;
  const tokenHash = presentedHash(request);
  if (!tokenHash) return null;
  const row = await findSessionUser(db, tokenHash);
  if (!row) return null;
  const shownId = request.headers[USER_HEADER];
  if (shownId !== undefined && shownId !== String(row.id)) return null;
  request.sessionId = row.sessionId;
  request.hasReplacedToken = row.isReplaced;
  request.confirmedUntil = row.confirmedUntil;
  request.needsNewPassword = row.needsNewPassword;
  if (row.isStale) {
    await touchSession(db, tokenHash);
    request.sessionRenewal = Math.min(row.secondsLeft, IDLE_SECONDS);
  }
  const { id, name, email, username } = row;
  return { id, name, email, username, isAdmin: isEffectiveAdmin(row, config.adminEmails) };
}

/** For routes whose access is 'user' or 'admin': the access hook has looked the user up. */
export function signedInUser(request: FastifyRequest): SessionUser {
  if (!request.sessionUser) throw notSignedIn();
  return request.sessionUser;
}

/** The condition of `recentAuth`, for routes that need it only for some changes. */
export function requireRecentAuth(request: FastifyRequest) {
  if (!request.confirmedUntil) throw new AppError(403, 'REAUTHENTICATE', REAUTHENTICATE);
}

/**
 * Starts a session with a password or a passkey and ends the one that was presented with the request. Returns its
 * token, for setSessionCookie() after the commit.
 */
export async function logIn(db: Db, request: FastifyRequest, user: UserRow): Promise<string> {
  await endPresentedSession(db, request);
  const token = createToken();
  await insertLogin(db, hashToken(token), user, originOf(request));
  return token;
}

/** Like logIn, for a user who has just registered. */
export async function startFirstSession(db: Db, request: FastifyRequest, user: UserRow) {
  await endPresentedSession(db, request);
  const token = createToken();
  await insertSession(db, hashToken(token), user.id, originOf(request));
  return token;
}

/** Records that the session's user has authenticated again. Returns how to set its new cookie after the commit. */
export async function confirmSession(db: Db, request: FastifyRequest) {
  const tokenHash = presentedHash(request);
  const token = createToken();
  const secondsLeft = tokenHash && (await updateAuthenticated(db, tokenHash, hashToken(token)));
  if (secondsLeft === undefined) throw notSignedIn();
  return (reply: FastifyReply) =>
    setSessionCookie(request, reply, token, Math.min(secondsLeft, IDLE_SECONDS));
}

/** Call clearSessionCookie() after the commit. */
export async function logOut(db: Db, request: FastifyRequest, user: SessionUser | null) {
  const tokenHash = presentedHash(request);
  if (tokenHash && user) await deleteLogin(db, tokenHash, user, request.ip);
  else await endPresentedSession(db, request);
}

async function endPresentedSession(db: Db, request: FastifyRequest) {
  const tokenHash = presentedHash(request);
  if (tokenHash) await deleteSession(db, tokenHash);
}

export function setSessionCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
  maxAge = IDLE_SECONDS,
) {
  const { config } = request.server;
  request.sessionRenewal = undefined;
  reply.setCookie(sessionCookieName(config), token, { ...cookieOptions(config), maxAge });
}

export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply) {
  const { config } = request.server;
  request.sessionRenewal = undefined;
  reply.clearCookie(sessionCookieName(config), cookieOptions(config));
}
