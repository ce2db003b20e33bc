import { and, count, desc, eq, sql } from 'drizzle-orm';
import type { CardSource } from '#server/cards/stored-card.ts';
import type { Db } from '#server/db/client.ts';
import { SELECT_PEOPLE } from '#server/db/index-people.ts';
import { savedPeople, users } from '#server/db/schema.ts';
import { isNotSuspended } from '#server/db/suspension.ts';
import { hasOrHadUsername } from '#server/db/users.ts';

// Every query takes the owner: nobody else may see who they saved.

const savedBy = (ownerId: number, personId: number) =>
  and(eq(savedPeople.ownerId, ownerId), eq(savedPeople.personId, personId));

interface SavedPerson {
  /** The id of the saved entry, for the next page. */
  id: number;
  source: CardSource;
}

/** Newest first, without suspended people; one row more than the page holds if there is a next page. */
export async function listSavedPeople(
  db: Db,
  ownerId: number,
  { limit, before }: { limit: number; before: number | undefined },
): Promise<SavedPerson[]> {
  const older = before === undefined ? sql`` : sql`AND saved.id < ${before}`;
  const { rows } = await db.execute(
    sql`SELECT saved.id::float8 AS "savedId", person.* FROM saved_people AS saved
        CROSS JOIN LATERAL (${sql.raw(SELECT_PEOPLE)} WHERE id = saved.person_id) AS person
        WHERE saved.owner_id = ${ownerId} ${older} ORDER BY saved.id DESC LIMIT ${limit + 1}`,
  );
  return (rows as unknown as (CardSource & { savedId: number })[]).map(
    ({ savedId, ...source }) => ({
      id: savedId,
      source,
    }),
  );
}

/** The ids of the same people. */
export async function listSavedIds(db: Db, ownerId: number): Promise<number[]> {
  const rows = await db
    .select({ id: savedPeople.personId })
    .from(savedPeople)
    .innerJoin(users, eq(users.id, savedPeople.personId))
    .where(and(eq(savedPeople.ownerId, ownerId), isNotSuspended))
    .orderBy(desc(savedPeople.id));
  return rows.map(({ id }) => id);
}

/** The member with this username, who cannot be deleted until the transaction ends. */
export async function findPersonToSave(db: Db, username: string): Promise<number | undefined> {
  const [person] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(hasOrHadUsername(username), isNotSuspended))
    .for('key share');
  return person?.id;
}

export async function countSaved(db: Db, ownerId: number): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(savedPeople)
    .where(eq(savedPeople.ownerId, ownerId));
  return row?.total ?? 0;
}

export async function isSavedBy(db: Db, ownerId: number, personId: number): Promise<boolean> {
  const rows = await db
    .select({ id: savedPeople.id })
    .from(savedPeople)
    .where(savedBy(ownerId, personId));
  return rows.length > 0;
}

export async function insertSavedPerson(db: Db, ownerId: number, personId: number): Promise<void> {
  await db.insert(savedPeople).values({ ownerId, personId });
}

export async function deleteSavedPerson(db: Db, ownerId: number, personId: number): Promise<void> {
  await db.delete(savedPeople).where(savedBy(ownerId, personId));
}
