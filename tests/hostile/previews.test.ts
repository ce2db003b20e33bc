import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countReads } from '#tests/support/count-reads.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';
import { eventually } from '#tests/support/within.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp({ rateLimits: true });
  await test.insertPerson({ username: 'ana', screenName: 'Ana' });
});
afterAll(() => test.close());

const PREVIEW = '<title>Pay Ana on Payfolk</title>';
const ORDINARY = '<title>Payfolk · The easiest way to pay and get paid</title>';

async function openPage(from: string, url = '/?search=ana', node = test.app) {
  const { statusCode, body } = await node.inject({ url, remoteAddress: from });
  expect(statusCode).toBe(200);
  return body;
}

describe('the preview of a share link', () => {
  it('counts as a search, and above the limit the page opens without it', async () => {
    const from = '203.0.113.1';
    for (let count = 0; count < 299; count += 1) test.app.readLimits.count({ ip: from }, 'search');
    expect(await openPage(from)).toContain(PREVIEW);
    const reads = await countReads(test.pool, async () => {
      expect(await openPage(from)).toContain(ORDINARY);
    });
    expect(reads).toBe(0);
    const search = await test.app.inject({ url: '/api/users/search', remoteAddress: from });
    expect(search.statusCode).toBe(429);
    expect(await openPage('203.0.113.2')).toContain(PREVIEW);
  });

  it('needs a slot: while there is none, the page opens without it', async () => {
    const releases: (() => void)[] = [];
    for (;;) {
      const release = test.app.tryAcquireSlot();
      if (!release) break;
      releases.push(release);
    }
    const reads = await countReads(test.pool, async () => {
      expect(await openPage('203.0.113.3')).toContain(ORDINARY);
    });
    expect(reads).toBe(0);
    for (const release of releases) release();
    expect(await openPage('203.0.113.3')).toContain(PREVIEW);
    expect(test.app.load.inFlight).toBe(0);
  });

  it('does not delay the page when the database is slow, and its statement is canceled', async () => {
    const node = await test.anotherNode({ previewTimeoutMs: 1_000 });
    const blocker = await test.pool.connect();
    await blocker.query('BEGIN; LOCK TABLE users, search_people IN ACCESS EXCLUSIVE MODE');
    // Named by what only they contain: a job of the node that just started may be waiting too.
    const STATEMENTS = { search: '%search_keys%', preview: 'select%profile_image_hash%' };
    const countWaiting = async (statement: keyof typeof STATEMENTS) => {
      // Within its transaction, the blocker would see the first result again and again.
      const { rows } = await test.pool.query(
        `SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE datname = current_database()
          AND wait_event_type = 'Lock' AND query LIKE $1`,
        [STATEMENTS[statement]],
      );
      return rows[0].waiting;
    };
    try {
      const search = node.inject('/api/users/search?query=ana').then((answer) => answer.statusCode);
      await eventually(async () => expect(await countWaiting('search')).toBe(1));
      const page = openPage('203.0.113.4', '/?search=ana', node);
      expect(await Promise.race([page, search])).toBe(await page);
      expect(await page).toContain(ORDINARY);
      // The lock is still held: only its own time limit ends the preview's statement and frees its slot.
      await eventually(async () => expect(await countWaiting('preview')).toBe(0));
      await eventually(() => expect(node.load.inFlight).toBe(1));
      await blocker.query('ROLLBACK');
      expect(await search).toBe(200);
    } finally {
      await blocker.query('ROLLBACK');
      blocker.release();
    }
    expect(await openPage('203.0.113.4')).toContain(PREVIEW);
  });

  it.each([
    ['a text that is longer than any username', `/?search=${'a'.repeat(31)}`],
    ['8 kB', `/?search=${'a'.repeat(8_000)}`],
    ['8 kB beside a username', `/?x=${'a'.repeat(8_000)}&search=ana`],
    ['what no username contains', '/?search=ana%20maria%27'],
    ['nothing', '/?search='],
    ['another screen', '/auth?search=ana'],
  ])('is not queried: %s', async (_, url) => {
    const reads = await countReads(test.pool, async () => {
      expect(await openPage('203.0.113.5', url)).not.toContain(PREVIEW);
    });
    expect(reads).toBe(0);
  });
});
