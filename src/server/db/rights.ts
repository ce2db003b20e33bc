import { getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import * as schema from './schema.ts';

/** Other programs may have tables of their own in the schema. */
const OUR_TABLES = Object.values(schema)
  .filter((each) => is(each, PgTable))
  .map((table) => getTableName(table));

interface Rights {
  canCreate: boolean;
  schema: string | null;
  /** The first table of ours that another user owns. */
  foreign: string | null;
  /** The first table of ours that may not be read or changed. */
  closed: string | null;
}

/**
 * Throws what PostgreSQL would, before a migration or a request fails halfway. A database that is up to date
 * needs no rights to migrate.
 */
export async function requireRights(
  client: pg.ClientBase | pg.Pool,
  { isToMigrate }: { isToMigrate: boolean },
): Promise<void> {
  const { rows } = await client.query<Rights>(
    `SELECT current_schema() AS schema,
            coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) AS "canCreate",
            min(relname) FILTER (WHERE NOT pg_has_role(relowner, 'USAGE')) AS foreign,
            min(relname) FILTER (WHERE NOT (has_table_privilege(oid, 'SELECT')
              AND has_table_privilege(oid, 'INSERT') AND has_table_privilege(oid, 'UPDATE')
              AND has_table_privilege(oid, 'DELETE'))) AS closed
       FROM pg_class
      WHERE relnamespace = to_regnamespace(quote_ident(current_schema())) AND relkind = 'r'
        AND relname = ANY($1)`,
    [OUR_TABLES],
  );
  const [rights] = rows;
  if (!rights) throw new Error('PostgreSQL shows no rights.');
  if (rights.closed !== null) throw refused(`permission denied for table ${rights.closed}`);
  if (!isToMigrate) return;
  if (!rights.canCreate) throw refused(`permission denied for schema ${rights.schema ?? 'public'}`);
  if (rights.foreign !== null) throw refused(`must be owner of table ${rights.foreign}`);
}

/** Explained like PostgreSQL's own refusal. */
function refused(message: string): Error {
  return Object.assign(new Error(message), { code: '42501' });
}
