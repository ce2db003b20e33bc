import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ADMIN_USAGE, adminCommand } from '#cli/admin-command.ts';
import { auditLog, users } from '#server/db/schema.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.db.delete(users);
});

const run = async (...args: string[]) => adminCommand(args)(test.db, ['listed@example.com']);

describe('npm run admin', () => {
  it('grants and revokes by email in any case, audited', async () => {
    await test.insertPerson({ email: 'chief@example.com', isAdmin: true });
    const { id, call } = await test.loginAs({
      email: 'Ana@example.com',
      name: 'Ana',
      emailProvenAt: new Date(),
    });
    expect(await run('grant', 'ANA@example.com')).toEqual(['Ana@example.com is an admin now.']);
    expect((await call('GET', '/api/admin/stats')).statusCode).toBe(200);
    expect(await run('grant', 'ana@example.com')).toEqual(['Ana@example.com is an admin already.']);
    expect(await run('revoke', 'ana@example.com')).toEqual([
      'Ana@example.com is no longer an admin.',
    ]);
    expect((await call('GET', '/api/admin/stats')).statusCode).toBe(403);
    const entries = (await test.db.select().from(auditLog)).filter((row) => row.subjectId === id);
    expect(entries).toMatchObject([
      { action: 'admin-granted', actorId: null, details: { by: 'command line' } },
      { action: 'admin-revoked', actorId: null, subject: { name: 'Ana' } },
    ]);
  });

  it('lists the admins and the source of their role', async () => {
    expect(await run()).toEqual(['There is no admin yet.', '', ADMIN_USAGE]);
    await test.insertPerson({ name: 'Ana', email: 'ana@example.com', isAdmin: true });
    await test.insertPerson({
      name: 'Bo',
      email: 'listed@example.com',
      emailProvenAt: new Date(),
    });
    await test.insertPerson({ name: 'Cy', email: 'cy@example.com' });
    expect(await run()).toEqual([
      'ana@example.com  Ana',
      'listed@example.com  Bo (by ADMIN_EMAILS)',
    ]);
  });

  it('does not revoke the last admin', async () => {
    await test.insertPerson({ email: 'ana@example.com', isAdmin: true });
    await expect(run('revoke', 'ana@example.com')).rejects.toThrow('This is the last admin.');
  });

  it('refuses an unconfirmed address, without --unconfirmed', async () => {
    const { call } = await test.loginAs({ email: 'ana@example.com' });
    await expect(run('grant', 'ana@example.com')).rejects.toThrow(
      'ana@example.com is not confirmed, so a stranger may have registered it: follow the link in its email first, or add --unconfirmed.',
    );
    expect((await call('GET', '/api/admin/stats')).statusCode).toBe(403);
    expect(await run('grant', 'ana@example.com', '--unconfirmed')).toEqual([
      'ana@example.com is an admin now.',
    ]);
    expect((await call('GET', '/api/admin/stats')).statusCode).toBe(200);
  });

  it('ends all sessions of an account, audited', async () => {
    const { id, call } = await test.loginAs({ email: 'Ana@example.com', name: 'Ana' });
    await test.loginAs({ id });
    const other = await test.loginAs();
    expect(await run('sign-out', 'ana@EXAMPLE.com')).toEqual([
      'Ana@example.com is signed out everywhere (2 sessions ended).',
    ]);
    expect((await call('GET', '/api/user')).statusCode).toBe(401);
    expect((await other.call('GET', '/api/user')).statusCode).toBe(200);
    const entries = (await test.db.select().from(auditLog)).filter((row) => row.subjectId === id);
    expect(entries).toMatchObject([
      {
        action: 'all-sessions-ended',
        actorId: null,
        subject: { name: 'Ana' },
        details: { by: 'command line' },
      },
    ]);
    await expect(run('sign-out')).rejects.toThrow(ADMIN_USAGE);
    await expect(run('sign-out', 'ana@example.com', '--unconfirmed')).rejects.toThrow(ADMIN_USAGE);
  });

  it('reports errors in one line', async () => {
    await expect(run('grant', 'nobody@example.com')).rejects.toThrow(
      'There is no account with the email nobody@example.com.',
    );
    await expect(run('grant')).rejects.toThrow(ADMIN_USAGE);
    await expect(run('revoke', 'ana@example.com', '--unconfirmed')).rejects.toThrow(ADMIN_USAGE);
    await expect(run('promote', 'ana@example.com')).rejects.toThrow(ADMIN_USAGE);
  });
});
