import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLog, paymentAccounts, users } from '#server/db/schema.ts';
import { sessionOf } from '#tests/support/cookies.ts';
import { pictureUrl } from '#tests/support/pictures.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.close());

const password = 'correct horse';
const register = (body: object) => test.call('POST', '/api/register', { body });
const registerWithAccounts = (user: object, accounts: unknown) =>
  test.call('POST', '/api/register-with-accounts', { body: { user, accounts } });
const countUsers = async () => (await test.db.select({ id: users.id }).from(users)).length;

describe('registering', () => {
  it('creates an account, logs in and returns the own record', async () => {
    const answer = await register({
      name: ' Ana  María Ruiz ',
      screenName: 'Ana’s Bakery',
      email: 'Ana@Example.com',
      password,
      phoneNumber: '+15551234567',
      profileImage: await pictureUrl(),
    });
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toEqual({
      id: expect.any(Number),
      name: 'Ana María Ruiz',
      screenName: 'Ana’s Bakery',
      email: 'Ana@Example.com',
      username: 'anas.bakery',
      phoneNumber: '+15551234567',
      websiteUrl: null,
      profileImage: expect.stringMatching(/^\/api\/avatars\/\d+-[0-9a-f]{32}\.webp$/),
      isVerified: false,
      isAdmin: false,
      isEmailConfirmed: false,
      pendingEmail: null,
      suspension: null,
      phoneVisibility: 'everyone',
      isListed: true,
      createdAt: expect.any(String),
      memberSince: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    });
    const me = await test.call('GET', '/api/user', { cookies: sessionOf(answer) });
    expect(me.json()).toEqual(answer.json());
    const [row] = await test.db.select().from(users).where(eq(users.id, answer.json().id));
    expect(row?.passwordHash).toMatch(/^\$argon2id\$/);
    expect(row?.profileImage).toMatch(/^data:image\/webp;base64,/);
    expect(row?.emailProvenAt).toBeNull();
    const login = await test.call('POST', '/api/login', {
      body: { email: 'ana@example.com', password },
    });
    expect(login.statusCode).toBe(200);
    const audit = await test.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subjectId, answer.json().id));
    expect(audit.map(({ action }) => action)).toEqual(['registered', 'logged-in', 'new-device']);
  });

  it('derives a free username from the screen name or name', async () => {
    const username = async (name: string, screenName?: string) => {
      const email = `u${await countUsers()}@example.com`;
      return (await register({ name, screenName, email, password })).json().username;
    };
    expect(await username('Łukasz Groß')).toBe('lukasz.gross');
    expect(await username('Łukasz Groß')).toBe('lukasz.gross2');
    expect(await username('Łukasz Groß')).toBe('lukasz.gross3');
    expect(await username('Other Name', 'Lukasz Gross')).toBe('lukasz.gross4');
    expect(await username('王芳')).toBe('member');
    expect(await username('王芳')).toBe('member2');
    expect(await username('Jo')).toBe('jo2');
    expect(await username('Jo')).toBe('jo3');
    expect(await username('Юлия Петрова')).toBe('yulia.petrova');
    expect(await username('Other Name', 'Юлия Петрова')).toBe('yulia.petrova2');
    expect(await username('Γιώργος')).toBe('giorgos');
  });

  it.each([
    ['email', { email: 'TAKEN@example.com' }, 'EMAIL_TAKEN'],
    ['screenName', { screenName: 'tHE TAKEN ONE' }, 'SCREEN_NAME_TAKEN'],
    ['screenName', { screenName: 'Ｔｈｅ taken\u200b one' }, 'SCREEN_NAME_TAKEN'],
  ])('names %s when it is taken, whatever its case: %j', async (field, changed, code) => {
    await register({
      name: 'First',
      email: 'taken@example.com',
      password,
      screenName: 'The Taken One',
    });
    const before = await countUsers();
    const answer = await register({
      name: 'Second',
      email: 'free@example.com',
      password,
      ...changed,
    });
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({ code, fields: { [field]: answer.json().message } });
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(await countUsers()).toBe(before);
  });

  it('names both when both are taken', async () => {
    const person = { name: 'Twin', email: 'twin@example.com', password, screenName: 'Twin' };
    await register(person);
    const answer = await registerWithAccounts(person, []);
    expect(Object.keys(answer.json().fields)).toEqual(['user.email', 'user.screenName']);
  });

  it.each(['id', 'isAdmin', 'isVerified', 'createdAt', 'username', 'websiteUrl', 'passwordHash'])(
    'refuses %s: mass assignment',
    async (field) => {
      const before = await countUsers();
      const body = { name: 'Mallory', email: 'mallory@example.com', password, [field]: true };
      const answer = await register(body);
      expect(answer.statusCode).toBe(400);
      expect(answer.json().fields).toEqual({ [field]: `Unknown field: ${field}` });
      expect((await registerWithAccounts(body, [])).json().fields).toEqual({
        [`user.${field}`]: `Unknown field: ${field}`,
      });
      expect(await countUsers()).toBe(before);
    },
  );
});

describe('parallel registrations', () => {
  const statuses = (answers: { statusCode: number }[]) =>
    answers.map(({ statusCode }) => statusCode).sort((a, b) => a - b);
  const oneOf50 = [201, ...Array.from({ length: 49 }, () => 409)];

  it('50 of one email in different cases: one 201, 49 times 409', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => {
        const email = [...'racing@example.com']
          .map((letter, at) => ((index >> (at % 6)) & 1 ? letter.toUpperCase() : letter))
          .join('');
        return register({ name: `Racer ${index}`, email, password });
      }),
    );
    expect(statuses(answers)).toEqual(oneOf50);
  });

  it('50 of one screen name: one 201, 49 times 409', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        register({
          name: `Racer ${index}`,
          screenName: index % 2 ? 'Same Screen' : 'sAME sCREEN',
          email: `screen${index}@example.com`,
          password,
        }),
      ),
    );
    expect(statuses(answers)).toEqual(oneOf50);
    const refused = answers.filter(({ statusCode }) => statusCode === 409);
    expect(new Set(refused.map((answer) => answer.json().code))).toEqual(
      new Set(['SCREEN_NAME_TAKEN']),
    );
  });

  it('50 people of one name: all get an account and a username of their own', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        register({ name: 'Maria Silva', email: `maria${index}@example.com`, password }),
      ),
    );
    expect(new Set(statuses(answers))).toEqual(new Set([201]));
    expect(new Set(answers.map((answer) => answer.json().username)).size).toBe(50);
  });
});

describe('registering with accounts', () => {
  it('stores everything, drops blank handles and adds the $', async () => {
    const user = {
      name: 'Handles',
      email: 'handles@example.com',
      password,
      phoneNumber: '15551234',
    };
    const answer = await registerWithAccounts({ ...user, screenName: null, profileImage: null }, [
      { platform: 'cashapp', username: 'handles' },
      { platform: 'venmo', username: '  ' },
      { platform: 'paypal', username: '@handles' },
    ]);
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toMatchObject({ name: 'Handles', phoneNumber: '15551234' });
    const list = await test.call('GET', '/api/payment-accounts', { cookies: sessionOf(answer) });
    expect(list.json()).toMatchObject([
      { id: expect.any(Number), platform: 'cashapp', username: '$handles' },
      { id: expect.any(Number), platform: 'paypal', username: '@handles' },
    ]);
  });

  it('is all or nothing', async () => {
    const user = { name: 'Nothing', email: 'nothing@example.com', password };
    const before = await countUsers();
    const answer = await registerWithAccounts(user, [
      { platform: 'venmo', username: 'nothing' },
      { platform: 'venmo', username: 'nothing2' },
      { platform: 'zelle', username: 'nothing' },
    ]);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().fields).toEqual({
      'accounts.2.platform': "Platform must be either 'paypal', 'cashapp', 'applepay', or 'venmo'",
    });
    const twice = await registerWithAccounts(user, [
      { platform: 'venmo', username: 'nothing' },
      { platform: 'venmo', username: 'nothing2' },
    ]);
    expect(twice.json().fields).toEqual({
      'accounts.1.platform': 'Each platform can be given only once',
    });
    // A failure in the database, after the user's row: a trigger stands for a full disk.
    await test.pool.query(`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'no'; END $$;
      CREATE TRIGGER fail BEFORE INSERT ON payment_accounts EXECUTE FUNCTION fail()`);
    const failed = await registerWithAccounts(user, [{ platform: 'venmo', username: 'nothing' }]);
    await test.pool.query('DROP TRIGGER fail ON payment_accounts');
    expect(failed.statusCode).toBe(500);
    expect(failed.json().message).toBe('Something went wrong on our side. Please try again.');
    expect(await countUsers()).toBe(before);
    const orphans = await test.db
      .select()
      .from(paymentAccounts)
      .where(eq(paymentAccounts.username, 'nothing'));
    expect(orphans).toEqual([]);
  });
});

describe('with PASSWORD_BLOCKLIST=on', () => {
  it('refuses the most common passwords and those made of the own name or email', async () => {
    const strict = await buildTestApp({ passwordBlocklist: true });
    const person = { name: 'Ana Ruiz', email: 'ana.ruiz@example.com' };
    const send = (secret: string) =>
      strict.call('POST', '/api/register', { body: { ...person, password: secret } });
    for (const common of ['Password1', ' '.repeat(8), 'aaaaaaaa', 'summer2026', 'Payfolk123']) {
      expect((await send(common)).json().fields).toEqual({
        password: 'This password is too common. Please choose another.',
      });
    }
    expect((await send('ruizana2026')).json().fields).toEqual({
      password: 'This password is too close to your name or email. Please choose another.',
    });
    expect((await send('rye and spelt')).statusCode).toBe(201);
    await strict.close();
  });

  it('is off outside production', async () => {
    const body = { name: 'Easy', email: 'easy@example.com', password: 'password' };
    expect((await register(body)).statusCode).toBe(201);
  });
});
