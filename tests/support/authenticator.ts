import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

type Cbor = number | string | Buffer | Map<Cbor, Cbor>;

/** As much of CBOR as authenticators need. */
function encodeCbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (typeof value === 'string') {
    const bytes = Buffer.from(value);
    return Buffer.concat([head(3, bytes.length), bytes]);
  }
  return Buffer.concat([
    head(5, value.size),
    ...[...value].flatMap(([key, each]) => [encodeCbor(key), encodeCbor(each)]),
  ]);
}

function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255]);
}

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest();
const encoded = (bytes: Buffer) => bytes.toString('base64url');

const FLAGS = { present: 1, verified: 4, attested: 64 };

interface Site {
  origin: string;
  rpId: string;
}

/** What differs from an ordinary response. */
interface Oddity extends Partial<Site> {
  challenge?: string;
  counter?: number;
  isVerified?: boolean;
  userHandle?: string | undefined;
  type?: string;
  /** Another format of the attestation, with its statement. */
  attestation?: { format: string; statement: Map<Cbor, Cbor> };
}

interface CreationOptions {
  challenge: string;
  rp: { id: string };
  user: { id: string };
}

/** A passkey as an authenticator keeps it; the user is always verified. */
export class SoftwarePasskey {
  readonly id = randomBytes(32);
  readonly #site: Site;
  readonly #privateKey: KeyObject;
  readonly #publicKey: Buffer;
  #userHandle = '';
  counter = 0;

  constructor(publicUrl: string) {
    const { origin, hostname } = new URL(publicUrl);
    this.#site = { origin, rpId: hostname };
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    this.#privateKey = privateKey;
    this.#publicKey = encodeCbor(
      new Map<Cbor, Cbor>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    );
  }

  #clientData(type: string, challenge: string, origin: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  #authenticatorData(odd: Oddity, extra = Buffer.alloc(0)): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(odd.counter ?? this.counter);
    const flags =
      FLAGS.present |
      (odd.isVerified === false ? 0 : FLAGS.verified) |
      (extra.length > 0 ? FLAGS.attested : 0);
    return Buffer.concat([
      sha256(odd.rpId ?? this.#site.rpId),
      Buffer.from([flags]),
      counter,
      extra,
    ]);
  }

  /** Answers navigator.credentials.create(). */
  create(options: CreationOptions, odd: Oddity = {}) {
    this.#userHandle = options.user.id;
    const { format, statement } = odd.attestation ?? {
      format: 'none',
      statement: new Map<Cbor, Cbor>(),
    };
    const length = Buffer.from([0, this.id.length]);
    const attested = Buffer.concat([Buffer.alloc(16), length, this.id, this.#publicKey]);
    const attestationObject = encodeCbor(
      new Map<Cbor, Cbor>([
        ['fmt', format],
        ['attStmt', statement],
        ['authData', this.#authenticatorData(odd, attested)],
      ]),
    );
    const clientData = this.#clientData(
      odd.type ?? 'webauthn.create',
      odd.challenge ?? options.challenge,
      odd.origin ?? this.#site.origin,
    );
    return {
      id: encoded(this.id),
      rawId: encoded(this.id),
      type: 'public-key',
      authenticatorAttachment: 'platform',
      clientExtensionResults: { credProps: { rk: true } },
      response: {
        clientDataJSON: encoded(clientData),
        attestationObject: encoded(attestationObject),
        transports: ['internal', 'hybrid'],
      },
    };
  }

  /** Answers navigator.credentials.get(). */
  get({ challenge }: { challenge: string }, odd: Oddity = {}) {
    if (odd.counter === undefined) this.counter += 1;
    const clientData = this.#clientData(
      odd.type ?? 'webauthn.get',
      odd.challenge ?? challenge,
      odd.origin ?? this.#site.origin,
    );
    const authenticatorData = this.#authenticatorData(odd);
    const signed = Buffer.concat([authenticatorData, sha256(clientData)]);
    return {
      id: encoded(this.id),
      rawId: encoded(this.id),
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: encoded(clientData),
        authenticatorData: encoded(authenticatorData),
        signature: encoded(sign('sha256', signed, this.#privateKey)),
        userHandle: 'userHandle' in odd ? odd.userHandle : this.#userHandle,
      },
    };
  }
}
