import { asc, eq } from 'drizzle-orm';
import { suspensionReasonField } from '#contract/reviews.ts';
import { isAdminRow } from '#server/db/admins.ts';
import type { Db } from '#server/db/client.ts';
import { users } from '#server/db/schema.ts';
import { deleteSessionsByCommand } from '#server/db/sessions.ts';
import { restoreUser, suspendUser } from '#server/db/suspension.ts';
import { findUserForChange, type UserRow, userColumns } from '#server/db/users.ts';
import { changeFlags, requireNotAdmin } from '#server/features/admin/flags.ts';
import { emailKey } from '#server/lib/keys.ts';

export const ADMIN_USAGE = `npm run admin                    who is an admin
npm run admin -- grant EMAIL     grants the admin role; --unconfirmed allows an unconfirmed email
npm run admin -- revoke EMAIL    takes the role away; the last admin stays
npm run admin -- sign-out EMAIL  ends all sessions of an account
npm run admin -- suspend EMAIL   hides a member's page; --reason TEXT is shown to the member
npm run admin -- restore EMAIL   shows a suspended page again`;

const UNCONFIRMED = '--unconfirmed';
const REASON = '--reason';

interface Parsed {
  command: string;
  email: string;
  isForced: boolean;
  reason: string | null;
}

/** Runs a command and returns the lines to print. */
type Run = (db: Db, adminEmails: string[]) => Promise<string[]>;

/** Throws for arguments that it does not know, before a database is needed. */
export function adminCommand(args: string[]): Run {
  if (args.length === 0) return listAdmins;
  const parsed = parse(args);
  return (db, adminEmails) => runParsed(db, adminEmails, parsed);
}

async function runParsed(
  db: Db,
  adminEmails: string[],
  { command, email, isForced, reason }: Parsed,
): Promise<string[]> {
  const [user] = await db
    .select(userColumns)
    .from(users)
    .where(eq(users.emailKey, emailKey(email)));
  if (!user) throw new Error(`There is no account with the email ${email}.`);
  switch (command) {
    case 'grant':
      return [await grant(db, user, { adminEmails, isForced })];
    case 'revoke':
      await changeRole(db, user, { adminEmails, isAdmin: false });
      return [`${user.email} is no longer an admin.`];
    case 'sign-out':
      return [await signOut(db, user)];
    case 'suspend':
      return [await suspend(db, user, { adminEmails, reason })];
    default:
      return [await restore(db, user)];
  }
}

function parse(args: string[]): Parsed {
  const isForced = args.includes(UNCONFIRMED);
  const plain = args.filter((arg) => arg !== UNCONFIRMED);
  const at = plain.indexOf(REASON);
  const [given] = at === -1 ? [null] : plain.splice(at, 2).slice(1);
  const [command, email, ...rest] = plain;
  const isKnown = ['grant', 'revoke', 'sign-out', 'suspend', 'restore'].includes(command ?? '');
  const isMisplaced = (isForced && command !== 'grant') || (at !== -1 && command !== 'suspend');
  if (!isKnown || isMisplaced || !command || !email || rest.length > 0 || given === undefined) {
    throw new Error(ADMIN_USAGE);
  }
  const reason = suspensionReasonField.safeParse(given);
  if (!reason.success) throw new Error(reason.error.issues[0]?.message);
  return { command, email, isForced, reason: reason.data };
}

async function grant(
  db: Db,
  user: UserRow,
  { adminEmails, isForced }: { adminEmails: string[]; isForced: boolean },
): Promise<string> {
  if (user.isAdmin) return `${user.email} is an admin already.`;
  if (user.emailProvenAt === null && !isForced) {
    throw new Error(
      `${user.email} is not confirmed, so a stranger may have registered it: follow the link in its email first, or add ${UNCONFIRMED}.`,
    );
  }
  await changeRole(db, user, { adminEmails, isAdmin: true });
  return `${user.email} is an admin now.`;
}

const changeRole = (db: Db, { id }: UserRow, change: { adminEmails: string[]; isAdmin: boolean }) =>
  db.transaction((tx) => changeFlags(tx, { id, actor: null, ip: null, ...change }));

async function signOut(db: Db, user: UserRow): Promise<string> {
  const ended = await db.transaction((tx) => deleteSessionsByCommand(tx, user));
  return `${user.email} is signed out everywhere (${ended} ${plural(ended)} ended).`;
}

async function suspend(
  db: Db,
  { id, email }: UserRow,
  { adminEmails, reason }: { adminEmails: string[]; reason: string | null },
): Promise<string> {
  const isChanged = await db.transaction(async (tx) => {
    const subject = await findUserForChange(tx, id);
    if (!subject) return false;
    requireNotAdmin(subject, adminEmails);
    return suspendUser(tx, { subject, actor: null, ip: null, reason });
  });
  return isChanged ? `${email} is suspended now.` : `${email} is suspended already.`;
}

async function restore(db: Db, { id, email }: UserRow): Promise<string> {
  const isChanged = await db.transaction(async (tx) => {
    const subject = await findUserForChange(tx, id);
    return subject !== undefined && restoreUser(tx, { subject, actor: null, ip: null });
  });
  return isChanged ? `${email} is back.` : `${email} is not suspended.`;
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
