import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.close());

type Member = Awaited<ReturnType<TestApp['loginAs']>>;

const record = (id: number, action: string, details: object = {}, ip = '203.0.113.7') =>
  test.pool.query(
    'INSERT INTO audit_log (action, subject_id, ip, details) VALUES ($1, $2, $3, $4)',
    [action, id, ip, details],
  );

const list = async (member: Member, query = '') =>
  (await member.call('GET', `/api/me/activity${query}`)).json();

describe('the activity of an account', () => {
  it('lists security events newest first, wrong passwords in a row as one', async () => {
    const member = await test.loginAs();
    const device = 'Firefox on Linux';
    await record(member.id, 'handle-changed', { platform: 'venmo', from: '@old', to: '@new' });
    await record(member.id, 'login-failed', { email: 'typed@example.com', device });
    await record(member.id, 'logged-in');
    await record(member.id, 'login-failed', { email: 'typed@example.com', device });
    await record(member.id, 'new-device', { device }, '2001:db8:1:2:3::4');
    await record(member.id, 'login-failed');
    await record(member.id, 'password-reset', { isCleared: true });
    await record(member.id, 'passkey-added', { name: 'My key' });
    const entries = await list(member);
    expect(entries.map(({ kind }: { kind: string }) => kind)).toEqual([
      'passkey-added',
      'password-changed',
      'wrong-password',
      'new-device',
      'wrong-password',
      'handle-changed',
    ]);
    expect(entries[0]).toEqual({
      id: expect.any(Number),
      kind: 'passkey-added',
      at: expect.stringMatching(/^\d{4}-.*Z$/),
      device: null,
      network: '203.0.113.7',
      details: { name: 'My key' },
    });
    expect(entries[1].details).toEqual({ isReset: true });
    expect(entries[2].details).toEqual({ count: 1 });
    expect(entries[3]).toMatchObject({ device, network: '2001:db8:1:2::/64', details: {} });
    expect(entries[4]).toMatchObject({ device, details: { count: 2 } });
    expect(entries[5].details).toEqual({ platform: 'venmo', from: '@old', to: '@new' });
  });

  it('has neither events of others nor what is for admins', async () => {
    const member = await test.loginAs();
    const other = await test.loginAs();
    await record(other.id, 'password-changed');
    await test.pool.query(
      `INSERT INTO audit_log (action, actor_id, subject_id) VALUES ('user-deleted', $1, $2)`,
      [member.id, other.id],
    );
    for (const action of ['user-verified', 'verification-removed', 'reset-requested', 'made-up']) {
      await record(member.id, action, { by: 'an admin' });
    }
    await record(member.id, 'email-changed', { from: 'a@b.example', to: null, note: 'secret' });
    expect(await list(member)).toMatchObject([
      { kind: 'email-changed', details: { from: 'a@b.example' } },
    ]);
    expect(JSON.stringify(await list(member))).not.toMatch(/admin|secret/);
  });

  it('has pages, also in the middle of wrong passwords', async () => {
    const member = await test.loginAs();
    await test.pool.query(
      `INSERT INTO audit_log (action, subject_id)
       SELECT CASE WHEN number % 4 = 0 THEN 'passkey-removed' ELSE 'login-failed' END, $1
       FROM generate_series(1, 40) AS number`,
      [member.id],
    );
    const seen: { id: number; kind: string; details: { count?: number } }[] = [];
    let url: string | undefined = '/api/me/activity?limit=3';
    let pages = 0;
    while (url) {
      const answer = await member.call('GET', url);
      expect(answer.statusCode).toBe(200);
      seen.push(...answer.json());
      expect(answer.json().length).toBeLessThanOrEqual(3);
      url = /<([^>]+)>/.exec(String(answer.headers.link ?? ''))?.[1];
      pages += 1;
    }
    expect(pages).toBe(7);
    expect(seen).toHaveLength(20);
    expect(new Set(seen.map(({ id }) => id)).size).toBe(20);
    const failures = seen.filter(({ kind }) => kind === 'wrong-password');
    expect(failures.map(({ details }) => details.count)).toEqual(Array(10).fill(3));
  });

  it('reads a bounded number of rows', async () => {
    const member = await test.loginAs();
    await test.pool.query(
      `INSERT INTO audit_log (action, subject_id) SELECT 'login-failed', $1 FROM generate_series(1, 1200)`,
      [member.id],
    );
    const first = await member.call('GET', '/api/me/activity');
    expect(first.json()).toMatchObject([{ details: { count: 500 } }]);
    expect(first.headers.link).toContain('rel="next"');
  });

  it.each(['0', '51', '-1', 'x', '1.5', ''])('refuses the limit %s', async (limit) => {
    const member = await test.loginAs();
    const answer = await member.call('GET', `/api/me/activity?limit=${limit}`);
    expect(answer.json().fields).toEqual({
      limit: 'Limit must be a whole number from 1 to 50',
    });
  });
});
