import type { Pool } from 'pg';

/** Throws if the database does not respond in time, and then closes the connection. */
export async function pingDatabase(pool: Pool, timeoutMs: number) {
  const ping = { text: 'SELECT 1', query_timeout: timeoutMs };
  await pool.query(ping);
}
