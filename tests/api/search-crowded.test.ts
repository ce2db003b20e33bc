import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPeople, searchAll, searchPage, searchUrl } from '#tests/support/directory.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.close());

it('a username with a typo is found among many that have most of it in common', async () => {
  const series = Array.from({ length: 300 }, (_, nth) => `member${10_045 + nth * 100}`);
  await addPeople(
    test,
    series.map((username, nth) => ({ username, name: `Zed${nth}` })),
  );
  for (const username of ['member10145', 'member25045', 'member39945']) {
    for (const typed of [username.replace('mem', 'mme'), username.replace('member', 'memberx')]) {
      const found = await searchAll(test.call, { query: typed });
      expect(found.map((person) => person.username)).toContain(username);
    }
  }
});

it('people without an extra word are listed behind somebody who has it with a typo', async () => {
  const namesakes = Array.from({ length: 8 }, (_, nth) => `emmajohnson${nth}`);
  await addPeople(test, [
    { name: 'Emma Day-Johnson', username: 'emmaday' },
    ...namesakes.map((username) => ({ name: 'Emma Johnson', username })),
  ]);
  const found = await searchAll(test.call, { query: 'emma johnson pay' });
  expect(found[0]?.username).toBe('emmaday');
  expect(found.map(({ username }) => username)).toEqual(expect.arrayContaining(namesakes));
});

it('a filter that excludes many people does not end the list early', async () => {
  await test.pool.query(`SELECT setval(pg_get_serial_sequence('users', 'id'), 20000)`);
  await addPeople(test, [
    { name: 'Zzyxo', username: 'zzyx.last', handles: { paypal: 'zzyx.last' } },
  ]);
  // As many keys before the person as a request reads, of people who are on Cash App only.
  await test.pool.query(
    `INSERT INTO search_keys (id, bits, key) SELECT n, 1, key FROM search_keys, generate_series(1, 16500) AS n
     WHERE key LIKE 'W_zzyxo' || chr(2)`,
  );
  await test.pool.query(
    `INSERT INTO search_people (owner, id, platforms, card, keys, names)
     SELECT 0, n, 1, '{}', '', '' FROM generate_series(1, 16500) AS n ON CONFLICT DO NOTHING`,
  );
  await test.pool.query('VACUUM ANALYZE search_keys, search_people');
  const url = searchUrl({ query: 'zzyxo', platform: 'paypal' });
  const { cards, next } = await searchPage(test.call, url);
  expect(cards).toEqual([]);
  expect(next).toBeDefined();
  const found = await searchAll(test.call, { query: 'zzyxo', platform: 'paypal' });
  expect(found.map(({ name }) => name)).toEqual(['Zzyxo']);
});
