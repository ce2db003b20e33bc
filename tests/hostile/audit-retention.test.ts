import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deleteOldAudit } from '#server/db/audit-retention.ts';
import { sweep } from '#server/jobs/sweep.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.close());

/** One row for each age in days, the oldest first as they would have been written. */
async function insertRows(...ages: number[]) {
  await test.pool.query(
    `INSERT INTO audit_log (at, action, ip, subject)
       SELECT now() - age * interval '1 day', 'age ' || age, '192.0.2.1', '{"name": "Ana"}'
         FROM unnest($1::int[]) AS age ORDER BY age DESC`,
    [ages],
  );
}

async function rows(): Promise<{ action: string; ip: string | null }[]> {
  return (await test.pool.query('SELECT action, ip FROM audit_log ORDER BY id')).rows;
}

beforeEach(async () => {
  await test.pool.query('ALTER TABLE audit_log DISABLE TRIGGER USER; TRUNCATE audit_log');
  await test.pool.query('ALTER TABLE audit_log ENABLE TRIGGER USER');
});

describe('the audit log', () => {
  it('loses rows after 400 days and addresses after 90', async () => {
    await insertRows(401, 399, 91, 89, 0);
    await sweep(test.db);
    expect(await rows()).toEqual([
      { action: 'age 399', ip: null },
      { action: 'age 91', ip: null },
      { action: 'age 89', ip: '192.0.2.1' },
      { action: 'age 0', ip: '192.0.2.1' },
    ]);
  });

  it('is cleaned in batches', async () => {
    await insertRows(
      ...Array.from({ length: 7 }, () => 500),
      ...Array.from({ length: 7 }, () => 100),
    );
    await deleteOldAudit(test.db, 3);
    const left = await rows();
    expect(left).toHaveLength(11);
    expect(left.filter(({ ip }) => ip === null)).toHaveLength(3);
  });

  it('refuses every other change', async () => {
    await insertRows(399, 89);
    for (const statement of [
      'DELETE FROM audit_log',
      'UPDATE audit_log SET ip = NULL',
      "UPDATE audit_log SET ip = '198.51.100.7'",
      "UPDATE audit_log SET ip = NULL, action = 'x' WHERE action = 'age 399'",
      "UPDATE audit_log SET at = at - interval '1 year' WHERE action = 'age 399'",
      "UPDATE audit_log SET subject = NULL, ip = NULL WHERE action = 'age 399'",
      'TRUNCATE audit_log',
    ]) {
      await expect(test.pool.query(statement), statement).rejects.toThrow('append-only');
    }
    expect(await rows()).toEqual([
      { action: 'age 399', ip: '192.0.2.1' },
      { action: 'age 89', ip: '192.0.2.1' },
    ]);
  });
});
