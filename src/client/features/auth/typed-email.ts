let typedEmail = '';

/** Until somebody logs in. Not in the history, which the next person could go back to. */
export function keepTypedEmail(email: string): void {
  typedEmail = email;
}

export const readTypedEmail = () => typedEmail;
