import { findAdmin } from './admins.ts';
import type { Db } from './client.ts';

const LOOPBACK = ['127.0.0.1', '::1', 'localhost'];

/** An installed server has its settings elsewhere: npm run admin would open the embedded database. */
export const describeGrant = (email: string, isProduction: boolean) =>
  isProduction
    ? `dist/cli/admin.js grant ${email} (docs/deploy.md, Admin)`
    : `npm run admin -- grant ${email}`;

interface Installation {
  host: string;
  adminEmails: string[];
  isProduction: boolean;
}

/** For the operator of a new installation. Only where nobody else can reach it, and while there is no admin. */
export async function findAdminNote(db: Db, { host, adminEmails, isProduction }: Installation) {
  if (!LOOPBACK.includes(host) || (await findAdmin(db, adminEmails))) return undefined;
  return `Nobody is an admin yet. Register in the app, follow the link in the confirmation email, then run:
${describeGrant('you@example.com', isProduction)}`;
}
