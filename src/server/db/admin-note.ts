import { findAnAdmin } from './admins.ts';
import type { Db } from './client.ts';

const LOOPBACK = ['127.0.0.1', '::1', 'localhost'];

const NOTE = `Nobody is an admin yet. Register in the app, follow the link in the confirmation mail, then run:
npm run admin -- grant you@example.com`;

interface Installation {
  host: string;
  adminEmails: string[];
}

/** For the operator of a new installation. Only where nobody else can reach it, and while there is no admin. */
export async function findAdminNote(db: Db, { host, adminEmails }: Installation) {
  if (!LOOPBACK.includes(host)) return undefined;
  return (await findAnAdmin(db, adminEmails)) ? undefined : NOTE;
}
