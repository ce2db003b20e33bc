import { asc, eq } from 'drizzle-orm';
import { isAdminRow } from '#server/db/admins.ts';
import type { Db } from '#server/db/client.ts';
import { users } from '#server/db/schema.ts';
import { deleteSessionsByCommand } from '#server/db/sessions.ts';
import { userColumns } from '#server/db/users.ts';
import { changeFlags } from '#server/features/admin/flags.ts';
import { emailKey } from '#server/lib/keys.ts';

export const ADMIN_USAGE = `npm run admin                    who is an admin
npm run admin -- grant EMAIL     grants the admin role; --unconfirmed allows an unconfirmed email
npm run admin -- revoke EMAIL    takes the role away; the last admin stays
npm run admin -- sign-out EMAIL  ends all sessions of an account`;

const UNCONFIRMED = '--unconfirmed';

/** Runs one command and returns the lines to print. */
export async function adminCommand(
  db: Db,
  adminEmails: string[],
  args: string[],
): Promise<string[]> {
  const isForced = args.includes(UNCONFIRMED);
  const [command, email, ...rest] = args.filter((arg) => arg !== UNCONFIRMED);
  if (args.length === 0) return listAdmins(db, adminEmails);
  const isAdmin = command === 'grant';
  const isKnown = isAdmin || command === 'revoke' || command === 'sign-out';
  if (!isKnown || email === undefined || rest.length > 0 || (isForced && !isAdmin)) {
    throw new Error(ADMIN_USAGE);
  }
  const [user] = await db
    .select(userColumns)
    .from(users)
    .where(eq(users.emailKey, emailKey(email)));
  if (!user) throw new Error(`There is no account with the email ${email}.`);
  if (command === 'sign-out') {
    const ended = await db.transaction((tx) => deleteSessionsByCommand(tx, user));
    return [`${user.email} is signed out everywhere (${ended} ${plural(ended)} ended).`];
  }
  if (user.isAdmin === isAdmin && isAdmin) return [`${user.email} is an admin already.`];
  if (isAdmin && user.emailProvenAt === null && !isForced) {
    throw new Error(
      `${user.email} is not confirmed, so a stranger may have registered it: follow the link in its mail first, or add ${UNCONFIRMED}.`,
    );
  }
  await db.transaction((tx) =>
    changeFlags(tx, { id: user.id, actor: null, ip: null, adminEmails, isAdmin }),
  );
  return [isAdmin ? `${user.email} is an admin now.` : `${user.email} is no admin any more.`];
}

const plural = (count: number) => (count === 1 ? 'session' : 'sessions');

async function listAdmins(db: Db, adminEmails: string[]): Promise<string[]> {
  const admins = await db
    .select(userColumns)
    .from(users)
    .where(isAdminRow(adminEmails))
    .orderBy(asc(users.id));
  if (admins.length === 0) return ['There is no admin yet.', '', ADMIN_USAGE];
  return admins.map(({ email, name, isAdmin }) => {
    const how = isAdmin ? '' : ' (by ADMIN_EMAILS)';
    return `${email ?? 'no email'}  ${name}${how}`;
  });
}
