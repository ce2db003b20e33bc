import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { auditLog, paymentAccounts, users } from '#server/db/schema.ts';
import { lastTokenTo } from '#tests/support/mails.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp({ adminEmails: ['listed@example.com'] });
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.db.delete(users);
});

type Member = Awaited<ReturnType<TestApp['loginAs']>>;
const patch = ({ call }: Member, id: number, body: object) =>
  call('PATCH', `/api/admin/users/${id}`, { body });
const remove = ({ call }: Member, id: number) => call('DELETE', `/api/user/${id}`);
const nextOf = (link: unknown) => /^<([^>]+)>; rel="next"$/.exec(String(link))?.[1];

describe('the list of users', () => {
  it('has all users, newest first, with accounts and the effective role, and no secrets', async () => {
    const ana = await test.insertPerson({
      name: 'Ana',
      email: 'listed@example.com',
      emailProvenAt: new Date(),
      passwordHash: 'hash-that-must-not-leave',
    });
    await test.db.insert(paymentAccounts).values([
      { userId: ana.id, platform: 'venmo', username: 'ana', position: 1 },
      { userId: ana.id, platform: 'cashapp', username: '$ana' },
    ]);
    const admin = await test.loginAs({ isAdmin: true, email: null });
    const answer = await admin.call('GET', '/api/admin/users');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers.link).toBeUndefined();
    const [first, second] = answer.json();
    expect(first).toMatchObject({ id: admin.id, email: null, isAdmin: true, accounts: [] });
    expect(second).toEqual({
      id: ana.id,
      name: 'Ana',
      screenName: null,
      email: 'listed@example.com',
      isEmailConfirmed: true,
      pendingEmail: null,
      username: ana.username,
      phoneNumber: null,
      websiteUrl: null,
      profileImage: null,
      isVerified: false,
      isAdmin: true,
      createdAt: ana.createdAt.toISOString(),
      memberSince: ana.createdAt.toISOString().slice(0, 10),
      phoneVisibility: 'everyone',
      isListed: true,
      suspension: null,
      version: expect.stringMatching(/^[\w-]{22}$/),
      accounts: [
        { id: expect.any(Number), platform: 'venmo', username: 'ana' },
        { id: expect.any(Number), platform: 'cashapp', username: '$ana' },
      ],
    });
    expect(answer.body).not.toContain('hash-that-must-not-leave');
  });

  it('pages without gaps or duplicates', async () => {
    for (let count = 0; count < 7; count += 1) await test.insertPerson();
    const admin = await test.loginAs({ isAdmin: true });
    const ids: number[] = [];
    let url: string | undefined = '/api/admin/users?limit=3';
    while (url) {
      const answer = await admin.call('GET', url);
      expect(answer.json().length).toBeLessThanOrEqual(3);
      ids.push(...answer.json().map(({ id }: { id: number }) => id));
      url = nextOf(answer.headers.link);
    }
    expect(ids).toHaveLength(8);
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => b - a));
  });

  it('finds by name, screen name, username and email, in any case; wildcards match themselves', async () => {
    await test.insertPerson({
      name: 'Ana 100% Ruiz',
      username: 'ana_r',
      email: 'a@bakers.example',
    });
    await test.insertPerson({ name: 'Bo', screenName: 'Ruiz & Sons', username: 'bob' });
    const admin = await test.loginAs({ isAdmin: true, name: 'Chief' });
    const found = async (query: string) => {
      const url = `/api/admin/users?${new URLSearchParams({ query })}`;
      return (await admin.call('GET', url)).json().map(({ name }: { name: string }) => name);
    };
    expect(await found('RUIZ')).toEqual(['Bo', 'Ana 100% Ruiz']);
    expect(await found('BAKERS.example')).toEqual(['Ana 100% Ruiz']);
    expect(await found('a_r')).toEqual(['Ana 100% Ruiz']);
    expect(await found('100%')).toEqual(['Ana 100% Ruiz']);
    expect(await found('%')).toEqual(['Ana 100% Ruiz']);
    expect(await found('\\')).toEqual([]);
    expect(await found('  ')).toHaveLength(3);
    expect(await found("'; DROP TABLE users; --")).toEqual([]);
  });

  it('the largest possible id is a valid cursor', async () => {
    const admin = await test.loginAs({ isAdmin: true, name: 'Chief' });
    const cursor = Buffer.from('before:2147483647').toString('base64url');
    for (const query of ['', 'Chief']) {
      const url = `/api/admin/users?${new URLSearchParams({ query, cursor })}`;
      expect((await admin.call('GET', url)).json()).toHaveLength(1);
    }
  });

  it.each(['limit=0', 'limit=201', 'limit=x', 'cursor=x', 'cursor=', `query=${'x'.repeat(101)}`])(
    'refuses %s',
    async (query) => {
      const admin = await test.loginAs({ isAdmin: true });
      const answer = await admin.call('GET', `/api/admin/users?${query}`);
      expect(answer.statusCode).toBe(400);
      expect(Object.keys(answer.json().fields)).toEqual([query.split('=')[0]]);
    },
  );
});

describe('the numbers', () => {
  it('count users, verified and effective admins', async () => {
    await test.insertPerson({ isVerified: true });
    await test.insertPerson({ email: 'listed@example.com', emailProvenAt: new Date() });
    const admin = await test.loginAs({ isAdmin: true, isVerified: true });
    expect((await admin.call('GET', '/api/admin/stats')).json()).toEqual({
      totalUsers: 3,
      verifiedUsers: 2,
      adminUsers: 2,
    });
  });
});

describe('the flags', () => {
  it('change, and each change is in the audit log with actor, user and address', async () => {
    const admin = await test.loginAs({ isAdmin: true, name: 'Chief' });
    const ana = await test.insertPerson({ name: 'Ana', username: 'ana', email: 'ana@example.com' });
    const answer = await patch(admin, ana.id, { isVerified: true, isAdmin: true });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      id: ana.id,
      isVerified: true,
      isAdmin: true,
      accounts: [],
    });
    // Nothing changes, nothing is written.
    await patch(admin, ana.id, { isVerified: true });
    await patch(admin, ana.id, { isVerified: false, isAdmin: false });
    const entries = await test.db.select().from(auditLog).where(eq(auditLog.subjectId, ana.id));
    expect(entries.map(({ action }) => action)).toEqual([
      'user-verified',
      'admin-granted',
      'user-unverified',
      'admin-revoked',
    ]);
    expect(entries[0]).toMatchObject({
      actorId: admin.id,
      actor: { name: 'Chief' },
      subject: { name: 'Ana', username: 'ana', email: 'ana@example.com' },
      ip: '127.0.0.1',
    });
  });

  it('wake the jobs that a change of the badge may queue', async () => {
    const { id } = await test.insertPerson({ name: 'Ana' });
    const admin = await test.loginAs({ isAdmin: true });
    const wake = vi.spyOn(test.app.jobs, 'wake');
    onTestFinished(() => wake.mockRestore());
    expect((await patch(admin, id, { isVerified: true })).statusCode).toBe(200);
    await expect.poll(() => wake.mock.calls.length).toBe(1);
  });

  it('of a user who does not exist are 404', async () => {
    const admin = await test.loginAs({ isAdmin: true });
    expect((await patch(admin, 999_999, { isVerified: true })).statusCode).toBe(404);
  });

  it('the error for an admin by ADMIN_EMAILS names that setting', async () => {
    const admin = await test.loginAs({ isAdmin: true });
    const { id } = await test.insertPerson({
      email: 'listed@example.com',
      emailProvenAt: new Date(),
      isAdmin: true,
    });
    const answer = await patch(admin, id, { isAdmin: false });
    expect(answer.statusCode).toBe(409);
    expect(answer.json().code).toBe('ADMIN_BY_LIST');
  });
});

describe('the last admin', () => {
  const lastAdmin = {
    code: 'LAST_ADMIN',
    message: 'This is the last admin. Please make someone else an admin first.',
  };

  it('can neither be demoted nor deleted, not even by themselves', async () => {
    const admin = await test.loginAs({ isAdmin: true });
    const demoted = await patch(admin, admin.id, { isAdmin: false });
    expect(demoted.statusCode).toBe(409);
    expect(demoted.json()).toMatchObject(lastAdmin);
    const deleted = await remove(admin, admin.id);
    expect(deleted.statusCode).toBe(409);
    expect(deleted.json()).toMatchObject(lastAdmin);
    expect((await admin.call('GET', '/api/admin/stats')).json().adminUsers).toBe(1);
    const entries = await test.db.select().from(auditLog).where(eq(auditLog.subjectId, admin.id));
    expect(entries).toEqual([]);
  });

  it('cannot leave the email address that gives the role', async () => {
    const admin = await test.loginAs({ email: 'listed@example.com', emailProvenAt: new Date() });
    const asked = await admin.call('PATCH', '/api/me', { body: { email: 'other@example.com' } });
    expect(asked.json()).toMatchObject({ email: 'listed@example.com', isAdmin: true });
    const token = await lastTokenTo(test, 'other@example.com');
    const confirm = () => admin.call('POST', '/api/confirm-email', { body: { token } });
    const answer = await confirm();
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject(lastAdmin);
    await test.insertPerson({ isAdmin: true });
    expect((await confirm()).statusCode).toBe(200);
    const now = await admin.call('GET', '/api/user');
    expect(now.json()).toMatchObject({ email: 'other@example.com', isAdmin: false });
  });

  it('remains when two admins demote and delete each other at the same moment', async () => {
    for (let round = 0; round < 10; round += 1) {
      await test.db.delete(users);
      const [ana, bo] = [
        await test.loginAs({ isAdmin: true }),
        await test.loginAs({ isAdmin: true }),
      ];
      await Promise.all([
        round % 2 ? remove(ana, bo.id) : patch(ana, bo.id, { isAdmin: false }),
        patch(bo, ana.id, { isAdmin: false }),
      ]);
      const left = await test.db.select().from(users).where(eq(users.isAdmin, true));
      expect(left).toHaveLength(1);
    }
  });
});

describe('the audit', () => {
  it('lists newest first and pages', async () => {
    const admin = await test.loginAs({ isAdmin: true });
    for (let count = 0; count < 5; count += 1) {
      const { id } = await test.insertPerson();
      await patch(admin, id, { isVerified: true });
    }
    const first = await admin.call('GET', '/api/admin/audit?limit=2');
    expect(first.json()).toHaveLength(2);
    expect(first.json()[0]).toEqual({
      id: expect.any(Number),
      at: expect.stringMatching(/Z$/),
      action: 'user-verified',
      actorId: admin.id,
      actor: expect.objectContaining({ name: expect.any(String) }),
      subjectId: expect.any(Number),
      subject: expect.objectContaining({ name: expect.any(String) }),
      ip: '127.0.0.1',
      details: {},
    });
    const second = await admin.call('GET', nextOf(first.headers.link) ?? '');
    expect(second.json()[0].id).toBe(first.json()[1].id - 1);
  });

  it('lists admin actions, changes or logins, of everybody or of one user, on every page', async () => {
    const admin = await test.loginAs({ isAdmin: true });
    const ana = await test.insertPerson();
    const write = (action: string) =>
      test.db.insert(auditLog).values({ action, subjectId: ana.id, actorId: ana.id });
    const written = ['logged-in', 'handle-changed', 'user-verified', 'logged-in', 'admin-granted'];
    for (const action of written) await write(action);
    const list = async (query: string) => {
      const actions: string[] = [];
      let next: string | undefined = `/api/admin/audit?limit=1&userId=${ana.id}&${query}`;
      while (next) {
        const page = await admin.call('GET', next);
        actions.push(...page.json().map((entry: { action: string }) => entry.action));
        next = nextOf(page.headers.link);
      }
      return actions;
    };
    expect(await list('kind=admin')).toEqual(['admin-granted', 'user-verified']);
    expect(await list('kind=changes')).toEqual(['handle-changed']);
    expect(await list('kind=logins')).toEqual(['logged-in', 'logged-in']);
    expect(await list('kind=all')).toEqual(written.toReversed());
    expect(await list('')).toEqual(written.toReversed());
    for (const query of ['kind=nothing', 'userId=0', 'userId=x', 'userId=99999999999']) {
      const answer = await admin.call('GET', `/api/admin/audit?${query}`);
      expect(answer.statusCode, query).toBe(400);
    }
  });

  it.each([
    ['admin', 'audit_log_admin'],
    ['changes', 'audit_log_changes'],
  ])('%s are exactly the rows of %s', async (kind, index) => {
    const { rows } = await test.pool.query('SELECT pg_get_indexdef($1::regclass) AS text', [index]);
    const indexed = [...rows[0].text.matchAll(/'([a-z-]+)'::text/g)].map(([, action]) => action);
    expect(indexed.length).toBeGreaterThan(10);
    const admin = await test.loginAs({ isAdmin: true });
    const ana = await test.insertPerson();
    const values = [...indexed, 'logged-in'].map((action) => ({ action, subjectId: ana.id }));
    await test.db.insert(auditLog).values(values);
    const answer = await admin.call('GET', `/api/admin/audit?kind=${kind}&userId=${ana.id}`);
    const listed = answer.json().map((entry: { action: string }) => entry.action);
    expect(listed.sort()).toEqual(indexed.sort());
  });

  it('is written in the transaction of the change', async () => {
    const admin = await test.loginAs({ isAdmin: true });
    const ana = await test.insertPerson({});
    await test.pool.query(`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'no'; END $$;
      CREATE TRIGGER fail BEFORE INSERT ON audit_log EXECUTE FUNCTION fail()`);
    const changed = await patch(admin, ana.id, { isAdmin: true });
    const removed = await remove(admin, ana.id);
    await test.pool.query('DROP TRIGGER fail ON audit_log; DROP FUNCTION fail');
    expect([changed.statusCode, removed.statusCode]).toEqual([500, 500]);
    const [row] = await test.db.select().from(users).where(eq(users.id, ana.id));
    expect(row?.isAdmin).toBe(false);
  });

  it('cannot be changed or emptied, even with SQL', async () => {
    const admin = await test.loginAs({ isAdmin: true });
    await patch(admin, admin.id, { isVerified: true });
    for (const statement of [
      "UPDATE audit_log SET action = 'nothing'",
      'DELETE FROM audit_log',
      'TRUNCATE audit_log',
    ]) {
      await expect(test.pool.query(statement)).rejects.toThrow('audit_log is append-only');
    }
  });
});
