import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { PRODUCT_NAME } from '#contract/product.ts';
import { type ChallengeUse, insertChallenge } from '#server/db/challenges.ts';
import { notSignedIn } from '#server/lib/app-error.ts';
import { hashToken } from '#server/lib/tokens.ts';
import { ALGORITHMS, loadWebauthn, relyingPartyOf } from '#server/lib/webauthn.ts';
import { signedInUser } from '#server/plugins/session.ts';
import { type listCredentials, savePasskeyHandle } from './queries.ts';

/** As long as a challenge is valid. */
const TIMEOUT_MS = 5 * 60_000;

/** A passkey replaces a password, so having the device must not be enough. */
const USER_VERIFICATION = 'required';

/** What a challenge of the signed-in member can be used for. */
export function ownUse(
  request: FastifyRequest,
  purpose: 'register' | 'reauthenticate',
): ChallengeUse {
  const { sessionId } = request;
  if (!sessionId) throw notSignedIn();
  return { purpose, userId: signedInUser(request).id, sessionId };
}

/** The use of a login challenge, issued before anybody is signed in. */
export const LOGIN_USE: ChallengeUse = { purpose: 'login', userId: null, sessionId: null };

async function issueChallenge({ server }: FastifyRequest, use: ChallengeUse) {
  const bytes = randomBytes(32);
  await insertChallenge(server.database.db, hashToken(bytes.toString('base64url')), use);
  return new Uint8Array(bytes);
}

type StoredCredential = Awaited<ReturnType<typeof listCredentials>>[number];

const descriptorOf = ({ credentialId, transports }: StoredCredential) => ({
  id: credentialId.toString('base64url'),
  transports,
});

/** For a new passkey of the signed-in member. */
export async function creationOptions(request: FastifyRequest, credentials: StoredCredential[]) {
  const { config, database } = request.server;
  const { id, name, email, username } = signedInUser(request);
  const handle = await savePasskeyHandle(database.db, id, randomBytes(32));
  if (!handle) throw notSignedIn();
  const { generateRegistrationOptions } = await loadWebauthn();
  return generateRegistrationOptions({
    rpName: PRODUCT_NAME,
    rpID: relyingPartyOf(config.publicUrl).id,
    userID: new Uint8Array(handle),
    userName: email ?? username ?? name,
    userDisplayName: name,
    challenge: await issueChallenge(request, ownUse(request, 'register')),
    timeout: TIMEOUT_MS,
    attestationType: 'none',
    excludeCredentials: credentials.map(descriptorOf),
    authenticatorSelection: { residentKey: 'required', userVerification: USER_VERIFICATION },
    supportedAlgorithmIDs: ALGORITHMS,
  });
}

/** Without `credentials`, any passkey for this site can answer. */
export async function requestOptions(
  request: FastifyRequest,
  use: ChallengeUse,
  credentials?: StoredCredential[],
) {
  const { generateAuthenticationOptions } = await loadWebauthn();
  return generateAuthenticationOptions({
    rpID: relyingPartyOf(request.server.config.publicUrl).id,
    challenge: await issueChallenge(request, use),
    timeout: TIMEOUT_MS,
    userVerification: USER_VERIFICATION,
    ...(credentials ? { allowCredentials: credentials.map(descriptorOf) } : {}),
  });
}
