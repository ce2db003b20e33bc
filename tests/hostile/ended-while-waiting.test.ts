import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashPassword } from '#server/lib/password.ts';
import { createToken, hashToken } from '#server/lib/tokens.ts';
import { untilWaiting } from '#tests/support/interleave.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';
import { openWebsites, type Websites } from '#tests/support/websites.ts';

let websites: Websites;
let test: TestApp;
beforeAll(async () => {
  websites = await openWebsites();
  websites.addPage(`${WEBSITE}/`, '<p>My website</p>');
  test = await buildTestApp({}, {}, websites.network);
});
afterAll(async () => {
  await test.close();
  await websites.close();
});

type Member = Awaited<ReturnType<TestApp['loginAs']>>;
type Answer = ReturnType<Member['call']>;

const PASSWORD = 'correct horse battery';
const EMAIL_HANDLE = 'payments@example.com';
const WEBSITE = 'waiting.example.com';

/** Sends the request while the user is locked, makes the change, and then lets the request go on. */
async function whileWaiting(member: Member, send: () => Answer, change: string) {
  const holder = await test.pool.connect();
  try {
    await holder.query('BEGIN');
    await holder.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [member.id]);
    const answer = send();
    await Promise.race([untilWaiting(test.pool, 1), answer]);
    await holder.query(change, [member.id]);
    await holder.query('COMMIT');
    return await answer;
  } finally {
    holder.release();
  }
}

const END_SESSIONS = 'DELETE FROM sessions WHERE user_id = $1';

async function openReview(userId: number): Promise<number> {
  const { rows } = await test.pool.query<{ id: number }>(
    `INSERT INTO reviews (kind, user_id) VALUES ('verification', $1) RETURNING id`,
    [userId],
  );
  return rows[0]?.id ?? 0;
}

async function insertMember({ isAdmin = false } = {}): Promise<Member> {
  const member = await test.loginAs({ isAdmin });
  await test.pool.query('UPDATE users SET password_hash = $2, website_url = $3 WHERE id = $1', [
    member.id,
    await hashPassword(PASSWORD),
    `https://${WEBSITE}/`,
  ]);
  await test.pool.query(
    `INSERT INTO payment_accounts (user_id, platform, username) VALUES ($1, 'paypal', $2)`,
    [member.id, EMAIL_HANDLE],
  );
  return member;
}

const ANY_ID = '00000000-0000-4000-8000-000000000000';

/** A valid request for each route that writes for a signed-in user. */
const REQUESTS: Record<string, (member: Member, otherId: number) => Promise<Answer> | Answer> = {
  'POST /api/add-person': (member) =>
    member.call('POST', '/api/add-person', {
      body: {
        name: 'Ana Lopez',
        screenName: 'Ana',
        paymentPlatform: 'venmo',
        paymentUsername: '@ana-lopez',
      },
    }),
  'PATCH /api/contacts/:id': (member) =>
    member.call('PATCH', '/api/contacts/1', { body: { name: 'Other Name' } }),
  'DELETE /api/contacts/:id': (member) => member.call('DELETE', '/api/contacts/1'),
  'PUT /api/saved-people/:username': (member) => member.call('PUT', '/api/saved-people/somebody'),
  'DELETE /api/saved-people/ids/:id': (member, otherId) =>
    member.call('DELETE', `/api/saved-people/ids/${otherId}`),
  'POST /api/reauthenticate': (member) =>
    member.call('POST', '/api/reauthenticate', { body: { password: PASSWORD } }),
  'POST /api/me/password': (member) =>
    member.call('POST', '/api/me/password', {
      body: { currentPassword: PASSWORD, newPassword: 'another horse battery' },
    }),
  'PATCH /api/passkeys/:id': (member) =>
    member.call('PATCH', `/api/passkeys/${ANY_ID}`, { body: { name: 'Key' } }),
  'DELETE /api/passkeys/:id': (member) => member.call('DELETE', `/api/passkeys/${ANY_ID}`),
  'DELETE /api/sessions/:id': (member) => member.call('DELETE', `/api/sessions/${ANY_ID}`),
  'DELETE /api/sessions': (member) => member.call('DELETE', '/api/sessions'),
  'PATCH /api/me': (member) => member.call('PATCH', '/api/me', { body: { name: 'Came Late' } }),
  'DELETE /api/user/:id': (member) => member.call('DELETE', `/api/user/${member.id}`),
  'POST /api/payment-accounts/:platform/code': (member) =>
    member.call('POST', '/api/payment-accounts/paypal/code'),
  'POST /api/payment-accounts/:platform/proof': (member) =>
    member.call('POST', '/api/payment-accounts/paypal/proof', { body: { code: '123456' } }),
  'POST /api/payment-accounts': (member) =>
    member.call('POST', '/api/payment-accounts', {
      body: { platform: 'venmo', username: '@came-late' },
    }),
  'PUT /api/payment-accounts/order': (member) =>
    member.call('PUT', '/api/payment-accounts/order', { body: { platforms: ['paypal'] } }),
  'DELETE /api/payment-accounts/:platform': (member) =>
    member.call('DELETE', '/api/payment-accounts/paypal'),
  'POST /api/me/website-proof': (member) => member.call('POST', '/api/me/website-proof'),
  'POST /api/me/suspension-answer': (member) =>
    member.call('POST', '/api/me/suspension-answer', { body: { answer: 'It is me.' } }),
  'POST /api/me/verification': (member) =>
    member.call('POST', '/api/me/verification', { body: { note: 'It is me.' } }),
  'POST /api/admin/reviews/:id': async (admin, otherId) =>
    admin.call('POST', `/api/admin/reviews/${await openReview(otherId)}`, {
      body: { action: 'dismiss' },
    }),
  'POST /api/admin/reviews/:id/reopen': async (admin, otherId) =>
    admin.call('POST', `/api/admin/reviews/${await openReview(otherId)}/reopen`),
  'PATCH /api/admin/users/:id': (admin, otherId) =>
    admin.call('PATCH', `/api/admin/users/${otherId}`, { body: { isVerified: true } }),
};

/** These store nothing in the account: a challenge, a mail to its own address. */
const WITHOUT_CHANGE = [
  'POST /api/reauthenticate/options',
  'POST /api/passkeys/options',
  'POST /api/me/confirmation',
];
/** Needs an attestation by a browser: tests/e2e/passkeys.test.ts. */
const WITH_AUTHENTICATOR = ['POST /api/passkeys'];

describe('while a request waits for the user', () => {
  it('every route that writes is covered here', () => {
    const writing = [...test.app.routeAccess]
      .filter(([route, access]) => access !== 'public' && !/^(?:GET|HEAD|OPTIONS) /.test(route))
      .map(([route]) => route);
    expect([...Object.keys(REQUESTS), ...WITHOUT_CHANGE, ...WITH_AUTHENTICATOR].sort()).toEqual(
      writing.sort(),
    );
  });

  it.each(Object.keys(REQUESTS))('the session ends: %s changes nothing', async (route) => {
    const member = await insertMember({ isAdmin: route.includes('/admin/') });
    const { id } = await test.insertPerson();
    const send = async () => REQUESTS[route]?.(member, id) as Answer;
    expect((await whileWaiting(member, send, END_SESSIONS)).statusCode).toBe(401);
  });

  it('the session ends: an emailed link confirms nothing', async () => {
    const member = await insertMember();
    const token = createToken();
    await test.pool.query(
      `INSERT INTO email_confirmations (token_hash, user_id, email_key, expires_at)
       SELECT $2, id, email_key, now() + interval '1 day' FROM users WHERE id = $1`,
      [member.id, hashToken(token)],
    );
    const send = () => member.call('POST', '/api/confirm-email', { body: { token } });
    const answer = await whileWaiting(member, send, END_SESSIONS);
    expect(answer.json()).toMatchObject({ code: 'SIGN_IN_TO_CONFIRM' });
  });

  it.each(['PATCH /api/admin/users/:id', 'POST /api/admin/reviews/:id'])(
    'the admin role ends: %s changes nothing',
    async (route) => {
      const admin = await insertMember({ isAdmin: true });
      const { id } = await test.insertPerson();
      const send = async () => REQUESTS[route]?.(admin, id) as Answer;
      const demote = 'UPDATE users SET is_admin = false WHERE id = $1';
      expect((await whileWaiting(admin, send, demote)).statusCode).toBe(403);
    },
  );

  it('the role ends: an admin who is demoted cannot grant it to themselves again', async () => {
    const admin = await insertMember({ isAdmin: true });
    const grant = () =>
      admin.call('PATCH', `/api/admin/users/${admin.id}`, { body: { isAdmin: true } });
    const demote = 'UPDATE users SET is_admin = false WHERE id = $1';
    expect((await whileWaiting(admin, grant, demote)).statusCode).toBe(403);
    const { rows } = await test.pool.query('SELECT is_admin FROM users WHERE id = $1', [admin.id]);
    expect(rows).toEqual([{ is_admin: false }]);
  });

  it('the role ends: a former admin deletes nobody', async () => {
    const admin = await insertMember({ isAdmin: true });
    const { id } = await test.insertPerson();
    const send = () => admin.call('DELETE', `/api/user/${id}`);
    const demote = 'UPDATE users SET is_admin = false WHERE id = $1';
    expect((await whileWaiting(admin, send, demote)).statusCode).toBe(403);
    const { rowCount } = await test.pool.query('SELECT FROM users WHERE id = $1', [id]);
    expect(rowCount).toBe(1);
  });

  it('the recent authentication ends: a handle stays', async () => {
    const member = await insertMember();
    const send = () =>
      member.call('POST', '/api/payment-accounts', {
        body: { platform: 'paypal', username: 'someone-else' },
      });
    const age = `UPDATE sessions SET authenticated_at = now() - interval '11 minutes' WHERE user_id = $1`;
    expect((await whileWaiting(member, send, age)).statusCode).toBe(403);
    const { rows } = await test.pool.query(
      'SELECT username FROM payment_accounts WHERE user_id = $1',
      [member.id],
    );
    expect(rows).toEqual([{ username: EMAIL_HANDLE }]);
  });

  it('two admins change each other: one waits for the other, and both are answered', async () => {
    const [ada, bob] = [
      await insertMember({ isAdmin: true }),
      await insertMember({ isAdmin: true }),
    ];
    const verify = (by: Member, other: Member) =>
      by.call('PATCH', `/api/admin/users/${other.id}`, { body: { isVerified: true } });
    const holder = await test.pool.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [ada.id]);
    const answers = Promise.all([verify(ada, bob), verify(bob, ada)]);
    await untilWaiting(test.pool, 2);
    await holder.query('COMMIT');
    holder.release();
    expect((await answers).map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  });
});

describe('after an undo, until the password was reset', () => {
  async function insertRestored(isAdmin: boolean) {
    const member = await insertMember({ isAdmin });
    await test.pool.query('UPDATE users SET needs_new_password = true WHERE id = $1', [member.id]);
    return member;
  }

  it.each(Object.keys(REQUESTS))('%s is refused', async (route) => {
    const member = await insertRestored(route.includes('/admin/'));
    const { id } = await test.insertPerson();
    const answer = await REQUESTS[route]?.(member, id);
    expect(answer?.json()).toMatchObject({ code: 'NEW_PASSWORD_NEEDED' });
  });

  it('an admin sees nothing about others', async () => {
    const admin = await insertRestored(true);
    const reads = [...test.app.routeAccess]
      .filter(([route, access]) => access === 'admin' && route.startsWith('GET '))
      .map(([route]) => route.replace('GET ', '').replace(':id', '1'));
    expect(reads).toContain('/api/admin/users');
    for (const url of reads) {
      expect((await admin.call('GET', url)).json(), url).toMatchObject({
        code: 'NEW_PASSWORD_NEEDED',
      });
    }
  });

  it('members still see their own handles', async () => {
    const member = await insertRestored(false);
    expect((await member.call('GET', '/api/payment-accounts')).statusCode).toBe(200);
  });
});
