import { findAdmin } from './admins.ts';
import type { Db } from './client.ts';

const LOOPBACK = ['127.0.0.1', '::1', 'localhost'];

interface Roles {
  adminEmails: string[];
  isProduction: boolean;
}

interface Installation extends Roles {
  host: string;
}

/** How the first admin gets the role. */
export function describeFirstAdmin({ adminEmails, isProduction }: Roles): string {
  if (adminEmails.length > 0) {
    return 'Register with an address of ADMIN_EMAILS and follow the link in the confirmation email.';
  }
  // An installed server has its settings elsewhere: npm run admin would open the embedded database.
  const command = isProduction
    ? 'dist/cli/admin.js grant EMAIL (docs/deploy.md, Admin)'
    : 'npm run admin -- grant EMAIL';
  return `Register, follow the link in the confirmation email, then run ${command}`;
}

/** For the operator of a new installation. Only where nobody else can reach it, and while there is no admin. */
export async function findAdminNote(db: Db, { host, ...roles }: Installation) {
  if (!LOOPBACK.includes(host) || (await findAdmin(db, roles.adminEmails))) return undefined;
  return `Nobody is an admin yet. ${describeFirstAdmin(roles)}`;
}
