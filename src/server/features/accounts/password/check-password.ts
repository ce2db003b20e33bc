import type { FastifyRequest } from 'fastify';
import { PASSWORD_MISMATCH } from '#contract/authentication.ts';
import type { Db } from '#server/db/client.ts';
import { AppError, invalidInput } from '#server/lib/app-error.ts';
import { originOf } from '#server/lib/origin.ts';
import { isPasswordCorrect } from '#server/lib/password.ts';
import { passwordWeakness } from '#server/lib/weak-password.ts';
import { releaseSlotWhile } from '#server/plugins/pressure.ts';
import { type findOwnCredentials, insertFailedLogin, isPasswordUnchanged } from './queries.ts';

/** Not 401: the session has not ended. */
const wrongPassword = (field: string) =>
  new AppError(400, 'WRONG_PASSWORD', PASSWORD_MISMATCH, {
    fields: { [field]: PASSWORD_MISMATCH },
  });

/** Refuses a new password that is easily guessed, with a message for `field`. */
export function refuseWeakPassword(
  { server }: FastifyRequest,
  password: string,
  person: Parameters<typeof passwordWeakness>[1],
  field: string,
) {
  if (!server.config.passwordBlocklist) return;
  const weakness = passwordWeakness(password, person);
  if (weakness) throw invalidInput(weakness, { [field]: weakness });
}

type Credentials = Awaited<ReturnType<typeof findOwnCredentials>>;

/**
 * Checks the password of the signed-in member; a wrong one is a 400 for `field`. Returns a condition for the
 * transaction that follows: nobody changed the password meanwhile.
 */
export async function checkPassword(
  request: FastifyRequest,
  user: Credentials,
  password: string,
  field: string,
): Promise<(tx: Db) => Promise<void>> {
  const { db } = request.server.database;
  const { passwordHash } = user;
  const isRight = await releaseSlotWhile(request, () => isPasswordCorrect(password, passwordHash));
  if (!passwordHash || !isRight) {
    await insertFailedLogin(db, user, user.email ?? '', originOf(request));
    throw wrongPassword(field);
  }
  return async (tx) => {
    if (!(await isPasswordUnchanged(tx, user.id, passwordHash))) throw wrongPassword(field);
  };
}

/** What failed attempts of an account are counted by: the same as at its login. */
export const accountKeyOf = ({ id, emailKey }: Pick<Credentials, 'id' | 'emailKey'>) =>
  emailKey ?? `user ${id}`;
