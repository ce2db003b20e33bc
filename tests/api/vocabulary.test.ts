import { afterAll, beforeAll, expect, it } from 'vitest';
import { Vocabulary } from '#server/db/vocabulary.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.close());

it('has the words of all people, however many transactions added them', async () => {
  const people = 12_000;
  // Numbers of one to four digits, three people each.
  await test.pool.query(
    `INSERT INTO search_people (owner, id, platforms, card, keys, names, added)
     SELECT 0, n, 0, '{}', '', 'word' || n || ' other', (n / 3 + 1)::text::xid8 FROM generate_series(1, $1) AS n`,
    [people],
  );
  const vocabulary = new Vocabulary(test.pool);
  await vocabulary.refresh();
  const missing = Array.from({ length: people }, (_, at) => `word${at + 1}`).filter(
    (word) => !vocabulary.has(word) || !vocabulary.mayBeOneName([word, 'other'], false),
  );
  expect(missing).toEqual([]);
});
