import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Db } from './client.ts';
import { secrets } from './schema.ts';

/** The 32-byte key of this name, the same for every node; generated when it is first asked for. */
export async function findSecret(db: Db, name: string): Promise<Buffer> {
  const known = await selectSecret(db, name);
  if (known) return known;
  // Of several nodes that ask at once, one inserts; the others read what it inserted.
  await db
    .insert(secrets)
    .values({ name, value: randomBytes(32) })
    .onConflictDoNothing();
  const created = await selectSecret(db, name);
  if (!created) throw new Error(`The secret ${name} was not stored.`);
  return created;
}

async function selectSecret(db: Db, name: string): Promise<Buffer | undefined> {
  const [row] = await db
    .select({ value: secrets.value })
    .from(secrets)
    .where(eq(secrets.name, name));
  return row?.value;
}
