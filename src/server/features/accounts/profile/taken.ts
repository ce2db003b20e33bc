import { violatedConstraint } from '#server/db/connection-error.ts';
import { AppError } from '#server/lib/app-error.ts';

type UniqueField = 'email' | 'screenName' | 'username';

const SENTENCES: Record<UniqueField, { code: string; message: string }> = {
  email: {
    code: 'EMAIL_TAKEN',
    message: 'An account with this email already exists. Please log in or use another email.',
  },
  screenName: {
    code: 'SCREEN_NAME_TAKEN',
    message: 'This screen name is already taken. Please choose another.',
  },
  username: {
    code: 'USERNAME_TAKEN',
    message: 'This username is already taken. Please choose another.',
  },
};

const CONSTRAINTS: Record<string, UniqueField> = {
  users_email_key_key: 'email',
  users_screen_name_key_key: 'screenName',
  users_username_key: 'username',
};

/** The field of a unique constraint violation: the name was taken after our check. */
export function takenField(error: unknown): UniqueField | undefined {
  const constraint = violatedConstraint(error);
  return constraint === undefined ? undefined : CONSTRAINTS[constraint];
}

/** A 409 that names every taken field; `prefix` is their path in the body. */
export function alreadyTaken(taken: UniqueField[], prefix = ''): AppError | undefined {
  const [first] = taken;
  if (!first) return undefined;
  const fields = Object.fromEntries(
    taken.map((field) => [`${prefix}${field}`, SENTENCES[field].message]),
  );
  return new AppError(409, SENTENCES[first].code, SENTENCES[first].message, { fields });
}

export function takenOf(taken: Record<UniqueField, boolean>): UniqueField[] {
  return (['email', 'screenName', 'username'] as const).filter((field) => taken[field]);
}
