import { sql } from 'drizzle-orm';
import type { Db } from './client.ts';

/** Deletes rows older than 400 days and addresses older than 90, up to `limit` of each: a trigger guards the rest. */
export async function deleteOldAudit(db: Db, limit = 5_000) {
  await db.execute(sql`
    DELETE FROM audit_log WHERE id IN (
      SELECT id FROM audit_log WHERE at < now() - interval '400 days' ORDER BY at LIMIT ${limit})`);
  await db.execute(sql`
    UPDATE audit_log SET ip = NULL WHERE id IN (
      SELECT id FROM audit_log WHERE ip IS NOT NULL AND at < now() - interval '90 days' ORDER BY at LIMIT ${limit})`);
}
