import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SessionUser } from '#contract/session.ts';
import type { Config } from '#server/config.ts';
import type { Db } from '#server/db/client.ts';
import {
  deleteSession,
  findSessionUser,
  insertSession,
  touchSession,
} from '#server/db/sessions.ts';
import { notSignedIn } from '#server/lib/app-error.ts';
import { isEffectiveAdmin } from '#server/lib/roles.ts';
import { createToken, hashToken } from '#server/lib/tokens.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once the session was looked up: the user, or null where nobody is signed in. */
    sessionUser: SessionUser | null | undefined;
  }
}

const THIRTY_DAYS_IN_SECONDS = 30 * 24 * 60 * 60;

/** `__Host-` keeps other sites of the same domain from setting it; it needs https. */
export function sessionCookieName(config: Config): string {
  return config.isProduction ? '__Host-session' : 'session';
}

function cookieOptions(config: Config) {
  return {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: config.isProduction,
    maxAge: THIRTY_DAYS_IN_SECONDS,
  } as const;
}

export function registerSession(app: FastifyInstance) {
  app.decorateRequest('sessionUser', undefined);
}

function presentedHash(request: FastifyRequest): Buffer | undefined {
  const token = request.cookies[sessionCookieName(request.server.config)];
  return token ? hashToken(token) : undefined;
}

/** The signed-in user or null; asks the database once a request. */
export async function currentUser(request: FastifyRequest): Promise<SessionUser | null> {
  if (request.sessionUser === undefined) request.sessionUser = await loadUser(request);
  return request.sessionUser;
}

async function loadUser(request: FastifyRequest): Promise<SessionUser | null> {
  const { database, config } = request.server;
  const tokenHash = presentedHash(request);
  if (!tokenHash) return null;
  const row = await findSessionUser(database.db, tokenHash);
  if (!row) return null;
  await touchSession(database.db, tokenHash);
  const { id, name, email, username } = row;
  return { id, name, email, username, isAdmin: isEffectiveAdmin(row, config.adminEmails) };
}

/** For routes whose access is 'user' or 'admin': the door has already looked. */
export function signedInUser(request: FastifyRequest): SessionUser {
  if (!request.sessionUser) throw notSignedIn();
  return request.sessionUser;
}

/** Starts a session and ends the one that was presented with the request. */
export async function startSession(
  db: Db,
  request: FastifyRequest,
  reply: FastifyReply,
  userId: number,
) {
  const { config } = request.server;
  const previous = presentedHash(request);
  if (previous) await deleteSession(db, previous);
  const token = createToken();
  await insertSession(db, hashToken(token), userId);
  reply.setCookie(sessionCookieName(config), token, cookieOptions(config));
}

export async function endSession(db: Db, request: FastifyRequest, reply: FastifyReply) {
  const tokenHash = presentedHash(request);
  if (tokenHash) await deleteSession(db, tokenHash);
  forgetSession(request, reply);
}

/** Takes the cookie away; for when the sessions themselves are gone already. */
export function forgetSession(request: FastifyRequest, reply: FastifyReply) {
  const { config } = request.server;
  reply.clearCookie(sessionCookieName(config), cookieOptions(config));
}
