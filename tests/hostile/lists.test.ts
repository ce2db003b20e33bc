import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CONTACTS_MAX } from '#contract/contacts.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.close());

interface Operation {
  parameters?: { name: string }[];
  responses?: Record<string, { content?: Record<string, { schema?: { type?: string } }> }>;
}

/** Lists that cannot grow: one entry for each platform, 100 sessions or 20 passkeys at most. */
const SHORT_LISTS = [
  '/api/passkeys',
  '/api/payment-accounts',
  '/api/payment-accounts/order',
  '/api/payment-accounts/{platform}/proof',
  '/api/sessions',
];

describe('a list of the API', () => {
  it('has pages, or a fixed number of entries', async () => {
    const document = (await test.call('GET', '/api/openapi.json')).json<{
      paths: Record<string, Record<string, Operation>>;
    }>();
    const lists = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.values(methods)
        .filter(({ responses }) =>
          Object.values(responses ?? {}).some(
            ({ content }) => content?.['application/json']?.schema?.type === 'array',
          ),
        )
        .map(({ parameters = [] }) => ({ path, parameters: parameters.map(({ name }) => name) })),
    );
    const paged = lists.filter(({ path }) => !SHORT_LISTS.includes(path));
    expect(paged.map(({ path }) => path).sort()).toEqual([
      '/api/admin/audit',
      '/api/admin/reviews',
      '/api/admin/users',
      '/api/contacts',
      '/api/me/activity',
      '/api/users/search',
    ]);
    for (const { path, parameters } of paged) {
      expect(parameters, path).toEqual(expect.arrayContaining(['limit', 'cursor']));
    }
  });
});

describe('the export', () => {
  it('is limited, however much a member has stored', async () => {
    const { id, call } = await test.loginAs();
    await test.pool.query(
      `INSERT INTO contacts (user_id, name, notes)
       SELECT $1, 'Person ' || number, repeat('ü', 2000) FROM generate_series(1, $2::int) AS number`,
      [id, CONTACTS_MAX],
    );
    await test.pool.query(
      `INSERT INTO contact_payment_accounts (contact_id, platform, username, is_default)
       SELECT contacts.id, platform, 'someone', platform = 'venmo'
       FROM contacts, unnest(ARRAY['paypal', 'cashapp', 'applepay', 'venmo']) AS platform
       WHERE user_id = $1`,
      [id],
    );
    await test.pool.query(
      `INSERT INTO audit_log (action, subject_id, ip)
       SELECT 'entry-' || number, $1, '203.0.113.7' FROM generate_series(1, 5000) AS number`,
      [id],
    );
    await test.pool.query(
      `INSERT INTO sessions (token_hash, user_id, created_at)
       SELECT sha256(number::text::bytea), $1, now() - number * interval '1 second'
       FROM generate_series(1, 2000) AS number`,
      [id],
    );
    const answer = await call('GET', '/api/me/export');
    expect(answer.statusCode).toBe(200);
    const held = answer.json();
    expect(held.contacts).toHaveLength(CONTACTS_MAX);
    for (const contact of held.contacts) expect(contact.accounts).toHaveLength(4);
    expect(held.sessions).toHaveLength(1_000);
    expect(held.activity).toHaveLength(1_000);
    expect(held.activity[0].action).toBe('entry-5000');
    expect(answer.rawPayload.length).toBeLessThan(10_000_000);
  });
});
