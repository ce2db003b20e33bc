import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PASSKEY_INVALID } from '#contract/passkeys.ts';
import { sweep } from '#server/jobs/sweep.ts';
import { hashPassword } from '#server/lib/password.ts';
import { createToken } from '#server/lib/tokens.ts';
import { SoftwarePasskey } from '#tests/support/authenticator.ts';
import { sessionOf } from '#tests/support/cookies.ts';
import { readMails, resetTokenTo } from '#tests/support/mails.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';

const PASSWORD = 'correct horse';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp({ rateLimits: true, publicUrl: 'https://pay.example' });
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.pool.query('TRUNCATE rate_limits');
});

type Member = Awaited<ReturnType<TestApp['loginAs']>>;
type Answer = Awaited<ReturnType<TestApp['call']>>;
type Odd = Parameters<SoftwarePasskey['get']>[1];

const newPasskey = () => new SoftwarePasskey(test.config.publicUrl);

const optionsFor = async (member: Member) =>
  (await member.call('POST', '/api/passkeys/options')).json();

async function register(member: Member, passkey = newPasskey(), odd: Odd = {}, name?: string) {
  const response = passkey.create(await optionsFor(member), odd);
  return member.call('POST', '/api/passkeys', {
    body: { response, ...(name === undefined ? {} : { name }) },
    headers: { 'user-agent': FIREFOX },
  });
}

async function memberWithPasskey(person: Parameters<TestApp['loginAs']>[0] = {}) {
  const member = await test.loginAs(person);
  const passkey = newPasskey();
  const added = await register(member, passkey);
  expect(added.statusCode).toBe(201);
  return { member, passkey, id: added.json().id as string };
}

const loginOptions = async () => (await test.call('POST', '/api/login/passkey/options')).json();
const sendLogin = (response: object, cookies: Record<string, string> = {}) =>
  test.call('POST', '/api/login/passkey', { body: { response }, cookies });
const login = async (passkey: SoftwarePasskey, odd: Odd = {}) =>
  sendLogin(passkey.get(await loginOptions(), odd));

function expectInvalid(answer: Answer) {
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toEqual({
    error: PASSKEY_INVALID,
    message: PASSKEY_INVALID,
    code: 'PASSKEY_INVALID',
  });
  expect(answer.headers['set-cookie']).toBeUndefined();
}

const countPasskeys = async ({ id }: Member) => {
  const { rows } = await test.pool.query(
    'SELECT count(*)::int AS count FROM passkeys WHERE user_id = $1',
    [id],
  );
  return rows[0].count as number;
};

describe('a passkey', () => {
  it('is added with options for this site, and named after the device', async () => {
    const member = await test.loginAs({ name: 'Maya Okafor', email: 'maya@example.com' });
    const options = await optionsFor(member);
    expect(options).toMatchObject({
      rp: { id: 'pay.example', name: 'Payfolk' },
      user: { name: 'maya@example.com', displayName: 'Maya Okafor' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
    });
    expect(Buffer.from(options.challenge, 'base64url')).toHaveLength(32);
    // The same for all passkeys of an account, and nothing about it.
    expect(Buffer.from(options.user.id, 'base64url')).toHaveLength(32);
    expect((await optionsFor(member)).user.id).toBe(options.user.id);

    const passkey = newPasskey();
    const added = await register(member, passkey);
    expect(added.statusCode).toBe(201);
    const iso = expect.stringMatching(/^\d{4}-.*Z$/);
    expect(added.json()).toEqual({
      id: expect.any(String),
      name: 'Firefox on Linux',
      createdAt: iso,
      lastUsedAt: null,
    });
    expect((await member.call('GET', '/api/passkeys')).json()).toEqual([added.json()]);
    expect((await optionsFor(member)).excludeCredentials).toMatchObject([
      { id: passkey.id.toString('base64url'), transports: ['hybrid', 'internal'] },
    ]);
    expect((await member.call('GET', '/api/me/security')).json().passkeyCount).toBe(1);
    expect((await member.call('GET', '/api/me/export')).json().passkeys).toEqual([
      { name: 'Firefox on Linux', createdAt: iso, lastUsedAt: null },
    ]);
  });

  it('has a number after its name where another one is named after the same device', async () => {
    const { member } = await memberWithPasskey();
    const nameOf = async (name?: string) =>
      (await register(member, newPasskey(), {}, name)).json().name;
    expect(await nameOf()).toBe('Firefox on Linux 2');
    expect(await nameOf('Firefox on Linux 3')).toBe('Firefox on Linux 3');
    expect(await nameOf()).toBe('Firefox on Linux 4');
  });

  it('logs in without an email, with the response and the cookies of a login', async () => {
    const { member, passkey } = await memberWithPasskey();
    const options = await loginOptions();
    expect(options).toMatchObject({ rpId: 'pay.example', userVerification: 'required' });
    expect(options.allowCredentials).toBeUndefined();
    const answer = await sendLogin(passkey.get(options));
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual((await member.call('GET', '/api/user')).json());
    expect(answer.cookies.map(({ name }) => name)).toEqual(['session', 'device']);
    const cookies = sessionOf(answer);
    expect((await test.call('GET', '/api/me/export', { cookies })).statusCode).toBe(200);
    const [listed] = (await member.call('GET', '/api/passkeys')).json();
    expect(listed.lastUsedAt).toEqual(expect.any(String));
    // The session that came with a login has ended.
    const again = await sendLogin(passkey.get(await loginOptions()), cookies);
    expect(again.statusCode).toBe(200);
    expect((await test.call('GET', '/api/user', { cookies })).statusCode).toBe(401);
  });

  it('without a counter works again and again', async () => {
    const { passkey } = await memberWithPasskey();
    expect((await login(passkey, { counter: 0 })).statusCode).toBe(200);
    expect((await login(passkey, { counter: 0 })).statusCode).toBe(200);
  });

  it('can be named, renamed and removed by its owner only', async () => {
    const member = await test.loginAs();
    const other = await test.loginAs();
    const passkey = newPasskey();
    const { id, name } = (await register(member, passkey, {}, ' My key ')).json();
    expect(name).toBe('My key');
    const path = `/api/passkeys/${id}`;
    const rename = (who: Member, to: unknown) => who.call('PATCH', path, { body: { name: to } });
    expect((await rename(other, 'Stolen')).statusCode).toBe(404);
    expect((await rename(member, '')).statusCode).toBe(400);
    expect((await rename(member, 'x'.repeat(51))).statusCode).toBe(400);
    expect((await rename(member, 'a\u202eb')).statusCode).toBe(400);
    expect((await rename(member, 'x'.repeat(50))).json()).toMatchObject({ name: 'x'.repeat(50) });
    expect((await other.call('DELETE', path)).statusCode).toBe(404);
    expect((await member.call('DELETE', '/api/passkeys/1')).statusCode).toBe(404);
    expect((await member.call('DELETE', path)).statusCode).toBe(200);
    expect((await member.call('DELETE', path)).statusCode).toBe(404);
    expectInvalid(await login(passkey));
  });

  it('is reported when it is added, and audited when it is removed', async () => {
    const email = 'reported@example.com';
    const { member, id } = await memberWithPasskey({ email });
    expect((await readMails(test)).filter(({ to }) => to === email)).toHaveLength(1);
    await member.call('DELETE', `/api/passkeys/${id}`);
    const { rows } = await test.pool.query(
      'SELECT action, details FROM audit_log WHERE subject_id = $1 ORDER BY id',
      [member.id],
    );
    expect(rows).toEqual([
      {
        action: 'passkey-added',
        details: { name: 'Firefox on Linux', device: 'Firefox on Linux' },
      },
      {
        action: 'passkey-removed',
        details: { name: 'Firefox on Linux', device: 'Unknown device' },
      },
    ]);
    expect((await readMails(test)).filter(({ to }) => to === email)).toHaveLength(1);
  });

  it('is one of at most 20, also when many are added at once', async () => {
    const member = await test.loginAs();
    const responses = await Promise.all(
      Array.from({ length: 25 }, async () => newPasskey().create(await optionsFor(member))),
    );
    const answers = await Promise.all(
      responses.map((response) => member.call('POST', '/api/passkeys', { body: { response } })),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(20);
    const refused = answers.find(({ statusCode }) => statusCode !== 201);
    expect(refused?.statusCode).toBe(409);
    expect(refused?.json()).toMatchObject({
      code: 'PASSKEY_LIMIT',
      message: 'You can have at most 20 passkeys. Please remove one first.',
    });
    expect((await member.call('POST', '/api/passkeys/options')).statusCode).toBe(409);
  });

  it('goes with its account', async () => {
    const { member, passkey } = await memberWithPasskey();
    await member.call('DELETE', `/api/user/${member.id}`);
    expect(await countPasskeys(member)).toBe(0);
    expectInvalid(await login(passkey));
  });

  it.each([
    ['never-confirmed', null, 0],
    ['confirmed', new Date(), 1],
  ])('of a %s account and a password reset', async (kind, emailProvenAt, left) => {
    const email = `${kind}@example.com`;
    const passwordHash = await hashPassword(PASSWORD);
    const { member } = await memberWithPasskey({ email, emailProvenAt, passwordHash });
    await test.call('POST', '/api/forgot-password', { body: { email } });
    const token = await resetTokenTo(test, email);
    const body = { token, password: 'another horse', confirmPassword: 'another horse' };
    expect((await test.call('POST', '/api/reset-password', { body })).statusCode).toBe(200);
    expect(await countPasskeys(member)).toBe(left);
  });

  it('confirms its owner’s identity, with a challenge for their passkeys', async () => {
    const { member, passkey } = await memberWithPasskey();
    const options = async () => (await member.call('POST', '/api/reauthenticate/options')).json();
    const confirm = (response: object) =>
      member.call('POST', '/api/reauthenticate', { body: { passkey: response } });
    expect((await options()).allowCredentials).toMatchObject([
      { id: passkey.id.toString('base64url') },
    ]);
    await test.pool.query('UPDATE sessions SET authenticated_at = NULL WHERE user_id = $1', [
      member.id,
    ]);
    const stranger = await memberWithPasskey();
    expectInvalid(await confirm(stranger.passkey.get(await options())));
    expectInvalid(await confirm(passkey.get(await loginOptions())));
    expect((await member.call('GET', '/api/me/export')).statusCode).toBe(403);
    const confirmed = await confirm(passkey.get(await options(), { userHandle: undefined }));
    expect(confirmed.statusCode).toBe(204);
    Object.assign(member.cookies, sessionOf(confirmed));
    expect((await member.call('GET', '/api/me/export')).statusCode).toBe(200);
    const without = await test.loginAs();
    const none = await without.call('POST', '/api/reauthenticate/options');
    expect(none.json()).toMatchObject({ code: 'NO_PASSKEY' });
  });
});

describe('a login is refused with', () => {
  it('a challenge that was used before', async () => {
    const { passkey } = await memberWithPasskey();
    const options = await loginOptions();
    expect((await sendLogin(passkey.get(options))).statusCode).toBe(200);
    expectInvalid(await sendLogin(passkey.get(options)));
  });

  it('a challenge that failed before', async () => {
    const { passkey } = await memberWithPasskey();
    const options = await loginOptions();
    expectInvalid(await sendLogin(passkey.get(options, { origin: 'https://evil.example' })));
    expectInvalid(await sendLogin(passkey.get(options)));
  });

  it('one challenge 50 times at once: one succeeds', async () => {
    const { passkey } = await memberWithPasskey();
    const options = await loginOptions();
    const responses = Array.from({ length: 50 }, () => passkey.get(options));
    const answers = await Promise.all(
      responses.map((response, index) =>
        test.call('POST', '/api/login/passkey', {
          body: { response },
          remoteAddress: `198.51.100.${index}`,
        }),
      ),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(answers.filter(({ statusCode }) => statusCode === 400)).toHaveLength(49);
  });

  it('an expired challenge, which the sweep deletes', async () => {
    const { passkey } = await memberWithPasskey();
    const [first, second] = [await loginOptions(), await loginOptions()];
    const age = (interval: string) =>
      test.pool.query('UPDATE webauthn_challenges SET expires_at = expires_at - $1::interval', [
        interval,
      ]);
    await age('4 minutes');
    expect((await sendLogin(passkey.get(first))).statusCode).toBe(200);
    await age('1 minute');
    expectInvalid(await sendLogin(passkey.get(second)));
    await loginOptions();
    await age('5 minutes');
    await sweep(test.db);
    expect((await test.pool.query('SELECT FROM webauthn_challenges')).rowCount).toBe(0);
  });

  it.each<[string, Odd]>([
    ['another origin', { origin: 'https://evil.example' }],
    ['the http origin', { origin: 'http://pay.example' }],
    ['another site’s id', { rpId: 'evil.example' }],
    ['a made-up challenge', { challenge: createToken() }],
    ['no challenge', { challenge: '' }],
    ['an unverified user', { isVerified: false }],
    ['the user handle of another', { userHandle: createToken() }],
    ['no user handle', { userHandle: undefined }],
    ['a response for registering', { type: 'webauthn.create' }],
  ])('%s', async (_, odd) => {
    const { passkey } = await memberWithPasskey();
    expectInvalid(await login(passkey, odd));
    expect((await login(passkey)).statusCode).toBe(200);
  });

  it('a counter that does not grow', async () => {
    const { passkey } = await memberWithPasskey();
    expect((await login(passkey, { counter: 5 })).statusCode).toBe(200);
    expectInvalid(await login(passkey, { counter: 5 }));
    expectInvalid(await login(passkey, { counter: 4 }));
    expectInvalid(await login(passkey, { counter: 0 }));
    expect((await login(passkey, { counter: 6 })).statusCode).toBe(200);
  });

  it('one counter twice at once', async () => {
    const { passkey } = await memberWithPasskey();
    const [first, second] = [await loginOptions(), await loginOptions()];
    const answers = await Promise.all(
      [first, second].map((options) => sendLogin(passkey.get(options, { counter: 9 }))),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400]);
  });

  it('an unknown passkey, another key, a damaged signature, or nonsense', async () => {
    const { member, passkey } = await memberWithPasskey();
    const unknown = newPasskey();
    unknown.create(await optionsFor(member));
    expectInvalid(await login(unknown));
    const forged = unknown.get(await loginOptions());
    const id = passkey.id.toString('base64url');
    expectInvalid(await sendLogin({ ...forged, id, rawId: id }));
    const right = passkey.get(await loginOptions());
    expectInvalid(
      await sendLogin({ ...right, response: { ...right.response, signature: 'AAAA' } }),
    );
    for (const clientDataJSON of ['e30', 'bnVsbA', 'AAAA', 'W10']) {
      expectInvalid(await sendLogin({ ...right, response: { ...right.response, clientDataJSON } }));
    }
    for (const body of [{}, { response: null }, { response: { ...right, type: 'password' } }]) {
      const answer = await test.call('POST', '/api/login/passkey', { body });
      expect(answer.statusCode).toBe(400);
    }
  });

  it('the challenge of another purpose', async () => {
    const { member, passkey } = await memberWithPasskey();
    const registering = await optionsFor(member);
    expectInvalid(await sendLogin(passkey.get(registering)));
    const confirming = (await member.call('POST', '/api/reauthenticate/options')).json();
    expectInvalid(await sendLogin(passkey.get(confirming)));
  });

  it('429 after 25 failures from one network', async () => {
    const { passkey } = await memberWithPasskey();
    await test.pool.query('TRUNCATE rate_limits');
    const options = await Promise.all(Array.from({ length: 26 }, loginOptions));
    const odd = { origin: 'https://evil.example' };
    const answers = await Promise.all(options.map((each) => sendLogin(passkey.get(each, odd))));
    expect(answers.filter(({ statusCode }) => statusCode === 400)).toHaveLength(25);
    expect((await login(passkey)).statusCode).toBe(429);
    const password = await test.call('POST', '/api/login', {
      body: { email: 'nobody@example.com', password: PASSWORD },
    });
    expect(password.statusCode).toBe(429);
  });
});

describe('adding is refused with', () => {
  it('the challenge of another account, or of another session of the same', async () => {
    const member = await test.loginAs();
    const other = await test.loginAs();
    const elsewhere = await test.loginAs({ id: member.id });
    for (const victim of [other, elsewhere]) {
      const response = newPasskey().create(await optionsFor(victim));
      expectInvalid(await member.call('POST', '/api/passkeys', { body: { response } }));
    }
    expect(await countPasskeys(member)).toBe(0);
  });

  it('a challenge that was used, has expired or is for a login', async () => {
    const member = await test.loginAs();
    const options = await optionsFor(member);
    const add = (response: object) => member.call('POST', '/api/passkeys', { body: { response } });
    expect((await add(newPasskey().create(options))).statusCode).toBe(201);
    expectInvalid(await add(newPasskey().create(options)));
    const late = await optionsFor(member);
    await test.pool.query('UPDATE webauthn_challenges SET expires_at = now()');
    expectInvalid(await add(newPasskey().create(late)));
    const { challenge } = await loginOptions();
    expectInvalid(await add(newPasskey().create({ ...options, challenge })));
    expect(await countPasskeys(member)).toBe(1);
  });

  it.each<[string, Odd]>([
    ['another origin', { origin: 'https://evil.example' }],
    ['another site’s id', { rpId: 'evil.example' }],
    ['an unverified user', { isVerified: false }],
    ['a response for logging in', { type: 'webauthn.get' }],
  ])('%s', async (_, odd) => {
    const member = await test.loginAs();
    expectInvalid(await register(member, newPasskey(), odd));
    expect(await countPasskeys(member)).toBe(0);
  });

  it('certificates, whose addresses the library would fetch', async () => {
    const member = await test.loginAs();
    for (const format of ['packed', 'fido-u2f', 'tpm', 'android-key', 'apple']) {
      const statement = new Map([['x5c', Buffer.from('a certificate')]]);
      expectInvalid(await register(member, newPasskey(), { attestation: { format, statement } }));
    }
  });

  it('a passkey that another account has', async () => {
    const { passkey } = await memberWithPasskey();
    const thief = await test.loginAs();
    expectInvalid(await register(thief, passkey));
    expect(await countPasskeys(thief)).toBe(0);
  });

  it('a session that ended meanwhile', async () => {
    const member = await test.loginAs();
    const response = newPasskey().create(await optionsFor(member));
    await test.pool.query(`CREATE FUNCTION end_session() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN DELETE FROM sessions WHERE user_id = ${member.id}; RETURN NULL; END $$;
      CREATE TRIGGER end_session AFTER DELETE ON webauthn_challenges EXECUTE FUNCTION end_session()`);
    const answer = await member.call('POST', '/api/passkeys', { body: { response } });
    await test.pool.query('DROP FUNCTION end_session CASCADE');
    expect(answer.statusCode).toBe(401);
    expect(await countPasskeys(member)).toBe(0);
  });

  it('429 after 30 options of one account, or 300 of one network', async () => {
    const member = await test.loginAs();
    const answers = await Promise.all(
      Array.from({ length: 31 }, () => member.call('POST', '/api/passkeys/options')),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(1);
    await test.pool.query(
      `INSERT INTO rate_limits VALUES ('passkeyOptions:203.0.113.9', 300, now() + interval '1 minute')`,
    );
    const options = await test.call('POST', '/api/login/passkey/options', {
      remoteAddress: '203.0.113.9',
    });
    expect(options.statusCode).toBe(429);
  });
});

describe('passkeys on several nodes', () => {
  it('work with a challenge of another node, and once', async () => {
    const { passkey } = await memberWithPasskey();
    const node = await test.anotherNode();
    const issued = await node.inject({ method: 'POST', url: '/api/login/passkey/options' });
    const response = passkey.get(issued.json());
    expect((await sendLogin(response)).statusCode).toBe(200);
    const replayed = await node.inject({
      method: 'POST',
      url: '/api/login/passkey',
      payload: { response: passkey.get(issued.json()) },
    });
    expect(replayed.statusCode).toBe(400);
  });

  it('work after a restart', async () => {
    const { passkey } = await memberWithPasskey();
    const before = await test.anotherNode();
    const issued = await before.inject({ method: 'POST', url: '/api/login/passkey/options' });
    await before.close();
    const after = await test.anotherNode();
    const answer = await after.inject({
      method: 'POST',
      url: '/api/login/passkey',
      payload: { response: passkey.get(issued.json()) },
    });
    expect(answer.statusCode).toBe(200);
  });
});
