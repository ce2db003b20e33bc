import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminCommand } from '#cli/admin-command.ts';
import { importPeople } from '#cli/import/import-people.ts';
import { restoreBackup } from '#server/db/backup/restore.ts';
import { writeBackup } from '#server/db/backup/write.ts';
import { rebuildOutdatedIndex } from '#server/db/rebuild-search-index.ts';
import { auditLog } from '#server/db/schema.ts';
import { restoreUser, suspendUser } from '#server/db/suspension.ts';
import { findUserForUpdate } from '#server/db/users.ts';
import { searchAll } from '#tests/support/directory.ts';
import { personWith, writePeopleFile } from '#tests/support/people-file.ts';
import { pictureUrl } from '#tests/support/pictures.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createTestDatabase } from '#tests/support/test-database.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.close());

let members = 0;

/** A member with a picture, a handle and a former username. */
async function registerMember() {
  members += 1;
  const username = `susan${members}`;
  const email = `${username}@example.com`;
  const member = await test.loginAs({
    name: `Susan ${members}`,
    username: `old${username}`,
    email,
  });
  const profileImage = await pictureUrl();
  const changed = await member.call('PATCH', '/api/me', { body: { username, profileImage } });
  const body = { platform: 'venmo', username: `@${username}-pay` };
  await member.call('POST', '/api/payment-accounts', { body });
  test.app.peopleSearch.markChanged();
  return { ...member, username, email, picture: changed.json().profileImage as string };
}

async function change(id: number, work: typeof restoreUser) {
  return test.db.transaction(async (tx) => {
    const subject = await findUserForUpdate(tx, id);
    if (!subject) throw new Error('There is no such user.');
    const isChanged = await work(tx, { subject, actor: null, ip: '192.0.2.1' });
    return isChanged;
  });
}
const suspend = async (id: number, reason: string | null = 'Not your handle.') => {
  const isChanged = await change(id, (tx, decision) => suspendUser(tx, { ...decision, reason }));
  test.app.peopleSearch.markChanged();
  return isChanged;
};
const restore = async (id: number) => {
  const isChanged = await change(id, restoreUser);
  test.app.peopleSearch.markChanged();
  return isChanged;
};

const found = async (query: string, call = test.call) =>
  (await searchAll(call, { query })).map(({ username }) => username);
const status = async (url: string, call = test.call) => (await call('GET', url)).statusCode;
const page = async (username: string) => (await test.call('GET', `/?search=${username}`)).body;

describe('a suspended member', () => {
  it('is in no search, by any name or handle and for anybody, until the page is restored', async () => {
    const { id, call, username } = await registerMember();
    const other = await test.loginAs();
    const queries = [username, `old${username}`, `@${username}-pay`, `Susan ${members}`];
    for (const query of queries) expect(await found(query), query).toContain(username);
    expect(await suspend(id)).toBe(true);
    expect(await suspend(id)).toBe(false);
    for (const query of [...queries, '']) {
      for (const viewer of [test.call, other.call, call]) {
        expect(await found(query, viewer), query).not.toContain(username);
      }
    }
    const left = await test.pool.query(
      'SELECT FROM search_people p WHERE owner = 0 AND id = $1 UNION ALL SELECT FROM search_keys WHERE id = $1',
      [id],
    );
    expect(left.rowCount).toBe(0);
    expect(await restore(id)).toBe(true);
    expect(await restore(id)).toBe(false);
    for (const query of queries) expect(await found(query), query).toContain(username);
  });

  it('has no link preview, QR code, payment code or picture for visitors', async () => {
    const { id, call, username, picture } = await registerMember();
    const admin = await test.loginAs({ isAdmin: true });
    const codes = [
      `/api/qrcode?type=profile&username=${username}`,
      `/api/qrcode?type=payment&username=${username}&platform=venmo`,
    ];
    for (const url of [...codes, picture]) expect(await status(url), url).toBe(200);
    expect(await page(username)).toContain(`Pay ${username} on Payfolk`);
    expect(await page(`old${username}`)).toContain(`Pay ${username} on Payfolk`);
    await suspend(id);
    for (const url of [...codes, picture]) expect(await status(url), url).toBe(404);
    for (const name of [username, `old${username}`]) {
      expect(await page(name)).not.toContain(`Pay ${username}`);
    }
    // The member and admins still see what it is about, and no cache keeps it.
    for (const viewer of [call, admin.call]) {
      const answer = await viewer('GET', picture);
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['cache-control']).toBe('private, no-store');
    }
    expect(await status('/api/qrcode?type=profile', call)).toBe(200);
    await restore(id);
    for (const url of [...codes, picture]) expect(await status(url), url).toBe(200);
    expect(await page(username)).toContain(`Pay ${username} on Payfolk`);
  });

  it('cannot change handles, and stays out of the index after other changes', async () => {
    const { id, call, username } = await registerMember();
    await suspend(id);
    const body = { platform: 'venmo', username: '@another' };
    const refusals = [
      await call('POST', '/api/payment-accounts', { body }),
      await call('POST', '/api/payment-accounts', { body: { ...body, platform: 'paypal' } }),
      await call('PUT', '/api/payment-accounts/order', { body: { platforms: ['venmo'] } }),
      await call('DELETE', '/api/payment-accounts/venmo'),
    ];
    for (const refusal of refusals) {
      expect(refusal.statusCode).toBe(403);
      expect(refusal.json()).toMatchObject({
        code: 'SUSPENDED',
        message: 'Your page is suspended. You can change it again once your page is back.',
      });
    }
    const handles = (await call('GET', '/api/payment-accounts')).json();
    expect(handles).toMatchObject([{ platform: 'venmo', username: `@${username}-pay` }]);
    expect((await call('PATCH', '/api/me', { body: { name: 'Susan Else' } })).statusCode).toBe(200);
    test.app.peopleSearch.markChanged();
    expect(await found('Susan Else')).not.toContain(username);
    await restore(id);
    expect((await call('POST', '/api/payment-accounts', { body })).statusCode).toBe(200);
  });

  it('can log in, read since when and why, export and delete', async () => {
    const email = 'why@example.com';
    const user = { name: 'Wendy Why', email, password: 'correct horse' };
    const { id } = (await test.call('POST', '/api/register', { body: user })).json();
    await suspend(id, 'Three people told us that @wendy isn’t you.');
    const body = { email, password: user.password };
    const login = await test.call('POST', '/api/login', { body });
    const suspension = {
      since: expect.stringMatching(/^\d{4}-.*Z$/),
      reason: 'Three people told us that @wendy isn’t you.',
    };
    expect(login.json()).toMatchObject({ suspension });
    const { call } = await test.loginAs({ id });
    expect((await call('GET', '/api/user')).json()).toMatchObject({ suspension });
    expect((await call('GET', '/api/me/export')).json()).toMatchObject({ user: { suspension } });
    await restore(id);
    expect((await call('GET', '/api/user')).json()).toMatchObject({ suspension: null });
    await suspend(id, null);
    expect((await call('GET', '/api/user')).json()).toMatchObject({
      suspension: { reason: null },
    });
    expect((await call('DELETE', `/api/user/${id}`)).statusCode).toBe(200);
  });

  it('stays out through a rebuild of the index and an import of the same person', async () => {
    const file = await writePeopleFile([
      personWith({ name: 'Imported One', username: 'imported.one', email: 'one@example.com' }),
    ]);
    const load = () => importPeople(test.pool, file.path, { rejectsFile: `${file.path}.rejects` });
    try {
      await load();
      test.app.peopleSearch.markChanged();
      expect(await found('imported.one')).toEqual(['imported.one']);
      const { rows } = await test.pool.query(
        "SELECT id FROM users WHERE username = 'imported.one'",
      );
      await suspend(rows[0].id);
      await load();
      await test.pool.query('DELETE FROM search_index');
      expect(await rebuildOutdatedIndex(test.pool, () => undefined)).toBeGreaterThan(0);
      test.app.peopleSearch.markChanged();
      expect(await found('imported.one')).toEqual([]);
      await restore(rows[0].id);
      expect(await found('imported.one')).toEqual(['imported.one']);
    } finally {
      await file.remove();
    }
  });

  it('stays out through a backup and its restore', async () => {
    const { id, username } = await registerMember();
    const listed = await registerMember();
    await suspend(id);
    const folder = await mkdtemp(path.join(tmpdir(), 'payfolk-backup-'));
    const target = await createTestDatabase();
    const pool = target.openPool();
    try {
      await writeBackup(test.pool, path.join(folder, 'all.backup'));
      await restoreBackup(pool, path.join(folder, 'all.backup'), { isReplacing: false });
      const people = await pool.query(
        `SELECT u.username, u.suspended_at IS NOT NULL AS "isSuspended", p.id IS NOT NULL AS "isFound"
           FROM users u LEFT JOIN search_people p ON p.owner = 0 AND p.id = u.id
          WHERE u.username = ANY($1) ORDER BY u.id`,
        [[username, listed.username]],
      );
      expect(people.rows).toEqual([
        { username, isSuspended: true, isFound: false },
        { username: listed.username, isSuspended: false, isFound: true },
      ]);
    } finally {
      await pool.end();
      await target.drop();
      await rm(folder, { recursive: true, force: true });
    }
  });
});

describe('npm run admin', () => {
  const run = async (...args: string[]) => adminCommand(args)(test.db, []);

  it('suspends with a reason and restores, audited', async () => {
    const { id, call, username, email } = await registerMember();
    const done = await run('suspend', email.toUpperCase(), '--reason', 'Scam');
    expect(done).toEqual([`${email} is suspended now.`]);
    expect(await run('suspend', email)).toEqual([`${email} is suspended already.`]);
    test.app.peopleSearch.markChanged();
    expect(await found(username)).not.toContain(username);
    expect((await call('GET', '/api/user')).json()).toMatchObject({
      suspension: { reason: 'Scam' },
    });
    expect(await run('restore', email)).toEqual([`${email} is back.`]);
    expect(await run('restore', email)).toEqual([`${email} is not suspended.`]);
    test.app.peopleSearch.markChanged();
    expect(await found(username)).toContain(username);
    const audit = await test.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subjectId, id))
      .orderBy(desc(auditLog.id))
      .limit(2);
    expect(audit).toMatchObject([
      { action: 'user-restored', actorId: null, details: { by: 'command line' } },
      { action: 'user-suspended', details: { by: 'command line', reason: 'Scam' } },
    ]);
  });

  it('suspends no admin, and makes no suspended member an admin, who could end the suspension', async () => {
    const { id, email } = await registerMember();
    await test.pool.query('UPDATE users SET is_admin = true WHERE id = $1', [id]);
    await expect(run('suspend', email)).rejects.toThrow(
      'This person is an admin. Please revoke the role first.',
    );
    await test.pool.query(
      'UPDATE users SET is_admin = false, email_proven_at = now() WHERE id = $1',
      [id],
    );
    const byList = adminCommand(['suspend', email])(test.db, [email]);
    await expect(byList).rejects.toThrow('This person is an admin.');
    expect(await run('suspend', email)).toEqual([`${email} is suspended now.`]);
    await expect(run('grant', email)).rejects.toThrow('This person is suspended.');
  });

  it('refuses a reason that the form refuses, and options in the wrong place', async () => {
    const { email } = await registerMember();
    await expect(run('suspend', email, '--reason', 'a'.repeat(501))).rejects.toThrow(
      'Reason must be at most 500 characters',
    );
    await expect(run('suspend', email, '--reason', 'Not \u202eyour name')).rejects.toThrow(
      'Reason contains characters that are not allowed',
    );
    const misuses = [
      ['suspend', email, '--reason'],
      ['restore', email, '--reason', 'x'],
      ['suspend', email, '--unconfirmed'],
      ['suspend'],
    ];
    for (const misuse of misuses) await expect(run(...misuse)).rejects.toThrow('npm run admin --');
    await expect(run('suspend', 'no.one@example.com')).rejects.toThrow('There is no account');
  });
});
