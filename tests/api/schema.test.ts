import { getTableColumns, getTableName, isTable } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as schema from '#server/db/schema.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.close());

const tables: PgTable[] = Object.values(schema).filter((value) => isTable(value));

const SQL_TYPES: Record<string, string> = {
  serial: 'integer',
  bigserial: 'bigint',
  'text[]': 'ARRAY',
  'timestamp with time zone': 'timestamp with time zone',
};

describe('schema', () => {
  it.each(tables.map((table) => [getTableName(table), table] as const))(
    '%s has the columns that the migrations made',
    async (name, table) => {
      const { rows } = await test.pool.query(
        `SELECT column_name AS name, data_type AS type, is_nullable = 'NO' AS "notNull"
         FROM information_schema.columns WHERE table_name = $1 AND table_schema = 'public'`,
        [name],
      );
      const ours = Object.values(getTableColumns(table)).map((column) => ({
        name: column.name,
        type: SQL_TYPES[column.getSQLType()] ?? column.getSQLType(),
        notNull: column.notNull,
      }));
      const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name);
      expect(ours.sort(byName)).toEqual(rows.sort(byName));
    },
  );
});

describe('constraints hold even if our code is wrong', () => {
  const refusals: [what: string, statement: string][] = [
    ['a name of one letter', "INSERT INTO users (name) VALUES ('A')"],
    ['a name of 101 letters', "INSERT INTO users (name) VALUES (repeat('a', 101))"],
    ['a username with capitals', "INSERT INTO users (name, username) VALUES ('Ana', 'ANA')"],
    ['a username of two letters', "INSERT INTO users (name, username) VALUES ('Ana', 'an')"],
    [
      'an email without its key',
      "INSERT INTO users (name, email) VALUES ('Ana', 'ana@example.com')",
    ],
    [
      'a screen name without its key',
      "INSERT INTO users (name, screen_name) VALUES ('Ana', 'Ana')",
    ],
    [
      'a phone number with letters',
      "INSERT INTO users (name, phone_number) VALUES ('Ana', 'call me')",
    ],
    [
      'a website that is a script',
      "INSERT INTO users (name, website_url) VALUES ('Ana', 'javascript:alert(1)')",
    ],
    [
      'a picture that is not WebP',
      "INSERT INTO users (name, profile_image, profile_image_hash) VALUES ('Ana', 'data:image/svg+xml;base64,', 'x')",
    ],
    [
      'an account of nobody',
      "INSERT INTO payment_accounts (user_id, platform, username) VALUES (0, 'venmo', '@ana')",
    ],
    ['a contact of nobody', "INSERT INTO contacts (user_id, name) VALUES (0, 'Ana')"],
    [
      'an unknown platform',
      "WITH u AS (INSERT INTO users (name) VALUES ('Ana') RETURNING id) INSERT INTO payment_accounts (user_id, platform, username) SELECT id, 'zelle', 'ana' FROM u",
    ],
    [
      'a session token that is not a hash',
      "WITH u AS (INSERT INTO users (name) VALUES ('Ana') RETURNING id) INSERT INTO sessions (token_hash, user_id) SELECT 'plain', id FROM u",
    ],
  ];
  it.each(refusals)('refuses %s', async (_what, statement) => {
    await expect(test.pool.query(statement)).rejects.toMatchObject({ code: /^23/ });
  });

  it('allows one account for each platform', async () => {
    const { id } = await test.insertPerson();
    const insert = () =>
      test.pool.query(
        "INSERT INTO payment_accounts (user_id, platform, username) VALUES ($1, 'venmo', '@ana')",
        [id],
      );
    await insert();
    await expect(insert()).rejects.toMatchObject({ code: '23505' });
  });

  it('allows one default account for each contact', async () => {
    const { id } = await test.insertPerson();
    const { rows } = await test.pool.query(
      "INSERT INTO contacts (user_id, name) VALUES ($1, 'Bo') RETURNING id",
      [id],
    );
    const insert = (platform: string) =>
      test.pool.query(
        'INSERT INTO contact_payment_accounts (contact_id, platform, username, is_default) VALUES ($1, $2, $3, true)',
        [rows[0].id, platform, 'bo'],
      );
    await insert('venmo');
    await expect(insert('paypal')).rejects.toMatchObject({ code: '23505' });
  });

  it('refuses changes of the audit log', async () => {
    await test.pool.query("INSERT INTO audit_log (action) VALUES ('test')");
    await expect(test.pool.query("UPDATE audit_log SET action = 'x'")).rejects.toThrow(
      'append-only',
    );
    await expect(test.pool.query('DELETE FROM audit_log')).rejects.toThrow('append-only');
    await expect(test.pool.query('TRUNCATE audit_log')).rejects.toThrow('append-only');
  });

  it('deletes everything that belongs to a deleted person', async () => {
    const { id } = await test.insertPerson();
    await test.pool.query(
      "INSERT INTO payment_accounts (user_id, platform, username) VALUES ($1, 'venmo', '@ana')",
      [id],
    );
    const { rows } = await test.pool.query(
      "INSERT INTO contacts (user_id, name) VALUES ($1, 'Bo') RETURNING id",
      [id],
    );
    const contact = rows[0].id;
    await test.pool.query(
      "INSERT INTO contact_payment_accounts (contact_id, platform, username) VALUES ($1, 'venmo', '@bo')",
      [contact],
    );
    await test.loginAs({ id });
    await test.pool.query('DELETE FROM users WHERE id = $1', [id]);
    const left = await test.pool.query(
      `SELECT (SELECT count(*) FROM payment_accounts WHERE user_id = $1) + (SELECT count(*) FROM contacts WHERE user_id = $1)
        + (SELECT count(*) FROM contact_payment_accounts WHERE contact_id = $2) + (SELECT count(*) FROM sessions WHERE user_id = $1) AS n`,
      [id, contact],
    );
    expect(left.rows[0].n).toBe('0');
  });
});
