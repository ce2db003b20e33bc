import type { FastifyRequest } from 'fastify';
import { PASSKEY_INVALID, type PasskeyAssertion } from '#contract/passkeys.ts';
import { type ChallengeUse, takeChallenge } from '#server/db/challenges.ts';
import type { Db } from '#server/db/client.ts';
import { AppError } from '#server/lib/app-error.ts';
import { hashToken } from '#server/lib/tokens.ts';
import { claimedChallenge, relyingPartyOf, verifyAssertion } from '#server/lib/webauthn.ts';
import { findPasskey, insertFailedPasskey, updatePasskeyUsed } from './queries.ts';

/** One response for everything, so that it does not reveal which passkeys exist. */
export const passkeyInvalid = () => new AppError(400, 'PASSKEY_INVALID', PASSKEY_INVALID);

/** The challenge that a response answers, used up; undefined if it was not issued for this use. */
export async function answeredChallenge(
  db: Db,
  clientDataJSON: string,
  use: ChallengeUse,
): Promise<string | undefined> {
  const challenge = await claimedChallenge(clientDataJSON);
  if (challenge === undefined) return undefined;
  return (await takeChallenge(db, hashToken(challenge), use)) ? challenge : undefined;
}

/** The passkey that a response proves, with its owner. Record its use in the transaction that follows. */
export async function verifyPasskey(
  request: FastifyRequest,
  response: PasskeyAssertion,
  use: ChallengeUse,
) {
  const { config, database } = request.server;
  const challenge = await answeredChallenge(database.db, response.response.clientDataJSON, use);
  const passkey = await findPasskey(database.db, Buffer.from(response.id, 'base64url'));
  const party = relyingPartyOf(config.publicUrl);
  const counter =
    challenge !== undefined && passkey && isOwner(passkey, response, use)
      ? await verifyAssertion(response, challenge, passkey, party)
      : undefined;
  if (!passkey || counter === undefined) {
    await insertFailedPasskey(database.db, passkey?.user, request.ip);
    throw passkeyInvalid();
  }
  return {
    user: passkey.user,
    async recordUse(tx: Db) {
      if (!(await updatePasskeyUsed(tx, passkey, counter))) throw passkeyInvalid();
    },
  };
}

type FoundPasskey = NonNullable<Awaited<ReturnType<typeof findPasskey>>>;

/** At login the authenticator must name the user; otherwise the session does. */
function isOwner(
  { handle, user }: FoundPasskey,
  { response: { userHandle } }: PasskeyAssertion,
  { userId }: ChallengeUse,
): boolean {
  if (userId !== null && userId !== user.id) return false;
  if (!userHandle) return userId !== null;
  return handle?.equals(Buffer.from(userHandle, 'base64url')) ?? false;
}
