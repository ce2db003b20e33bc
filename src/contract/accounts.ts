import { z } from 'zod';
import { PHONE_VISIBILITIES } from './constants.ts';
import {
  confirmPasswordField,
  emailField,
  loginEmailField,
  nameField,
  newPasswordField,
  phoneNumberField,
  profileImageField,
  screenNameField,
  typedPasswordField,
  usernameField,
  websiteUrlField,
} from './fields.ts';
import {
  CONFIRMATION_TOKEN_INVALID,
  DISOWN_TOKEN_INVALID,
  RESET_TOKEN_INVALID,
  UNDO_TOKEN_INVALID,
} from './mailed-links.ts';
import { paymentAccountsInput } from './payment-accounts.ts';
import { boundedText, clearable } from './text-field.ts';
import { isListedField, phoneVisibilityField } from './visibility.ts';

const optionalScreenName = clearable(screenNameField).optional();

/** POST /api/login */
export const loginInput = z.strictObject({
  email: loginEmailField,
  password: typedPasswordField,
});
export type LoginInput = z.infer<typeof loginInput>;

/** POST /api/register */
export const registerInput = z.strictObject({
  name: nameField,
  screenName: optionalScreenName,
  email: emailField,
  password: newPasswordField,
  phoneNumber: phoneNumberField.optional(),
  profileImage: profileImageField.optional(),
});
export type RegisterInput = z.infer<typeof registerInput>;

/** POST /api/register-with-accounts: all of it or nothing. */
export const registerWithAccountsInput = z.strictObject({
  user: registerInput,
  accounts: paymentAccountsInput,
});

/** PATCH /api/me: what is left out stays as it is. */
export const profileInput = z.strictObject({
  name: nameField.optional(),
  screenName: optionalScreenName,
  username: usernameField.optional(),
  email: emailField.optional(),
  phoneNumber: phoneNumberField.optional(),
  websiteUrl: websiteUrlField.optional(),
  profileImage: profileImageField.optional(),
  phoneVisibility: phoneVisibilityField.optional(),
  isListed: isListedField.optional(),
});
export type ProfileInput = z.infer<typeof profileInput>;

/** POST /api/forgot-password */
export const forgotPasswordInput = z.strictObject({ email: emailField });

/** The longest parameter that a path can have. */
const AVATAR_FILE_MAX_LENGTH = 300;

/** Longer than any token we issue. */
const TOKEN_MAX_LENGTH = 200;

const tokenField = (missing: string, invalid: string) =>
  boundedText(TOKEN_MAX_LENGTH, { wrongType: missing, tooLong: invalid }).min(1, {
    error: missing,
  });

/** POST /api/reset-password */
export const resetPasswordInput = z
  .strictObject({
    token: tokenField('Reset token is required', RESET_TOKEN_INVALID),
    password: newPasswordField,
    confirmPassword: confirmPasswordField,
  })
  .refine(({ password, confirmPassword }) => password === confirmPassword, {
    error: "Passwords don't match",
    path: ['confirmPassword'],
  });
export type ResetPasswordInput = z.infer<typeof resetPasswordInput>;

/** POST /api/confirm-email */
export const confirmEmailInput = z.strictObject({
  token: tokenField('Confirmation token is required', CONFIRMATION_TOKEN_INVALID),
});

/** POST /api/disown-account */
export const disownAccountInput = z.strictObject({
  token: tokenField('Token is required', DISOWN_TOKEN_INVALID),
});

/** POST /api/undo and POST /api/sign-out-everywhere */
export const undoInput = z.strictObject({
  token: tokenField('Token is required', UNDO_TOKEN_INVALID),
});

/** The notices whose link undoes the change. */
export const UNDO_KINDS = [
  'email-changed',
  'password-changed',
  'handle-added',
  'handle-changed',
  'handle-removed',
  'username-changed',
  'passkey-added',
] as const;
export type UndoKind = (typeof UNDO_KINDS)[number];

/** POST /api/undo */
export const undoResponse = z
  .object({ message: z.string(), kind: z.enum(UNDO_KINDS) })
  .meta({ id: 'UndoResponse' });

/** GET /api/avatars/{file} */
export const avatarParams = z.object({
  file: boundedText(AVATAR_FILE_MAX_LENGTH, {
    wrongType: 'This picture is not valid',
    tooLong: 'This picture is not valid',
  }),
});

/** The picture's bytes, which are not checked. */
export const avatarResponse = { content: { 'image/webp': { schema: z.unknown() } } };

/** A signed-in user's own record: GET /api/user, login, register, PATCH /api/me. */
export const ownUser = z
  .object({
    id: z.int(),
    name: z.string(),
    screenName: z.string().nullable(),
    email: z.string().nullable(),
    /** False until the link emailed to the current address was followed. */
    isEmailConfirmed: z.boolean(),
    /** Replaces `email` once the link emailed to it is followed. */
    pendingEmail: z.string().nullable(),
    username: z.string().nullable(),
    phoneNumber: z.string().nullable(),
    websiteUrl: z.string().nullable(),
    /** The address of the picture, which changes with it. */
    profileImage: z.string().nullable(),
    isVerified: z.boolean(),
    phoneVisibility: z.enum(PHONE_VISIBILITIES),
    /** If not, only the exact username finds them. */
    isListed: z.boolean(),
    /** The effective role: the stored flag, or a proven address on the server's list of admins. */
    isAdmin: z.boolean(),
    /** While suspended, the page is hidden from everybody else and handles cannot be changed. */
    suspension: z
      .object({
        since: z.iso.datetime(),
        reason: z.string().nullable(),
        /** The member's words to the admins, given once. */
        answer: z.string().nullable(),
        answeredAt: z.iso.datetime().nullable(),
      })
      .nullable(),
    createdAt: z.iso.datetime(),
    /** The day of `createdAt`, as visitors see it. */
    memberSince: z.iso.date(),
  })
  .meta({ id: 'OwnUser' });
export type OwnUser = z.infer<typeof ownUser>;

/** For calls without data to return. */
export const messageResponse = z.object({ message: z.string() }).meta({ id: 'MessageResponse' });
