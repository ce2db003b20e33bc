import { afterAll, beforeAll, expect, it } from 'vitest';
import { indexPeople } from '#server/search/index-people.ts';
import { addPeople, searchAll } from '#tests/support/directory.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.close());

const wordsLike = async (pattern: string) => {
  const { rows } = await test.pool.query('SELECT word FROM search_words WHERE word LIKE $1', [
    pattern,
  ]);
  return rows.map(({ word }) => word);
};
const namesBy = async (query: string) =>
  (await searchAll(test.call, { query })).map(({ name }) => name);

/** Resolves once somebody in this database waits for a lock that another connection holds. */
const somebodyWaits = () =>
  expect
    .poll(
      async () => {
        const { rows } = await test.pool.query(
          `SELECT FROM pg_stat_activity
           WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        return rows.length;
      },
      { timeout: 60_000 },
    )
    .toBeGreaterThan(0);

it('a word goes with the last one who has it', async () => {
  const [id] = await addPeople(test, [{ name: 'Quillon Ashgrove', username: 'ashgrove1' }]);
  expect(await namesBy('quilon')).toEqual(['Quillon Ashgrove']);
  await test.pool.query('DELETE FROM users WHERE id = $1', [id]);
  expect(await wordsLike('quillon')).toEqual([]);
});

it('a word stays when somebody comes with it while the last one who has it leaves', async () => {
  const [leaving] = await addPeople(test, [{ name: 'Zebulon Oaks', username: 'oaks1' }]);
  const { left } = await test.db.transaction(async (db) => {
    const { rows } = await db.execute<{ id: number }>(
      `INSERT INTO users (name, username) VALUES ('Zebulon Pines', 'pines1') RETURNING id`,
    );
    await indexPeople(
      db,
      rows.map(({ id }) => id),
    );
    const left = test.pool.query('DELETE FROM users WHERE id = $1', [leaving]);
    await Promise.race([left, somebodyWaits()]);
    return { left };
  });
  await left;
  expect(await wordsLike('zebulon')).toEqual(['zebulon']);
  expect(await wordsLike('oaks')).toEqual([]);
  expect(await namesBy('zebullon')).toEqual(['Zebulon Pines']);
});

it('a word comes back when it goes before it could be held', async () => {
  await addPeople(test, [{ name: 'Ottoline Firs', username: 'firs1' }]);
  const come = await test.db.transaction(async (db) => {
    await db.execute(`SELECT FROM search_words WHERE word = 'ottoline' FOR UPDATE`);
    const coming = addPeople(test, [{ name: 'Ottoline Yews', username: 'yews1' }]);
    await somebodyWaits();
    await db.execute(`DELETE FROM users WHERE username = 'firs1'`);
    return { coming };
  });
  await come.coming;
  expect(await namesBy('otoline')).toEqual(['Ottoline Yews']);
});
