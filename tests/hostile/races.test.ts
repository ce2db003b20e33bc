import { hash } from '@node-rs/argon2';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { paymentAccounts, users } from '#server/db/schema.ts';
import { pauseTransactions, untilWaiting } from '#tests/support/interleave.ts';
import { readMails, resetTokenTo } from '#tests/support/mails.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';

let test: TestApp;
let pause: Awaited<ReturnType<typeof pauseTransactions>> | undefined;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.close());
afterEach(async () => {
  await pause?.remove();
  pause = undefined;
});

const pauseAt = async (at: string, when?: string) => {
  pause = await pauseTransactions(test.pool, when ? { at, when } : { at });
  return pause;
};

async function memberWithHandles() {
  const member = await test.loginAs();
  await test.db.insert(paymentAccounts).values([
    { userId: member.id, platform: 'venmo', username: 'first' },
    { userId: member.id, platform: 'cashapp', username: '$second' },
  ]);
  return member;
}

/** True while another transaction holds the member's row. */
async function isUserRowLocked(id: number): Promise<boolean> {
  const query = 'SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE NOWAIT';
  return test.pool.query(query, [id]).then(
    () => false,
    (error: { code?: string }) => {
      if (error.code !== '55P03') throw error;
      return true;
    },
  );
}

describe('a mailed token is bound to the address it was mailed to', () => {
  const email = (id: number) => `before-${id}@example.com`;
  const reset = (token: string) =>
    test.call('POST', '/api/reset-password', {
      body: { token, password: 'a new password', confirmPassword: 'a new password' },
    });

  it('no reset link goes to the old address while a change of email commits', async () => {
    const member = await test.loginAs({ email: 'leaving@example.com' });
    const { release } = await pauseAt('BEFORE INSERT ON audit_log', `NEW.action = 'email-changed'`);
    const change = member.call('PATCH', '/api/me', { body: { email: 'arrived@example.com' } });
    await untilWaiting(test.pool, 1);
    await test.call('POST', '/api/forgot-password', { body: { email: 'leaving@example.com' } });
    // The email job reads the old address and then waits for the row.
    await untilWaiting(test.pool, 2);
    await release();
    expect((await change).statusCode).toBe(200);
    const mails = await readMails(test);
    const toOldAddress = mails.filter(({ to }) => to === 'leaving@example.com');
    expect(toOldAddress.map(({ subject }) => subject)).toEqual([
      'Your email was changed - Payfolk',
    ]);
    const [row] = await test.db.select().from(users).where(eq(users.id, member.id));
    expect(row).toMatchObject({ emailKey: 'arrived@example.com', resetTokenHash: null });
  });

  it('a reset link is invalid once the account has another address', async () => {
    const { id } = await test.insertPerson({ email: email(1) });
    await test.call('POST', '/api/forgot-password', { body: { email: email(1) } });
    const token = await resetTokenTo(test, email(1));
    const move = (to: string) =>
      test.db.update(users).set({ email: to, emailKey: to }).where(eq(users.id, id));
    await move('other@example.com');
    const refused = await reset(token);
    expect(refused.json()).toMatchObject({ code: 'RESET_TOKEN_INVALID' });
    const [row] = await test.db.select().from(users).where(eq(users.id, id));
    expect(row?.emailProvenAt).toBeNull();
  });

  it('a link used while a change of email commits is refused and confirms nothing', async () => {
    const member = await test.loginAs({ email: email(2) });
    await test.call('POST', '/api/forgot-password', { body: { email: email(2) } });
    const token = await resetTokenTo(test, email(2));
    const { release } = await pauseAt('BEFORE INSERT ON audit_log', `NEW.action = 'email-changed'`);
    const change = member.call('PATCH', '/api/me', { body: { email: 'next@example.com' } });
    await untilWaiting(test.pool, 1);
    const use = reset(token);
    await untilWaiting(test.pool, 2);
    await release();
    expect((await change).statusCode).toBe(200);
    expect((await use).json()).toMatchObject({ code: 'RESET_TOKEN_INVALID' });
  });
});

describe('locks are taken in one order: the user first', () => {
  it.each([
    ['saving a handle', 'UPDATE', 'POST', '', { platform: 'venmo', username: 'changed' }],
    ['ranking the handles', 'UPDATE', 'PUT', '/order', { platforms: ['cashapp', 'venmo'] }],
    ['removing a handle', 'DELETE', 'DELETE', '/venmo', undefined],
  ] as const)('%s holds the user before the handle', async (_what, event, method, path, body) => {
    const member = await memberWithHandles();
    const { release } = await pauseAt(`AFTER ${event} ON payment_accounts`);
    const change = member.call(method, `/api/payment-accounts${path}`, body ? { body } : {});
    await untilWaiting(test.pool, 1);
    expect(await isUserRowLocked(member.id)).toBe(true);

    const deletion = member.call('DELETE', `/api/user/${member.id}`);
    await untilWaiting(test.pool, 2);
    await release();
    expect((await change).statusCode).toBe(200);
    expect((await deletion).statusCode).toBe(200);
  });

  it.each([
    ['a handle', 'POST', '/api/payment-accounts', { platform: 'venmo', username: 'late' }],
    [
      'a contact',
      'POST',
      '/api/add-person',
      { name: 'Bo', screenName: 'Bo', paymentPlatform: 'venmo', paymentUsername: 'bo-late' },
    ],
    ['the profile', 'PATCH', '/api/me', { name: 'Too Late' }],
    ['a person', 'PUT', '/api/saved-people/somebody', undefined],
    ['an email', 'POST', '/api/me/confirmation', undefined],
    ['a passkey’s challenge', 'POST', '/api/passkeys/options', undefined],
  ] as const)(
    '%s saved while the account is being deleted is 401',
    async (_w, method, url, body) => {
      const member = await test.loginAs();
      const { release } = await pauseAt(
        'BEFORE INSERT ON audit_log',
        `NEW.action = 'user-deleted'`,
      );
      const deletion = member.call('DELETE', `/api/user/${member.id}`);
      await untilWaiting(test.pool, 1);
      const late = member.call(method, url, body ? { body } : {});
      await untilWaiting(test.pool, 2);
      await release();
      expect((await deletion).statusCode).toBe(200);
      expect((await late).statusCode).toBe(401);
    },
  );

  it('a report by somebody who is deleting the account is kept without the reporter', async () => {
    const member = await test.loginAs();
    const { id: userId } = await test.insertPerson();
    const { release } = await pauseAt('BEFORE INSERT ON audit_log', `NEW.action = 'user-deleted'`);
    const deletion = member.call('DELETE', `/api/user/${member.id}`);
    await untilWaiting(test.pool, 1);
    const report = member.call('POST', '/api/reports', { body: { userId, reason: 'scam' } });
    await untilWaiting(test.pool, 2);
    await release();
    expect((await deletion).statusCode).toBe(200);
    expect((await report).statusCode).toBe(202);
    const rows = await test.pool.query('SELECT member_id FROM reports WHERE user_id = $1', [
      userId,
    ]);
    expect(rows.rows).toEqual([{ member_id: null }]);
  });

  it('two members who swap names both succeed', async () => {
    const ana = await test.loginAs();
    const bo = await test.loginAs();
    const rename = (member: typeof ana, name: string) =>
      member.call('PATCH', '/api/me', { body: { name } });
    await rename(ana, 'Quillfeather Zymurgy');
    await rename(bo, 'Oxbowlake Wyverntail');
    const { release } = await pauseAt('AFTER UPDATE ON users');
    const renames = [rename(ana, 'Oxbowlake Wyverntail'), rename(bo, 'Quillfeather Zymurgy')];
    await untilWaiting(test.pool, 2);
    await release();
    const answers = await Promise.all(renames);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  });

  it('members who all saved each other and delete their accounts at once all succeed', async () => {
    const members = await Promise.all(Array.from({ length: 8 }, () => test.loginAs()));
    const ids = members.map(({ id }) => id);
    await test.pool.query(
      `INSERT INTO saved_people (owner_id, person_id) SELECT owner, person
       FROM unnest($1::int[]) AS owner, unnest($1::int[]) AS person WHERE owner <> person`,
      [ids],
    );
    const { release } = await pauseAt('BEFORE DELETE ON users');
    const deletions = members.map(({ id, call }) => call('DELETE', `/api/user/${id}`));
    await untilWaiting(test.pool, members.length);
    await release();
    const answers = await Promise.all(deletions);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(ids.map(() => 200));
    const left = 'SELECT FROM saved_people WHERE owner_id = ANY ($1) OR person_id = ANY ($1)';
    expect((await test.pool.query(left, [ids])).rowCount).toBe(0);
  });

  it('two simultaneous logins that replace an outdated hash do not deadlock', async () => {
    const passwordHash = await hash('correct horse', { memoryCost: 8_192, timeCost: 2 });
    const email = 'two-devices@example.com';
    await test.insertPerson({ email, passwordHash });
    const login = () =>
      test.call('POST', '/api/login', { body: { email, password: 'correct horse' } });
    // A shared lock of our own stops both before either of them writes.
    const client = await test.pool.connect();
    await client.query('BEGIN');
    await client.query('SELECT FROM users WHERE email_key = $1 FOR SHARE', [email]);
    const logins = [login(), login()];
    await untilWaiting(test.pool, 2);
    await client.query('COMMIT');
    client.release();
    const statuses = (await Promise.all(logins)).map(({ statusCode }) => statusCode);
    // One of them found the hash replaced and may be refused; neither fails.
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
    expect(statuses).toContain(200);
  });

  it('50 parallel changes of one account never return 500', async () => {
    const admin = await test.loginAs({ isAdmin: true });
    const member = await memberWithHandles();
    const changes = [
      (n: number) => member.call('PATCH', '/api/me', { body: { name: `Name ${n}` } }),
      (n: number) => member.call('PATCH', '/api/me', { body: { email: `change${n}@example.com` } }),
      (n: number) =>
        member.call('POST', '/api/payment-accounts', {
          body: { platform: 'venmo', username: `handle-${n}` },
        }),
      () => member.call('DELETE', '/api/payment-accounts/venmo'),
      () =>
        member.call('PUT', '/api/payment-accounts/order', {
          body: { platforms: ['cashapp', 'venmo'] },
        }),
      (n: number) =>
        admin.call('PATCH', `/api/admin/users/${member.id}`, {
          body: { isVerified: n % 2 === 0, isAdmin: n % 4 < 2 },
        }),
      (n: number) =>
        member.call('POST', '/api/add-person', {
          body: {
            name: `Contact ${n}`,
            screenName: `C${n}`,
            paymentPlatform: 'venmo',
            paymentUsername: `contact-${n}`,
          },
        }),
    ];
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        // The account is deleted in the middle of it, twice.
        n === 25 || n === 40
          ? member.call('DELETE', `/api/user/${member.id}`)
          : (changes[n % changes.length]?.(n) as ReturnType<typeof member.call>),
      ),
    );
    const failed = answers.filter(({ statusCode }) => statusCode >= 500);
    expect(failed.map(({ body }) => body)).toEqual([]);
    expect(answers).toHaveLength(50);
  });
});

describe('cookies are set after the commit', () => {
  it('a registration whose commit fails sets no cookie', async () => {
    await test.pool.query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'refused at commit'; END $$;
      CREATE CONSTRAINT TRIGGER refuse AFTER INSERT ON sessions DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION refuse()`);
    const answer = await test.call('POST', '/api/register', {
      body: { name: 'Ana', email: 'commit@example.com', password: 'correct horse' },
    });
    await test.pool.query('DROP FUNCTION refuse CASCADE');
    expect(answer.statusCode).toBe(500);
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  it('a logout whose commit fails keeps the cookie', async () => {
    const member = await test.loginAs();
    await test.pool.query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'refused at commit'; END $$;
      CREATE CONSTRAINT TRIGGER refuse AFTER INSERT ON audit_log DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION refuse()`);
    const answer = await member.call('POST', '/api/logout');
    await test.pool.query('DROP FUNCTION refuse CASCADE');
    expect(answer.statusCode).toBe(500);
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect((await member.call('GET', '/api/user')).statusCode).toBe(200);
  });
});
