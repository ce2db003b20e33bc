import pg from 'pg';
import type { Connection } from '#server/db/client.ts';

/** Without the server's timeouts: the whole backup has one. */
export function openBackupPool(connection: Connection): pg.Pool {
  const pool = new pg.Pool({ ...connection, application_name: 'payfolk backup' });
  // A lost connection fails its statement; without listeners it would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}
