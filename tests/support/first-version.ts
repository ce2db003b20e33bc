import { readFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { projectRoot } from '#server/lib/project-root.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

const FOLDER = path.join(projectRoot, 'tests/fixtures');

/** A backup that version 1.0 wrote, of the same people. */
export const FIRST_VERSION_BACKUP = path.join(FOLDER, 'first-version.backup');

/** What the people of the fixture know; the database has only hashes of it. */
export const ADA = {
  cookie: 'session=E-8cgid79rsYXn4K7MMAhJ960Oxd2CFugaCbQhESQ0U',
  email: 'ada@example.com',
  password: 'first version of a password',
};
export const OLGA = { email: 'olga@example.com', password: 'first admin password ever' };
export const BRUNO = {
  email: 'bruno.castell@example.com',
  resetToken: '0nznee7hlgy9YPO4ZXGgl9nCRWT8FWIPhZtJ47D--ro',
};

/** A database with 20 people and two private contacts that version 1.0 was used with two days ago. */
export async function createFirstVersionDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase({ isEmpty: true });
  const client = new pg.Client(database.connection);
  await client.connect();
  await client.query(await readFile(path.join(FOLDER, 'first-version.sql'), 'utf8'));
  // Sessions and links end by the clock.
  await client.query(`SET search_path = public;
    UPDATE sessions SET created_at = now() - interval '3 days', last_used_at = now() - interval '2 days';
    UPDATE users SET reset_token_expiry = now() + interval '1 hour' WHERE reset_token_hash IS NOT NULL`);
  await client.end();
  return database;
}
