import type pg from 'pg';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
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

it('says how far it has read', async () => {
  await test.pool.query(
    `INSERT INTO search_people (owner, id, platforms, card, keys, names, added)
     SELECT 0, n, 0, '{}', '', 'one other', '1' FROM generate_series(100001, 200000) AS n`,
  );
  const progress: number[] = [];
  await new Vocabulary(test.pool).refresh((people) => progress.push(people));
  expect(progress).toEqual([100_000]);
});

it('calls during a read share the next one, which sees what was written before them', async () => {
  let reads = 0;
  let waitForWrite = Promise.resolve();
  const query = async (text: pg.QueryConfig) => {
    const result = await test.pool.query(text);
    if (text.name === 'snapshot') reads += 1;
    if (text.name === 'snapshot') await waitForWrite;
    return result;
  };
  const vocabulary = new Vocabulary({ query } as unknown as pg.Pool);
  await vocabulary.refresh();
  let endWrite = () => {};
  waitForWrite = new Promise((resolve) => {
    endWrite = resolve;
  });
  const before = vocabulary.refresh();
  await vi.waitUntil(() => reads === 2, { timeout: 300_000 });
  await test.pool.query(
    `INSERT INTO search_people (owner, id, platforms, card, keys, names)
     VALUES (0, 200001, 0, '{}', '', 'written meanwhile')`,
  );
  const after = Array.from({ length: 40 }, () => vocabulary.refresh());
  endWrite();
  await before;
  expect(vocabulary.has('meanwhile')).toBe(false);
  await Promise.all(after);
  expect(vocabulary.has('meanwhile')).toBe(true);
  expect(reads).toBe(3);
});

it('a server starts however long reading it takes', async () => {
  // The server of the other tests reads the table too, and would wait for the lock first.
  await test.app.close();
  const lock = await test.pool.connect();
  onTestFinished(async () => {
    vi.useRealTimers();
    await lock.query('ROLLBACK');
    lock.release();
  });
  await lock.query('BEGIN');
  await lock.query('LOCK TABLE search_people');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const starting = test.anotherNode().then(
    () => 'started',
    (error) => error,
  );
  await vi.waitUntil(
    async () => {
      const { rows } = await lock.query<{ isWaiting: boolean }>(
        `SELECT count(*) > 0 AS "isWaiting" FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return rows[0]?.isWaiting;
    },
    { timeout: 300_000 },
  );
  await vi.advanceTimersByTimeAsync(60_000);
  await lock.query('ROLLBACK');
  vi.useRealTimers();
  expect(await starting).toBe('started');
});
