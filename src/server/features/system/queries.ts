import { sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';

/** Throws if the database does not respond. */
export async function pingDatabase(db: Db) {
  await db.execute(sql`SELECT 1`);
}
