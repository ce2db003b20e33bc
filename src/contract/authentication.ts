import { z } from 'zod';
import { newPasswordField, typedPasswordField } from './fields.ts';
import { limitField, pageQuery } from './paging.ts';
import { passkeyAssertion } from './passkeys.ts';

/** With the code REAUTHENTICATE: the client asks for a password or a passkey and repeats the call. */
export const REAUTHENTICATE = "Please confirm it's you.";

/** With the code NEW_PASSWORD_NEEDED, after an undo: the person who made the change may know the password. */
export const NEW_PASSWORD_NEEDED =
  'Choose a new password first: use the link we emailed you, or request another one with “Forgot your password?”.';

export const PASSWORD_MISMATCH = 'That password doesn’t match. Try again.';

const ONE_PROOF = 'Please enter your password or use a passkey.';

/** POST /api/reauthenticate: one of the two. */
export const reauthenticateInput = z
  .strictObject({ password: typedPasswordField.optional(), passkey: passkeyAssertion.optional() })
  .refine(({ password, passkey }) => (password === undefined) !== (passkey === undefined), {
    error: ONE_PROOF,
  });

/** POST /api/me/password */
export const passwordChangeInput = z.strictObject({
  currentPassword: typedPasswordField,
  newPassword: newPasswordField,
});
export type PasswordChangeInput = z.infer<typeof passwordChangeInput>;

/** For calls that return nothing. */
export const noContentResponse = z.null();

/** GET /api/me/security */
export const securityResponse = z
  .object({
    hasPassword: z.boolean(),
    /** Null if it is still the first one. */
    passwordChangedAt: z.iso.datetime().nullable(),
    passkeyCount: z.int(),
    /** When this session's recent authentication ends; null if there is none. */
    confirmedUntil: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Security' });
export type Security = z.infer<typeof securityResponse>;

export const ACTIVITY_KINDS = [
  'wrong-password',
  'new-device',
  'password-changed',
  'passkey-added',
  'passkey-removed',
  'email-changed',
  'email-confirmed',
  'username-changed',
  'handle-added',
  'handle-changed',
  'handle-removed',
  'other-sessions-ended',
] as const;
export type ActivityKind = (typeof ACTIVITY_KINDS)[number];

/** GET /api/me/activity: newest first. */
export const activityQuery = pageQuery.extend({
  limit: limitField({ max: 50, normally: 20 }),
});

const activityEntry = z
  .object({
    id: z.int(),
    kind: z.enum(ACTIVITY_KINDS),
    at: z.iso.datetime(),
    /** Such as 'Firefox on Linux'; null if unknown. */
    device: z.string().nullable(),
    /** An IPv4 address or an IPv6 network; kept for 90 days. */
    network: z.string().nullable(),
    details: z.object({
      /** How often in a row, for a wrong password. */
      count: z.int().optional(),
      /** True if an emailed link was used to change the password. */
      isReset: z.boolean().optional(),
      /** The name of a passkey. */
      name: z.optional(z.string()),
      platform: z.optional(z.string()),
      from: z.optional(z.string()),
      to: z.optional(z.string()),
    }),
  })
  .meta({ id: 'ActivityEntry' });
export type ActivityEntry = z.infer<typeof activityEntry>;
export const activityResponse = z.array(activityEntry);
