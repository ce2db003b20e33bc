import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLog, paymentAccounts, sessions, users } from '#server/db/schema.ts';
import { sessionOf } from '#tests/support/cookies.ts';
import { lastMailTo, lastTokenTo, resetTokenTo } from '#tests/support/mails.ts';
import { pictureUrl } from '#tests/support/pictures.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';

const BOSS = 'boss@example.com';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp({ adminEmails: [BOSS] });
});
afterAll(() => test.close());

const password = 'correct horse';
type Cookies = Record<string, string>;

async function register(email: string) {
  const body = { name: 'A Stranger', email, password };
  const answer = await test.call('POST', '/api/register', { body });
  expect(answer.statusCode).toBe(201);
  return { id: answer.json().id as number, cookies: sessionOf(answer) };
}

const post = (path: string, token: string, cookies: Cookies = {}) =>
  test.call('POST', path, { cookies, body: { token } });
const confirm = (token: string, cookies?: Cookies) => post('/api/confirm-email', token, cookies);
const disown = (token: string, cookies?: Cookies) => post('/api/disown-account', token, cookies);

async function findUser(id: number) {
  const [row] = await test.db.select().from(users).where(eq(users.id, id));
  return row;
}

/** The address of the link that says so in the newest mail to somebody. */
async function disownLinkTo(address: string) {
  const { text } = await lastMailTo(test, address);
  return /I did not create this account:\n(\S+)/.exec(text)?.[1];
}

async function disownTokenTo(address: string) {
  return new URL((await disownLinkTo(address)) ?? '').searchParams.get('token') ?? '';
}

describe('an account that a stranger registered with an admin’s address', () => {
  it('does not become an admin when the admin follows the genuine mail', async () => {
    const stranger = await register(BOSS);
    const token = await lastTokenTo(test, BOSS);
    const other = await test.loginAs();
    for (const cookies of [{}, other.cookies, { session: 'made-up' }]) {
      const answer = await confirm(token, cookies);
      expect(answer.statusCode).toBe(401);
      expect(answer.json()).toEqual({
        error: 'Log in to this account to finish.',
        message: 'Log in to this account to finish.',
        code: 'SIGN_IN_TO_CONFIRM',
      });
    }
    const { cookies } = stranger;
    expect((await test.call('GET', '/api/user', { cookies })).json().isAdmin).toBe(false);
    expect((await test.call('GET', '/api/admin/stats', { cookies })).statusCode).toBe(403);
    expect((await findUser(stranger.id))?.emailProvenAt).toBeNull();
    // The token stays valid for a session of that account.
    expect((await confirm(token, cookies)).statusCode).toBe(200);
    await test.pool.query('DELETE FROM users WHERE id = $1', [stranger.id]);
  });

  it('is deleted by the link in the same mail, once and with a POST only', async () => {
    const stranger = await register(BOSS);
    const link = await disownLinkTo(BOSS);
    const token = await disownTokenTo(BOSS);
    expect(link).toBe(`${test.config.publicUrl}/disown-account?token=${token}`);
    await test.call('GET', `/disown-account?token=${token}`);
    await test.call('GET', `/api/disown-account?token=${token}`);
    expect(await findUser(stranger.id)).toBeDefined();

    const answers = await Promise.all([disown(token), disown(token), disown(token)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400, 400]);
    expect(await findUser(stranger.id)).toBeUndefined();
    const { cookies } = stranger;
    expect((await test.call('GET', '/api/user', { cookies })).statusCode).toBe(401);
    const audit = await test.db.select().from(auditLog).where(eq(auditLog.subjectId, stranger.id));
    expect(audit.at(-1)).toMatchObject({
      action: 'user-deleted',
      actorId: null,
      details: { by: 'mailed link' },
    });
    expect((await disown('made-up')).json().code).toBe('DISOWN_TOKEN_INVALID');
  });
});

describe('the link that deletes an account', () => {
  it('never deletes a confirmed one', async () => {
    const { id, cookies } = await register('confirmed@example.com');
    const token = await disownTokenTo('confirmed@example.com');
    expect((await confirm(token, cookies)).statusCode).toBe(200);
    for (const each of [{}, cookies]) {
      const answer = await disown(token, each);
      expect(answer.statusCode).toBe(409);
      expect(answer.json().code).toBe('ACCOUNT_CONFIRMED');
    }
    expect(await findUser(id)).toBeDefined();
  });

  it('never deletes one whose owner confirmed an earlier address and mistyped the next', async () => {
    const { id, cookies } = await register('careful@example.com');
    await confirm(await lastTokenTo(test, 'careful@example.com'), cookies);
    await test.call('PATCH', '/api/me', { cookies, body: { email: 'typo@example.com' } });
    expect((await findUser(id))?.email).toBe('careful@example.com');
    expect(await disownLinkTo('typo@example.com')).toBeUndefined();
    const answer = await disown(await lastTokenTo(test, 'typo@example.com'));
    expect(answer.json().code).toBe('ACCOUNT_CONFIRMED');
    expect(await findUser(id)).toBeDefined();
  });

  it('leaves the last admin', async () => {
    const { id } = await register('only-admin@example.com');
    await test.pool.query('UPDATE users SET is_admin = true WHERE id = $1', [id]);
    const answer = await disown(await disownTokenTo('only-admin@example.com'));
    expect(answer.json().code).toBe('LAST_ADMIN');
    expect(await findUser(id)).toBeDefined();
  });

  it('is void once its 7 days are over or the account has another address', async () => {
    const { id, cookies } = await register('moving@example.com');
    const token = await disownTokenTo('moving@example.com');
    await test.call('PATCH', '/api/me', { cookies, body: { email: 'moved@example.com' } });
    expect((await disown(token)).statusCode).toBe(400);
    const next = await disownTokenTo('moved@example.com');
    await test.pool.query(
      `UPDATE email_confirmations SET expires_at = expires_at - interval '7 days'`,
    );
    expect((await disown(next)).statusCode).toBe(400);
    expect(await findUser(id)).toBeDefined();
  });
});

describe('a password reset', () => {
  /** What a stranger adds to an account under somebody else's address. */
  async function registerFully(email: string) {
    const handle = email.split('@', 1)[0] ?? '';
    const answer = await test.call('POST', '/api/register-with-accounts', {
      body: {
        user: {
          name: 'Real Owner',
          email,
          password,
          phoneNumber: '+15550001111',
          profileImage: await pictureUrl(),
        },
        accounts: [{ platform: 'venmo', username: `@${handle}-pays` }],
      },
    });
    expect(answer.statusCode).toBe(201);
    const cookies = sessionOf(answer);
    const websiteUrl = 'https://stranger.example';
    await test.call('PATCH', '/api/me', { cookies, body: { websiteUrl } });
    return { id: answer.json().id as number, cookies, handle: `${handle}-pays` };
  }

  async function reset(email: string) {
    await test.call('POST', '/api/forgot-password', { body: { email } });
    const token = await resetTokenTo(test, email);
    const body = { token, password: 'a new password', confirmPassword: 'a new password' };
    const answer = await test.call('POST', '/api/reset-password', { body });
    expect(answer.statusCode).toBe(200);
  }

  async function readAccount(id: number) {
    const row = await findUser(id);
    const { phoneNumber, websiteUrl, profileImage, profileImageHash } = row ?? {};
    const handles = await test.db
      .select({ username: paymentAccounts.username })
      .from(paymentAccounts)
      .where(eq(paymentAccounts.userId, id));
    return { phoneNumber, websiteUrl, profileImage, profileImageHash, handles };
  }

  const search = async (query: string) =>
    (await test.call('GET', `/api/users/search?query=${query}`)).json();

  it('of a never-confirmed account removes what a stranger may have added', async () => {
    const { id, cookies, handle } = await registerFully('squatted@example.com');
    expect(await search(handle)).toHaveLength(1);
    const asked = await test.call('POST', '/api/me/verification', { cookies, body: {} });
    expect(asked.statusCode).toBe(202);
    await test.insertPerson({ username: 'not.your.mom' });
    const saved = await test.call('PUT', '/api/saved-people/not.your.mom', { cookies });
    expect(saved.statusCode).toBe(204);
    await test.pool.query('UPDATE users SET is_verified = true WHERE id = $1', [id]);
    const contact = {
      name: 'Maya Okafor',
      screenName: 'Maya',
      paymentPlatform: 'cashapp',
      paymentUsername: '$evilthief',
    };
    const added = await test.call('POST', '/api/add-person', { cookies, body: contact });
    expect(added.statusCode).toBe(201);
    await reset('squatted@example.com');
    expect(await readAccount(id)).toEqual({
      phoneNumber: null,
      websiteUrl: null,
      profileImage: null,
      profileImageHash: null,
      handles: [],
    });
    expect(await test.db.select().from(sessions).where(eq(sessions.userId, id))).toEqual([]);
    expect((await test.call('GET', '/api/user', { cookies })).statusCode).toBe(401);
    expect(await search(handle)).toEqual([]);
    expect((await findUser(id))?.isVerified).toBe(false);
    const { rows: left } = await test.pool.query(
      `SELECT 'saved' AS kind FROM saved_people WHERE owner_id = $1
       UNION ALL SELECT kind FROM reviews WHERE user_id = $1 AND closed_at IS NULL`,
      [id],
    );
    expect(left).toEqual([]);
    const planted = await test.pool.query('SELECT FROM search_people WHERE owner = $1', [id]);
    expect(planted.rowCount).toBe(0);
    const { rows } = await test.pool.query(
      'SELECT card FROM search_people WHERE owner = 0 AND id = $1',
      [id],
    );
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toMatch(/stranger\.example|15550001111|squatted-pays/);
  });

  it('removes it with the new password or not at all', async () => {
    const { id } = await registerFully('whole@example.com');
    const before = await readAccount(id);
    await test.call('POST', '/api/forgot-password', { body: { email: 'whole@example.com' } });
    const token = await resetTokenTo(test, 'whole@example.com');
    await test.pool.query(`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'no'; END $$;
      CREATE TRIGGER fail BEFORE INSERT ON audit_log EXECUTE FUNCTION fail()`);
    const body = { token, password: 'a new password', confirmPassword: 'a new password' };
    const answer = await test.call('POST', '/api/reset-password', { body });
    await test.pool.query('DROP FUNCTION fail CASCADE');
    expect(answer.statusCode).toBe(500);
    expect(await readAccount(id)).toEqual(before);
  });

  it.each(['confirmed', 'confirmed at an earlier address'])(
    'of an account that was %s keeps everything',
    async (kind) => {
      const email = `keeps-${kind.length}@example.com`;
      const { id, cookies } = await registerFully(email);
      expect((await confirm(await lastTokenTo(test, email), cookies)).statusCode).toBe(200);
      // As an earlier version stored it.
      if (kind !== 'confirmed') {
        await test.pool.query(
          'UPDATE users SET email_proven_at = NULL, was_confirmed = true WHERE id = $1',
          [id],
        );
      }
      const before = await readAccount(id);
      await reset(email);
      expect(await readAccount(id)).toEqual(before);
      expect(before.handles).toHaveLength(1);
    },
  );

  it('of an imported account, which nobody could log in to, keeps everything', async () => {
    const email = 'imported@example.com';
    const { id } = await test.insertPerson({ email, passwordHash: null, phoneNumber: '+15550' });
    await test.db.insert(paymentAccounts).values({ userId: id, platform: 'venmo', username: '@i' });
    await reset(email);
    expect(await readAccount(id)).toMatchObject({
      phoneNumber: '+15550',
      handles: [{ username: '@i' }],
    });
  });
});
