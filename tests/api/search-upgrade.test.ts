import pg from 'pg';
import { expect, it } from 'vitest';
import { searchResponse } from '#contract/directory.ts';
import { createDatabase, createPool } from '#server/db/client.ts';
import { readMigrations } from '#server/db/migrate.ts';
import { upgradeDatabase } from '#server/db/upgrade-database.ts';
import { createLogger } from '#server/lib/logger.ts';
import { PeopleSearch } from '#server/search/search-people.ts';
import { createTestDatabase } from '#tests/support/test-database.ts';

it('a database of the first version, with people and contacts in it, upgrades and finds them', async () => {
  const database = await createTestDatabase({ isEmpty: true });
  const client = new pg.Client(database.connection);
  await client.connect();
  await client.query(
    'CREATE TABLE migrations (name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())',
  );
  for (const { name, sql, checksum } of readMigrations().filter(({ name }) => name < '0008')) {
    await client.query(sql);
    await client.query('INSERT INTO migrations (name, checksum) VALUES ($1, $2)', [name, checksum]);
  }
  await client.query(`
    INSERT INTO users (name, username, is_verified) VALUES ('Ottilie Vanterpool', 'van1', true), ('Owner One', 'owner1', false),
      ('Zelda Orr', 'zelda1', true), ('Zelda 0rr', 'zelda2', false);
    INSERT INTO payment_accounts (user_id, platform, username) VALUES (1, 'venmo', '@otti-pays'), (1, 'cashapp', '$otti');
    INSERT INTO contacts (user_id, name, nickname) VALUES (2, 'Ottilie Gardener', 'Gardener');
    INSERT INTO contact_payment_accounts (contact_id, platform, username, is_default) VALUES (1, 'paypal', 'otti-g', true);
    INSERT INTO search_people (user_id, rank, platforms, keys) VALUES (1, 1, 9, 'W10ottilie');
    INSERT INTO audit_log (action, subject_id, at) VALUES ('user-verified', 1, '2026-02-01'), ('user-verified', 1, '2026-03-03'),
      ('user-verified', 2, '2026-03-04');
    INSERT INTO search_index (version) VALUES (1)`);
  await client.end();

  const log = createLogger('silent');
  const pool = createPool(database.connection, log);
  const progress: unknown[] = [];
  await upgradeDatabase(pool, { info: (details, message) => progress.push([message, details]) });
  expect(progress).toContainEqual(['Search index rebuilt', { people: 5 }]);
  const search = new PeopleSearch(createDatabase(pool, [], log));
  await search.start();
  const found = async (query: string, viewerId?: number) => {
    const { body } = await search.search({ query, platform: 'all', limit: 20 }, viewerId);
    return (JSON.parse(String(body)) as { name: string }[]).map(({ name }) => name);
  };
  expect(await found('otilie vanterpool')).toEqual(['Ottilie Vanterpool']);
  expect(await found('$otti')).toEqual(['Ottilie Vanterpool']);
  const { body } = await search.search({ query: 'zelda2', platform: 'all', limit: 1 }, undefined);
  expect(searchResponse.parse(JSON.parse(String(body)))[0]?.caution).toEqual({
    kind: 'lookalike',
    of: { name: 'Zelda Orr', username: 'zelda1' },
  });
  const badges = await search.search({ query: '', platform: 'all', limit: 20 }, undefined);
  expect(
    searchResponse
      .parse(JSON.parse(String(badges.body)))
      .map((card) => [card.username, card.verifiedAt]),
  ).toEqual([
    ['van1', '2026-03-03'],
    // No grant is recorded for this one.
    ['zelda1', null],
    ['owner1', null],
    ['zelda2', null],
  ]);
  expect(await found('ottilie')).toEqual(['Ottilie Vanterpool']);
  expect(await found('ottilie', 2)).toEqual(['Ottilie Gardener', 'Ottilie Vanterpool']);
  search.stop();
  await pool.end();
  await database.drop();
});
