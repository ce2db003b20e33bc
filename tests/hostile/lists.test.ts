import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CONTACTS_MAX } from '#contract/contacts.ts';
import { readApiDocument } from '#tests/support/api-document.ts';
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

/** Lists that cannot grow: one entry for each platform, 100 sessions, 20 passkeys or 500 IDs at most. */
const SHORT_LISTS = [
  '/api/passkeys',
  '/api/payment-accounts',
  '/api/payment-accounts/order',
  '/api/payment-accounts/{platform}/proof',
  '/api/saved-people/ids',
  '/api/sessions',
];

describe('a list of the API', () => {
  it('has pages, or a fixed number of entries', async () => {
    const document = await readApiDocument<{
      paths: Record<string, Record<string, Operation>>;
    }>(test);
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
      '/api/saved-people',
      '/api/users/search',
    ]);
    for (const { path, parameters } of paged) {
      expect(parameters, path).toEqual(expect.arrayContaining(['limit', 'cursor']));
    }
  });
});

/** The lists in pages whose cursor is an ID; the cursors of a search are signed. */
const ID_PAGED: [path: string, isLongId: boolean][] = [
  ['/api/admin/audit', true],
  ['/api/admin/reviews', false],
  ['/api/admin/users', false],
  ['/api/admin/users?query=somebody', false],
  ['/api/contacts', false],
  ['/api/me/activity', true],
  ['/api/saved-people', true],
];

describe('the cursor of a list', () => {
  it.each(ID_PAGED)('%s is refused where it is no ID', async (path, isLongId) => {
    const admin = await test.loginAs({ isAdmin: true });
    const get = async (text: string) => {
      const cursor = Buffer.from(text, 'latin1').toString('base64url');
      return admin.call('GET', `${path}${path.includes('?') ? '&' : '?'}cursor=${cursor}`);
    };
    for (const id of ['0', '1', '2147483647']) {
      expect((await get(`before:${id}`)).statusCode, id).toBe(200);
    }
    for (const id of ['2147483648', '9999999999', '999999999999999']) {
      // The log and the saved people have IDs of 64 bits.
      expect((await get(`before:${id}`)).statusCode, id).toBe(isLongId ? 200 : 400);
    }
    for (const id of [
      '9223372036854775808',
      '9'.repeat(100),
      '-1',
      '1.5',
      '1e3',
      '0x1',
      'NaN',
      '',
    ]) {
      const answer = await get(`before:${id}`);
      expect(answer.statusCode, id).toBe(400);
      expect(answer.json()).toMatchObject({ fields: { cursor: 'This cursor is not valid' } });
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
