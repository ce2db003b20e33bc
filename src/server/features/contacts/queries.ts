import { and, count, desc, eq, getTableColumns, lt, type SQL, sql } from 'drizzle-orm';
import type { AddPersonInput, Contact, UpdateContactInput } from '#contract/contacts.ts';
import { PLATFORMS } from '#contract/platforms/registry.ts';
import type { Db } from '#server/db/client.ts';
import { indexContact } from '#server/db/index-people.ts';
import { contactPaymentAccounts, contacts } from '#server/db/schema.ts';

// Every query takes the owner: contacts are private.

const { userId: _owner, ...contactColumns } = getTableColumns(contacts);

// Names are spelled out with their tables: in a query of one table Drizzle leaves the table away, and
// a bare id would mean the account's own.
const accountsOfContact = sql<Contact['accounts']>`(
  SELECT coalesce(
    json_agg(
      json_build_object(
        'platform', account.platform,
        'username', account.username,
        'isDefault', account.is_default
      )
      ORDER BY
        account.is_default DESC,
        array_position(${sql.param([...PLATFORMS])}::text[], account.platform)
    ), '[]')
  FROM contact_payment_accounts AS account WHERE account.contact_id = contacts.id)`;

async function selectContacts(
  db: Db,
  condition: SQL | undefined,
  limit: number,
): Promise<Contact[]> {
  const rows = await db
    .select({ ...contactColumns, accounts: accountsOfContact })
    .from(contacts)
    .where(condition)
    .orderBy(desc(contacts.id))
    .limit(limit);
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
}

const ownedBy = (ownerId: number, id: number) =>
  and(eq(contacts.userId, ownerId), eq(contacts.id, id));

/** Newest first; one row more than the page holds if there is a next page. */
export function listContacts(
  db: Db,
  ownerId: number,
  { limit, before }: { limit: number; before: number | undefined },
): Promise<Contact[]> {
  const older = before === undefined ? undefined : lt(contacts.id, before);
  return selectContacts(db, and(eq(contacts.userId, ownerId), older), limit + 1);
}

async function findContact(db: Db, ownerId: number, id: number): Promise<Contact | undefined> {
  const [contact] = await selectContacts(db, ownedBy(ownerId, id), 1);
  return contact;
}

export async function countContacts(db: Db, ownerId: number): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(contacts)
    .where(eq(contacts.userId, ownerId));
  return row?.total ?? 0;
}

/** The form's screen name is stored as the nickname. */
export async function insertContact(
  db: Db,
  ownerId: number,
  { name, screenName, paymentPlatform, paymentUsername }: AddPersonInput,
): Promise<Contact> {
  const account = { platform: paymentPlatform, username: paymentUsername, isDefault: true };
  const [row] = await db
    .insert(contacts)
    .values({ userId: ownerId, name, nickname: screenName })
    .returning(contactColumns);
  if (!row) throw new Error('The database returned no row for the new contact.');
  await db.insert(contactPaymentAccounts).values({ contactId: row.id, ...account });
  await indexContact(db, ownerId, row.id);
  return { ...row, createdAt: row.createdAt.toISOString(), accounts: [account] };
}

/** Needs a transaction: its accounts are replaced as a whole. */
export async function updateContact(
  db: Db,
  ownerId: number,
  id: number,
  { accounts, ...changes }: UpdateContactInput,
): Promise<Contact | undefined> {
  // Locked first, so that two concurrent changes do not mix their accounts.
  const [held] = await db
    .select({ id: contacts.id })
    .from(contacts)
    .where(ownedBy(ownerId, id))
    .for('update');
  if (!held) return undefined;
  if (Object.values(changes).some((value) => value !== undefined)) {
    await db.update(contacts).set(changes).where(ownedBy(ownerId, id));
  }
  if (accounts) {
    await db.delete(contactPaymentAccounts).where(eq(contactPaymentAccounts.contactId, id));
    await db
      .insert(contactPaymentAccounts)
      .values(accounts.map((account) => ({ contactId: id, ...account })));
  }
  await indexContact(db, ownerId, id);
  return findContact(db, ownerId, id);
}

export async function deleteContact(db: Db, ownerId: number, id: number): Promise<boolean> {
  const deleted = await db
    .delete(contacts)
    .where(ownedBy(ownerId, id))
    .returning({ id: contacts.id });
  return deleted.length > 0;
}
