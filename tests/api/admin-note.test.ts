import { afterAll, beforeAll, expect, it } from 'vitest';
import { findAdminNote } from '#server/db/admin-note.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.close());

const noteFor = (host: string, adminEmails: string[] = [], isProduction = false) =>
  findAdminNote(test.db, { host, adminEmails, isProduction });

it('a new installation says how to become admin, on loopback and while there is none', async () => {
  await test.insertPerson({ email: 'ana@example.com', emailKey: 'ana@example.com' });
  for (const host of ['127.0.0.1', '::1', 'localhost']) {
    expect(await noteFor(host)).toContain('npm run admin -- grant');
    expect(await noteFor(host, [], true)).toMatch(/ dist\/cli\/admin\.js grant EMAIL/);
  }
  for (const host of ['0.0.0.0', '::', '192.0.2.7', 'pay.example.com']) {
    expect(await noteFor(host)).toBeUndefined();
  }
  // An address on ADMIN_EMAILS counts once it is confirmed.
  expect(await noteFor('127.0.0.1', ['ana@example.com'])).toBe(
    'Nobody is an admin yet. Register with an address of ADMIN_EMAILS and follow the link in the confirmation email.',
  );
  await test.pool.query('UPDATE users SET email_proven_at = now()');
  expect(await noteFor('127.0.0.1', ['ana@example.com'])).toBeUndefined();
  expect(await noteFor('127.0.0.1')).toBeDefined();
  await test.pool.query('UPDATE users SET is_admin = true');
  expect(await noteFor('127.0.0.1')).toBeUndefined();
});
