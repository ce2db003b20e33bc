import type { PasskeyAssertion, PasskeyAttestation } from '#contract/passkeys.ts';

/** Passkeys are bound to this site, whatever Host header a request has. */
export interface RelyingParty {
  id: string;
  origin: string;
}

export function relyingPartyOf(publicUrl: string): RelyingParty {
  const { hostname, origin } = new URL(publicUrl);
  return { id: hostname, origin };
}

/** EdDSA, ES256 and RS256: what authenticators support. */
export const ALGORITHMS = [-8, -7, -257];

const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;
type Transport = (typeof TRANSPORTS)[number];

/** The longest key that the database stores. */
const MAX_PUBLIC_KEY_BYTES = 2_000;

/** Loaded by the first passkey: these packages are a sixth of what a start would load. */
export const loadWebauthn = () => import('@simplewebauthn/server');
const loadHelpers = () => import('@simplewebauthn/server/helpers');

/** The challenge that a response claims to answer; undefined if it has none. */
export async function claimedChallenge(clientDataJSON: string): Promise<string | undefined> {
  const { decodeClientDataJSON } = await loadHelpers();
  try {
    const challenge: unknown = decodeClientDataJSON(clientDataJSON)?.challenge;
    return typeof challenge === 'string' ? challenge : undefined;
  } catch {
    return undefined;
  }
}

interface NewCredential {
  credentialId: Buffer;
  publicKey: Buffer;
  counter: number;
  transports: Transport[];
}

/** The new credential; undefined if the response is not valid. The library throws for malformed ones. */
export async function verifyAttestation(
  response: PasskeyAttestation,
  challenge: string,
  { id, origin }: RelyingParty,
): Promise<NewCredential | undefined> {
  const { verifyRegistrationResponse } = await loadWebauthn();
  try {
    if (await hasCertificates(response.response.attestationObject)) return undefined;
    const transports = knownTransports(response.response.transports ?? []);
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        ...response,
        response: { ...response.response, transports },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    const credential = registrationInfo?.credential;
    if (!verified || !credential || credential.publicKey.length > MAX_PUBLIC_KEY_BYTES) {
      return undefined;
    }
    return {
      credentialId: Buffer.from(credential.id, 'base64url'),
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports,
    };
  } catch {
    return undefined;
  }
}

/**
 * We ask for no attestation, so a browser sends none, or one that the new key itself has signed. The library
 * would fetch revocation lists from addresses in certificates that a caller made.
 */
async function hasCertificates(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject } = await loadHelpers();
  const decoded = decodeAttestationObject(
    new Uint8Array(Buffer.from(attestationObject, 'base64url')),
  );
  const format = decoded.get('fmt');
  return !(
    format === 'none' ||
    (format === 'packed' && decoded.get('attStmt').get('x5c') === undefined)
  );
}

const knownTransports = (given: string[]) =>
  TRANSPORTS.filter((transport) => given.includes(transport));

interface StoredCredential {
  publicKey: Buffer;
  counter: number;
}

/** The credential's new counter; undefined if the response is not valid. */
export async function verifyAssertion(
  response: PasskeyAssertion,
  challenge: string,
  { publicKey, counter }: StoredCredential,
  { id, origin }: RelyingParty,
): Promise<number | undefined> {
  const { userHandle, ...rest } = response.response;
  const { verifyAuthenticationResponse } = await loadWebauthn();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...response,
        response: { ...rest, ...(userHandle ? { userHandle } : {}) },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      credential: { id: response.id, publicKey: new Uint8Array(publicKey), counter },
      requireUserVerification: true,
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch {
    return undefined;
  }
}
