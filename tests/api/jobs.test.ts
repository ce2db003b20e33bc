import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import { findNextDue, insertJob } from '#server/db/jobs.ts';
import { insertMail } from '#server/db/mail-queue.ts';
import { jobs } from '#server/db/schema.ts';
import { readMails } from '#tests/support/mails.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createCleanups } from '#tests/support/within.ts';

const cleanups = createCleanups();
afterEach(() => cleanups.run());

async function openApp(settings: Parameters<typeof buildTestApp>[0] = {}) {
  const test = await buildTestApp(settings);
  cleanups.add('the app', () => test.close());
  await test.app.jobs.drained('upkeep');
  return test;
}

/** Accepts connections and never sends anything. */
async function openSilentServer() {
  const callers = new Set<Socket>();
  const server = createServer((caller) => callers.add(caller)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanups.add('the silent server', async () => {
    for (const caller of callers) caller.destroy();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { smtpUrl: `smtp://127.0.0.1:${port}`, called: once(server, 'connection') };
}

/** Seconds until the sweep is due, and what is stored with it. */
async function sweeps(test: TestApp) {
  const { rows } = await test.pool.query(`SELECT attempts, last_error,
    extract(epoch FROM run_at - now())::float8 AS seconds FROM jobs WHERE task = 'sweep'`);
  return rows;
}

const makeSweepDue = (test: TestApp) =>
  test.pool.query("UPDATE jobs SET run_at = now() WHERE task = 'sweep'");

async function insertExpiredHit(test: TestApp) {
  await test.pool.query(
    "INSERT INTO rate_limits (key, hits, resets_at) VALUES ('old', 1, now() - interval '1 hour')",
  );
}

const countHits = async (test: TestApp): Promise<number> =>
  (await test.pool.query("SELECT FROM rate_limits WHERE key = 'old'")).rowCount ?? 0;

describe('a job', () => {
  it('that was queued in a transaction runs after its commit, and never after a rollback', async () => {
    const test = await openApp();
    const queue = (recipient: string, isFailing: boolean) =>
      test.db.transaction(async (tx) => {
        await insertMail(tx, { kind: 'password-changed', recipient });
        // Nothing can be taken before the commit.
        await test.app.jobs.drained();
        if (isFailing) throw new Error('rolled back');
      });
    await expect(queue('never@example.com', true)).rejects.toThrow('rolled back');
    await queue('sent@example.com', false);
    expect((await readMails(test)).map(({ to }) => to)).toEqual(['sent@example.com']);
  });

  it('with the key of one that waits is not queued again', async () => {
    const test = await openApp();
    const options = { key: 'once', delaySeconds: 3_600 };
    await insertJob(test.db, 'sweep', {}, options);
    await insertJob(test.db, 'sweep', {}, { ...options, delaySeconds: 0 });
    const rows = await test.db.select().from(jobs).where(eq(jobs.key, 'once'));
    expect(rows).toHaveLength(1);
    expect(rows[0]?.runAt.getTime()).toBeGreaterThan(
      (rows[0]?.createdAt.getTime() ?? 0) + 3_000_000,
    );
  });

  it('with a large payload is refused', async () => {
    const test = await openApp();
    const large = { kind: 'x', recipient: 'ana@example.com', data: { text: 'a'.repeat(20_000) } };
    await expect(insertJob(test.db, 'send-mail', large)).rejects.toMatchObject({
      cause: { code: '23514' },
    });
  });

  it('of a newer version stays where it is, and is not waited for', async () => {
    const test = await openApp();
    await test.db
      .insert(jobs)
      .values({ lane: 'upkeep', task: 'from-a-newer-version', payload: {}, runAt: new Date() });
    await test.app.jobs.drained();
    const [row] = await test.db.select().from(jobs).where(eq(jobs.task, 'from-a-newer-version'));
    expect(row?.attempts).toBe(0);
    expect(await findNextDue(test.db, 'upkeep', ['sweep'])).toBeGreaterThan(0);
  });

  it('is deleted with its user', async () => {
    const test = await openApp();
    const { id } = await test.insertPerson();
    await insertJob(test.db, 'sweep', {}, { userId: id, delaySeconds: 3_600 });
    await test.pool.query('DELETE FROM users WHERE id = $1', [id]);
    expect(await test.db.select().from(jobs).where(eq(jobs.userId, id))).toEqual([]);
  });
});

describe('the periodic sweep', () => {
  it('does not begin while the server stops, and is soon due for the next start', async () => {
    const test = await openApp();
    await insertExpiredHit(test);
    await makeSweepDue(test);
    test.app.lifecycle.isStopping = true;
    await test.app.jobs.drained('upkeep');
    expect(await countHits(test)).toBe(1);
    const rows = await sweeps(test);
    expect(rows).toMatchObject([{ attempts: 0, last_error: null }]);
    expect(rows[0].seconds).toBeLessThanOrEqual(15);
  });

  it('is queued once for all nodes, runs when it is due, and is due again after its period', async () => {
    const test = await openApp();
    const other = await test.anotherNode();
    await other.jobs.drained();
    await insertExpiredHit(test);
    await Promise.all([test.app.jobs.drained(), other.jobs.drained()]);
    expect(await countHits(test)).toBe(1);
    await makeSweepDue(test);
    await Promise.all([test.app.jobs.drained(), other.jobs.drained()]);
    expect(await countHits(test)).toBe(0);
    const rows = await sweeps(test);
    expect(rows).toMatchObject([{ attempts: 0, last_error: null }]);
    expect(rows[0].seconds).toBeLessThanOrEqual(600);
    expect(rows[0].seconds).toBeGreaterThan(30);
  });

  it('is retried after a failure however old it is, and one step does not stop the others', async () => {
    const test = await openApp();
    await insertExpiredHit(test);
    await test.pool.query(
      "INSERT INTO audit_log (action, at) VALUES ('old', now() - interval '401 days')",
    );
    await test.pool.query('ALTER TABLE rate_limits RENAME TO renamed');
    await test.pool.query("UPDATE jobs SET created_at = now() - interval '300 days'");
    await makeSweepDue(test);
    await test.app.jobs.drained();
    expect(await sweeps(test)).toMatchObject([{ attempts: 1 }]);
    expect((await sweeps(test))[0].last_error).toContain('rate_limits');
    expect((await test.pool.query("SELECT FROM audit_log WHERE action = 'old'")).rows).toEqual([]);
    await test.pool.query('ALTER TABLE renamed RENAME TO rate_limits');
    await makeSweepDue(test);
    await test.app.jobs.drained();
    expect(await sweeps(test)).toMatchObject([{ attempts: 0, last_error: null }]);
    expect(await countHits(test)).toBe(0);
  });

  it('is not delayed by a mail server that hangs', async () => {
    const { smtpUrl, called } = await openSilentServer();
    const test = await openApp({ smtpUrl });
    // More than are sent at once.
    for (let mail = 0; mail < 6; mail += 1) {
      await insertMail(test.db, { kind: 'password-changed', recipient: `p${mail}@example.com` });
    }
    test.app.jobs.wake();
    await called;
    await insertExpiredHit(test);
    await makeSweepDue(test);
    await test.app.jobs.drained('upkeep');
    expect(await countHits(test)).toBe(0);
    await test.app.close();
    const mails = await test.db.select().from(jobs).where(eq(jobs.lane, 'mail'));
    expect(mails).toHaveLength(6);
  });
});
