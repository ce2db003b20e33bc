import type pg from 'pg';
import type { Config } from '#server/config.ts';
import { describeFirstAdmin } from '#server/db/admin-note.ts';
import { readMigrations } from '#server/db/migrate.ts';
import { SEARCH_VERSION } from '#server/db/rebuild-search-index.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

/** What is in the database: its schema, the search index, an admin. */
export async function checkContent(client: pg.Client, config: Config): Promise<Finding[]> {
  const schema = await checkMigrations(client);
  // Tables of another version may lack what the other checks read.
  if (schema.level !== 'OK') return [schema];
  return [schema, await checkSearchIndex(client), await checkAdmins(client, config)];
}

async function checkMigrations(client: pg.Client): Promise<Finding> {
  const { rows: tables } = await client.query<{ isThere: boolean }>(
    `SELECT to_regclass('migrations') IS NOT NULL AS "isThere"`,
  );
  if (!tables[0]?.isThere) {
    return warning(
      'migrations',
      'The database is empty: start the server, which creates all tables.',
    );
  }
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'SELECT name, checksum FROM migrations',
  );
  const known = new Map(readMigrations().map(({ name, checksum }) => [name, checksum]));
  const newer = rows.find(({ name }) => !known.has(name));
  if (newer) {
    return problem(
      'migrations',
      `The database has ${newer.name}, which this version does not know: install a newer version.`,
    );
  }
  const changed = rows.find(({ name, checksum }) => known.get(name) !== checksum);
  if (changed) {
    return problem(
      'migrations',
      `${changed.name} was changed after it was applied: install it again.`,
    );
  }
  const pending = known.size - rows.length;
  return pending > 0
    ? warning('migrations', `${pending} are pending: back up, then start the server to apply them.`)
    : ok('migrations', `all ${known.size} are applied`);
}

async function checkSearchIndex(client: pg.Client): Promise<Finding> {
  const { rows } = await client.query<{ version: number }>('SELECT version FROM search_index');
  return rows[0]?.version === SEARCH_VERSION
    ? ok('search index', `version ${SEARCH_VERSION}`)
    : warning(
        'search index',
        'Another version wrote it, or a restore has not ended: let the restore end, or restart the server, which rebuilds it (all nodes stopped).',
      );
}

async function checkAdmins(
  client: pg.Client,
  { adminEmails, isProduction }: Config,
): Promise<Finding> {
  // The same people as isAdminRow.
  const { rows } = await client.query<{ count: number; confirmed: number }>(
    `SELECT count(*)::int AS count, count(email_proven_at)::int AS confirmed FROM users WHERE id IN (
       SELECT id FROM users WHERE is_admin
       UNION SELECT id FROM users WHERE email_key = ANY($1) AND email_proven_at IS NOT NULL)`,
    [adminEmails],
  );
  const { count, confirmed } = rows[0] ?? { count: 0, confirmed: 0 };
  if (confirmed > 0) return ok('admins', `${confirmed} with a confirmed address`);
  if (count > 0) {
    return warning(
      'admins',
      `${count}, none with a confirmed address: log in and follow the link in the confirmation email.`,
    );
  }
  const text = `none. ${describeFirstAdmin({ adminEmails, isProduction })}`;
  return isProduction ? problem('admins', text) : warning('admins', text);
}
