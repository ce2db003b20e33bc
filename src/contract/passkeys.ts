import { z } from 'zod';
import { clearableText, ID_INVALID } from './fields.ts';
import { boundedList, boundedText, type TextRule } from './text-field.ts';

/** One message for an expired, used, foreign or made-up challenge or credential. */
export const PASSKEY_INVALID = "That passkey didn't work. Try again, or use your password.";

export const PASSKEYS_MAX = 20;

const NAME: TextRule = { label: 'Name', max: 50 };
const nameField = clearableText(NAME);

/** Base64url, as browsers encode a credential. */
const encoded = (maxLength: number) =>
  boundedText(maxLength, { wrongType: PASSKEY_INVALID, tooLong: PASSKEY_INVALID }).regex(
    /^[\w-]+$/,
    { error: PASSKEY_INVALID },
  );

const credential = {
  id: encoded(1_400),
  rawId: encoded(1_400),
  type: z.literal('public-key', { error: PASSKEY_INVALID }),
};

/** What navigator.credentials.get() returns, as JSON. Members that are not used are dropped. */
export const passkeyAssertion = z.object(
  {
    ...credential,
    response: z.object(
      {
        clientDataJSON: encoded(4_000),
        authenticatorData: encoded(4_000),
        signature: encoded(4_000),
        userHandle: encoded(100).nullish(),
      },
      { error: PASSKEY_INVALID },
    ),
  },
  { error: PASSKEY_INVALID },
);
export type PasskeyAssertion = z.infer<typeof passkeyAssertion>;

const transport = boundedText(20, { wrongType: PASSKEY_INVALID, tooLong: PASSKEY_INVALID });

/** What navigator.credentials.create() returns, as JSON. */
const passkeyAttestation = z.object(
  {
    ...credential,
    response: z.object(
      {
        clientDataJSON: encoded(4_000),
        attestationObject: encoded(4_000),
        transports: boundedList(transport, 10, {
          wrongType: PASSKEY_INVALID,
          tooLong: PASSKEY_INVALID,
        }).optional(),
      },
      { error: PASSKEY_INVALID },
    ),
  },
  { error: PASSKEY_INVALID },
);
export type PasskeyAttestation = z.infer<typeof passkeyAttestation>;

/** POST /api/passkeys: without a name it is called after the device. */
export const passkeyInput = z.strictObject({
  name: nameField.optional(),
  response: passkeyAttestation,
});

/** PATCH /api/passkeys/{id} */
export const passkeyPatchInput = z.strictObject({
  name: nameField
    .refine((name) => name !== null, { error: 'Name is required' })
    .transform((name) => name ?? ''),
});

/** POST /api/login/passkey */
export const passkeyLoginInput = z.strictObject({ response: passkeyAssertion });

export const passkeyParams = z.object({
  id: boundedText(100, { wrongType: ID_INVALID, tooLong: ID_INVALID }),
});

export const passkeyResponse = z
  .object({
    id: z.string(),
    name: z.string(),
    createdAt: z.iso.datetime(),
    lastUsedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Passkey' });
export type Passkey = z.infer<typeof passkeyResponse>;

/** GET /api/passkeys: the oldest first; at most 20. */
export const passkeysResponse = z.array(passkeyResponse);

const descriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()).optional(),
});

/** POST /api/passkeys/options: for navigator.credentials.create(). */
export const passkeyCreationOptions = z
  .object({
    challenge: z.string(),
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
    timeout: z.int(),
    attestation: z.literal('none'),
    excludeCredentials: z.array(descriptor),
    authenticatorSelection: z.object({
      residentKey: z.literal('required'),
      requireResidentKey: z.literal(true),
      userVerification: z.literal('required'),
    }),
    extensions: z.object({ credProps: z.boolean() }),
  })
  .meta({ id: 'PasskeyCreationOptions' });

/** POST /api/login/passkey/options, POST /api/reauthenticate/options: for navigator.credentials.get(). */
export const passkeyRequestOptions = z
  .object({
    challenge: z.string(),
    rpId: z.string(),
    timeout: z.int(),
    userVerification: z.literal('required'),
    /** Left out at login: the person chooses one that the device has for this site. */
    allowCredentials: z.array(descriptor).optional(),
  })
  .meta({ id: 'PasskeyRequestOptions' });
