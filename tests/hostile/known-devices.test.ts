import { createHmac, randomBytes } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findSecret } from '#server/db/secrets.ts';
import { hashPassword } from '#server/lib/password.ts';
import { readMails, resetTokenTo } from '#tests/support/mails.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';

const PASSWORD = 'correct horse';
const HOME = '203.0.113.1';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

let test: TestApp;
let passwordHash: string;
beforeAll(async () => {
  test = await buildTestApp({ rateLimits: true });
  passwordHash = await hashPassword(PASSWORD);
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.pool.query('TRUNCATE rate_limits');
});

type Cookies = Record<string, string>;

/** The device cookie that a response sets, as a browser would send it back. */
function deviceOf(answer: LightMyRequestResponse): Cookies {
  const cookie = answer.cookies.find(({ name }) => name === 'device');
  if (!cookie) throw new Error('The response sets no device cookie.');
  return { device: cookie.value };
}

interface Login {
  password?: string;
  from?: string;
  cookies?: Cookies;
}

const login = (email: string, { password = PASSWORD, from = HOME, cookies = {} }: Login = {}) =>
  test.call('POST', '/api/login', {
    body: { email, password },
    remoteAddress: from,
    cookies,
    headers: { 'user-agent': FIREFOX },
  });

/** A member and the device that they have logged in on. */
async function ownerOf(email: string) {
  const { id } = await test.insertPerson({ email, passwordHash });
  const first = await login(email);
  expect(first.statusCode).toBe(200);
  return { id, email, cookies: deviceOf(first) };
}

/** Guesses from many networks, each without a known device unless cookies are given. */
async function guess(email: string, times: number, options: Login = {}) {
  const answers = await Promise.all(
    Array.from({ length: times }, (_, index) =>
      login(email, { password: 'wrong', from: `198.51.100.${index}`, ...options }),
    ),
  );
  return answers.map(({ statusCode }) => statusCode);
}

describe('the owner on a known device', () => {
  it('gets in, however many guesses were made elsewhere', async () => {
    const { email, cookies } = await ownerOf('locked@example.com');
    await guess(email, 30);
    expect((await login(email)).statusCode).toBe(429);
    expect((await login(email, { cookies })).statusCode).toBe(200);
    // Guesses from elsewhere are still refused.
    expect((await login(email, { from: '198.51.100.200' })).statusCode).toBe(429);
  });

  it('gets in, although somebody guesses in the same network', async () => {
    const { email, cookies } = await ownerOf('shared@example.com');
    const statuses = await guess('somebody@example.com', 30, { from: HOME });
    expect(statuses).toContain(429);
    expect((await login(email)).statusCode).toBe(429);
    expect((await login(email, { cookies })).statusCode).toBe(200);
  });

  it('gets a reset link, however many were requested elsewhere', async () => {
    const { email, cookies } = await ownerOf('forgetful@example.com');
    const forgot = (from: string, more: Cookies = {}) =>
      test.call('POST', '/api/forgot-password', {
        body: { email },
        remoteAddress: from,
        cookies: more,
      });
    for (let count = 0; count < 6; count += 1) await forgot(`198.51.100.${count}`);
    expect((await forgot(HOME)).statusCode).toBe(429);
    expect((await forgot(HOME, cookies)).statusCode).toBe(200);
    for (let count = 0; count < 4; count += 1) await forgot(HOME, cookies);
    expect((await forgot(HOME, cookies)).statusCode).toBe(429);
  });

  it('can confirm, however many guesses were made elsewhere', async () => {
    const { id, email, cookies } = await ownerOf('confirming@example.com');
    await guess(email, 30);
    const member = await test.loginAs({ id });
    const confirm = (more: Cookies) =>
      member.call('POST', '/api/reauthenticate', {
        body: { password: PASSWORD },
        cookies: { ...member.cookies, ...more },
      });
    expect((await confirm({})).statusCode).toBe(429);
    expect((await confirm(cookies)).statusCode).toBe(204);
  });

  it('is known by several accounts, up to five', async () => {
    let cookies: Cookies = {};
    const emails = Array.from({ length: 6 }, (_, index) => `family${index}@example.com`);
    for (const email of emails) {
      await test.insertPerson({ email, passwordHash });
      cookies = deviceOf(await login(email, { cookies }));
    }
    const statuses: number[] = [];
    for (const email of emails) {
      await guess(email, 25);
      statuses.push((await login(email, { cookies, from: '192.0.2.1' })).statusCode);
    }
    expect(statuses).toEqual([429, 200, 200, 200, 200, 200]);
  });
});

describe('a device cookie', () => {
  it('that was stolen gives 25 guesses an hour, and the owner elsewhere is not locked out', async () => {
    const { email, cookies } = await ownerOf('stolen@example.com');
    const statuses = await guess(email, 40, { cookies });
    expect(statuses.filter((status) => status === 401)).toHaveLength(25);
    expect(statuses.filter((status) => status === 429)).toHaveLength(15);
    const refused = await login(email, { cookies });
    expect(refused.json().message).toMatch(/^Too many failed logins on this device\. /);
    expect((await login(email)).statusCode).toBe(200);
  });

  it('of another account is no known device', async () => {
    const { email } = await ownerOf('target@example.com');
    const { cookies } = await ownerOf('attacker@example.com');
    await guess(email, 25, { cookies });
    expect((await login(email, { cookies })).statusCode).toBe(429);
    // Nor does it avoid the limit of the network.
    await test.pool.query('TRUNCATE rate_limits');
    const statuses = await guess('another@example.com', 30, { cookies, from: HOME });
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
  });

  it('that was forged or damaged is ignored', async () => {
    const { id, email, cookies } = await ownerOf('forged@example.com');
    await guess(email, 25);
    const [entry = ''] = [cookies.device];
    const text = `${id}.${randomBytes(16).toString('base64url')}.0.${Math.floor(Date.now() / 1_000)}`;
    const forge = (key: Buffer, signed = text) =>
      `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`;
    const secret = await findSecret(test.db, 'device');
    const twoYearsAgo = text.replace(/\d+$/, (seconds) => String(Number(seconds) - 63_072_000));
    for (const device of [
      forge(randomBytes(32)),
      forge(secret, twoYearsAgo),
      entry.slice(0, -2),
      entry.replace(/^\d+/, String(id + 1)),
      `${text}.${'A'.repeat(43)}`,
      '~'.repeat(500),
      'x'.repeat(5_000),
      '%00',
    ]) {
      expect((await login(email, { cookies: { device } })).statusCode).toBe(429);
    }
    expect((await login(email, { cookies: { device: forge(secret) } })).statusCode).toBe(200);
  });

  it('is not known any more after the password changed elsewhere; here it is renewed', async () => {
    const { id, email, cookies } = await ownerOf('changed@example.com');
    const member = await test.loginAs({ id });
    const answer = await member.call('POST', '/api/me/password', {
      body: { currentPassword: PASSWORD, newPassword: PASSWORD },
    });
    expect(answer.statusCode).toBe(204);
    await guess(email, 25);
    expect((await login(email, { cookies })).statusCode).toBe(429);
    expect((await login(email, { cookies: deviceOf(answer) })).statusCode).toBe(200);
  });

  it('stays known after a reset on the same device only', async () => {
    const { email, cookies } = await ownerOf('resetting@example.com');
    const reset = async (more: Cookies) => {
      await test.call('POST', '/api/forgot-password', { body: { email } });
      const token = await resetTokenTo(test, email);
      const body = { token, password: PASSWORD, confirmPassword: PASSWORD };
      return test.call('POST', '/api/reset-password', { body, cookies: more });
    };
    const renewed = deviceOf(await reset(cookies));
    const elsewhere = await reset({});
    expect(elsewhere.cookies).toEqual([]);
    await guess(email, 25);
    expect((await login(email, { cookies })).statusCode).toBe(429);
    expect((await login(email, { cookies: renewed })).statusCode).toBe(429);
  });

  it('is set by a registration', async () => {
    const email = 'registered@example.com';
    const body = { name: 'Ana', email, password: PASSWORD };
    const cookies = deviceOf(await test.call('POST', '/api/register', { body }));
    await guess(email, 25);
    expect((await login(email, { cookies })).statusCode).toBe(200);
  });
});

describe('a login on a new device', () => {
  const noticesTo = async (email: string) =>
    (await readMails(test)).filter(
      ({ to, subject }) => to === email && /login|sign/i.test(subject),
    );
  const auditOf = async (id: number) => {
    const { rows } = await test.pool.query(
      `SELECT ip, details FROM audit_log WHERE subject_id = $1 AND action = 'new-device'`,
      [id],
    );
    return rows;
  };

  it('is mailed and audited, the first login and known devices are not', async () => {
    const { id, email, cookies } = await ownerOf('watched@example.com');
    await login(email, { cookies });
    expect(await auditOf(id)).toEqual([]);
    expect(await noticesTo(email)).toEqual([]);
    await login(email, { from: '198.51.100.7' });
    expect(await auditOf(id)).toEqual([
      { ip: '198.51.100.7', details: { device: 'Firefox on Linux' } },
    ]);
    expect(await noticesTo(email)).toHaveLength(1);
  });

  it('is mailed for a device that was signed out with all others', async () => {
    const { id, email, cookies } = await ownerOf('elsewhere@example.com');
    const owner = await test.loginAs({ id });
    const ended = await owner.call('DELETE', '/api/sessions');
    await login(email, { cookies: deviceOf(ended) });
    expect(await auditOf(id)).toEqual([]);
    await login(email, { cookies });
    expect(await auditOf(id)).toHaveLength(1);
  });

  it('is mailed for a device that the owner signed out with the link in its mail', async () => {
    const { id, email } = await ownerOf('not-me@example.com');
    const thief = deviceOf(await login(email, { from: '198.51.100.7' }));
    const [notice] = await noticesTo(email);
    const body = { token: notice?.token };
    expect((await test.call('POST', '/api/sign-out-everywhere', { body })).statusCode).toBe(200);
    await login(email, { from: '198.51.100.7', cookies: thief });
    expect(await auditOf(id)).toHaveLength(2);
  });

  it('is mailed after a registration elsewhere', async () => {
    const email = 'fresh@example.com';
    await test.call('POST', '/api/register', { body: { name: 'Ana', email, password: PASSWORD } });
    await login(email);
    expect(await noticesTo(email)).toHaveLength(1);
  });

  it('is mailed at most 10 times a day, and audited always', async () => {
    const { id, email } = await ownerOf('busy@example.com');
    // An unconfirmed address gets fewer mails.
    await test.pool.query('UPDATE users SET email_proven_at = now() WHERE id = $1', [id]);
    for (let count = 0; count < 12; count += 1) await login(email);
    expect(await auditOf(id)).toHaveLength(12);
    // The first login counted as well.
    expect(await noticesTo(email)).toHaveLength(9);
  });

  it('is not reported where the login fails', async () => {
    const { id, email } = await ownerOf('failing@example.com');
    await login(email, { password: 'wrong' });
    expect(await auditOf(id)).toEqual([]);
  });
});
