import { sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';

/** Throws where the database does not answer. */
export async function pingDatabase(db: Db) {
  await db.execute(sql`SELECT 1`);
}
