interface RoleSource {
  isAdmin: boolean;
  emailKey: string | null;
  emailProvenAt: Date | null;
}

/**
 * The effective role: the stored flag, or an address on ADMIN_EMAILS whose mailbox the account has
 * proven to own. Without the proof, the first person to register that address would be an admin.
 */
export function isEffectiveAdmin(user: RoleSource, adminEmails: string[]): boolean {
  if (user.isAdmin) return true;
  return (
    user.emailProvenAt !== null && user.emailKey !== null && adminEmails.includes(user.emailKey)
  );
}
