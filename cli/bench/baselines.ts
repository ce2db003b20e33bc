import type pg from 'pg';
import type { PlatformFilter } from '#contract/platforms/registry.ts';

/** The same search with ILIKE and with pg_trgm, on the same people. */
interface RivalSearch {
  query: string;
  platform: PlatformFilter;
  limit: number;
  offset: number;
}

const CARD = `
  u.id, u.username, u.name, u.screen_name AS "screenName", u.phone_number AS "phoneNumber",
  u.website_url AS "websiteUrl", u.is_verified AS "isVerified",
  (SELECT json_object_agg(a.platform, a.username) FROM payment_accounts a WHERE a.user_id = u.id) AS usernames`;
const ON_PLATFORM = `
  ($2 = 'all' OR EXISTS (SELECT FROM payment_accounts a WHERE a.user_id = u.id AND a.platform = $2))`;
const PAGE = 'ORDER BY u.is_verified DESC, u.id LIMIT $3 OFFSET $4';

const EVERYBODY = `SELECT ${CARD} FROM users u WHERE $1::text = '' AND ${ON_PLATFORM} ${PAGE}`;

const ILIKE = `
  SELECT ${CARD} FROM users u
  WHERE (u.name ILIKE $1 OR u.screen_name ILIKE $1 OR u.username ILIKE $1 OR EXISTS (
    SELECT FROM payment_accounts a WHERE a.user_id = u.id AND a.username ILIKE $1)) AND ${ON_PLATFORM} ${PAGE}`;

/** pg_trgm at its best: without accents on both sides, nearest first. */
const TRIGRAMS = `
  SELECT ${CARD} FROM (
    SELECT t.id, word_similarity(lower(unaccent($1)), t.text) AS near, t.is_verified FROM bench_text t
    WHERE lower(unaccent($1)) <% t.text
    ORDER BY near DESC, t.is_verified DESC, t.id LIMIT $3 OFFSET $4
  ) AS found JOIN users u ON u.id = found.id WHERE ${ON_PLATFORM}
  ORDER BY found.near DESC, u.is_verified DESC, u.id`;

async function list(pool: pg.Pool, name: string, text: string, term: string, search: RivalSearch) {
  const { platform, limit, offset } = search;
  // The other systems may be 100 times slower than the statement timeout allows.
  const client = await pool.connect();
  try {
    await client.query('SET statement_timeout = 0');
    return (await client.query({ name, text, values: [term, platform, limit, offset] })).rows;
  } finally {
    await client.query('RESET statement_timeout');
    client.release();
  }
}

export function listByIlike(pool: pg.Pool, search: RivalSearch) {
  if (search.query === '') return list(pool, 'bench-everybody', EVERYBODY, '', search);
  const term = `%${search.query.replace(/[\\%_]/g, '\\$&')}%`;
  return list(pool, 'bench-ilike', ILIKE, term, search);
}

export function listByTrigrams(pool: pg.Pool, search: RivalSearch) {
  if (search.query === '') return list(pool, 'bench-everybody', EVERYBODY, '', search);
  return list(pool, 'bench-trigrams', TRIGRAMS, search.query, search);
}

/** The text and the index that pg_trgm needs. */
export async function prepareTrigrams(pool: pg.Pool) {
  const client = await pool.connect();
  try {
    await client.query('SET statement_timeout = 0');
    const { rows } = await client.query("SELECT to_regclass('bench_text') AS known");
    if (rows[0]?.known) return;
    await client.query('CREATE EXTENSION IF NOT EXISTS pg_trgm');
    await client.query('CREATE EXTENSION IF NOT EXISTS unaccent');
    await client.query(`
      CREATE TABLE bench_text AS
      SELECT u.id, u.is_verified, lower(unaccent(concat_ws(' ', u.name, u.screen_name, u.username,
        (SELECT string_agg(a.username, ' ') FROM payment_accounts a WHERE a.user_id = u.id)))) AS text
      FROM users u ORDER BY u.id`);
    await client.query("SET maintenance_work_mem = '1GB'");
    await client.query('CREATE INDEX ON bench_text USING gin (text gin_trgm_ops)');
    await client.query('ALTER TABLE bench_text ADD PRIMARY KEY (id)');
    await client.query('VACUUM (ANALYZE) bench_text');
  } finally {
    client.release(true);
  }
}
