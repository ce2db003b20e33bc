import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '#server/db/client.ts';
import type { UserRow } from '#server/db/users.ts';
import { originOf } from '#server/lib/origin.ts';
import { setDeviceCookie } from '#server/plugins/devices.ts';
import { isWithinLimit } from '#server/plugins/limits.ts';
import { logIn, setSessionCookie } from '#server/plugins/session.ts';
import { updateLoggedIn } from './queries.ts';

interface Login {
  user: UserRow;
  isKnownDevice: boolean;
  /** What else belongs to the login's transaction; what it throws ends the login. */
  check: (tx: Db) => Promise<void>;
}

/** Logs in, notifies the owner of a new device, and sets the cookies. */
export async function startSession(
  request: FastifyRequest,
  reply: FastifyReply,
  { user, isKnownDevice, check }: Login,
) {
  const { database, jobs } = request.server;
  const canMail = isKnownDevice || (await isWithinLimit(request, 'newDeviceMail', String(user.id)));
  const { token, isMailed } = await database.db.transaction(async (tx) => {
    await check(tx);
    const session = await logIn(tx, request, user);
    const login = { isKnownDevice, canMail, ...originOf(request) };
    return { token: session, isMailed: await updateLoggedIn(tx, user, login) };
  });
  setSessionCookie(request, reply, token);
  setDeviceCookie(request, reply, user);
  if (isMailed) jobs.wake();
}
