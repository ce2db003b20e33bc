/** Messages for emailed links that no longer work. */
export const RESET_TOKEN_INVALID =
  'This reset link is invalid or has expired. Please request a new one.';

export const CONFIRMATION_TOKEN_INVALID =
  'This confirmation link is invalid or has expired. A password reset confirms your email as well.';

export const SIGN_IN_TO_CONFIRM = 'Log in to this account to finish.';

export const DISOWN_TOKEN_INVALID =
  'This link is invalid or has expired. The account may be deleted already.';

export const UNDO_TOKEN_INVALID =
  'This link is invalid or has expired. If someone else has your account, request a new password.';
