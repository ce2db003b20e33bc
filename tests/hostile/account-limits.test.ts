import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { users } from '#server/db/schema.ts';
import { mailboxKey } from '#server/lib/keys.ts';
import { sessionOf } from '#tests/support/cookies.ts';
import { lastTokenTo, readMails, resetTokenTo } from '#tests/support/mails.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp({ rateLimits: true });
  await test.insertPerson({ email: 'taken@example.com', username: 'taken' });
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.pool.query('TRUNCATE rate_limits');
});

type Member = Awaited<ReturnType<TestApp['loginAs']>>;
type Answer = Awaited<ReturnType<Member['call']>>;

let members = 5;
const change = (member: Member, body: object, remoteAddress = '203.0.113.1') =>
  member.call('PATCH', '/api/me', { body, remoteAddress });
const register = (email: string, remoteAddress = '203.0.113.1', more: object = {}) =>
  test.call('POST', '/api/register', {
    body: { name: 'Ana', email, password: 'correct horse', ...more },
    remoteAddress,
  });
/** As if this network had not registered yet; what it learned stays counted. */
const forgetRegistrations = () =>
  test.pool.query("DELETE FROM rate_limits WHERE key LIKE 'register:%'");

function expectTooMany(answer: Answer | undefined, sentence: string) {
  expect(answer?.statusCode).toBe(429);
  expect(answer?.json().message).toContain(sentence);
  expect(Number(answer?.headers['retry-after'])).toBeGreaterThan(0);
}

const statusesOf = (answers: Answer[]) => answers.map(({ statusCode }) => statusCode);

const mailsTo = async (address: string) =>
  (await readMails(test)).filter(({ to }) => mailboxKey(to) === mailboxKey(address)).length;

describe('probing for emails with one’s own profile', () => {
  it('ends after 3 tries a day, whether they succeed or not', async () => {
    const member = await test.loginAs();
    const probes = ['taken@example.com', 'free@example.com', 'taken@example.com', 'a@example.com'];
    const answers: Answer[] = [];
    for (const email of probes) {
      answers.push(await change(member, { email, username: 'taken' }));
    }
    expect(statusesOf(answers)).toEqual([409, 409, 409, 429]);
    expectTooMany(answers[3], 'You can change your email 3 times a day.');
    // It is the account that is counted, and the rest of its profile can still be changed.
    expect((await change(member, { email: 'b@example.com' }, '203.0.113.2')).statusCode).toBe(429);
    expect((await change(member, { name: 'Still Works' })).statusCode).toBe(200);
  });

  it('counts tries that come at once', async () => {
    const member = await test.loginAs();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => change(member, { email: 'taken@example.com' })),
    );
    expect(statusesOf(answers).filter((status) => status === 409)).toHaveLength(3);
    expect(statusesOf(answers).filter((status) => status === 429)).toHaveLength(17);
  });

  it('ends after 20 tries an hour for one network, whatever account is used', async () => {
    const answers: Answer[] = [];
    for (let count = 0; count < 21; count += 1) {
      const member = await test.loginAs();
      answers.push(await change(member, { email: 'taken@example.com' }));
    }
    expect(statusesOf(answers)).toEqual([...Array(20).fill(409), 429]);
    expectTooMany(answers.at(-1), 'Too many emails were tried from your network.');
    // From there, registering tells nothing more either.
    expectTooMany(await register('taken@example.com'), 'Too many emails were tried');
    expectTooMany(await register('unknown@example.com'), 'Too many emails were tried');
    expect((await register('taken@example.com', '203.0.113.2')).statusCode).toBe(409);
  });

  it('does not count the own address or a change of something else', async () => {
    const member = await test.loginAs({ email: 'same@example.com' });
    for (let count = 0; count < 25; count += 1) {
      expect((await change(member, { email: 'SAME@example.com' })).statusCode).toBe(200);
    }
    expect((await change(member, { email: 'moved@example.com' })).statusCode).toBe(200);
  });
});

describe('probing for emails by registering', () => {
  it('ends after 20 taken ones an hour for one network', async () => {
    const answers: Answer[] = [];
    for (let count = 0; count < 21; count += 1) {
      if (count % 10 === 0) await forgetRegistrations();
      answers.push(await register('taken@example.com', `2001:db8:7:${count}::1`));
    }
    expect(statusesOf(answers)).toEqual([...Array(20).fill(409), 429]);
    expect((await register('taken@example.com', '2001:db8:8::1')).statusCode).toBe(409);
  });

  it('does not count emails that are free', async () => {
    for (let count = 0; count < 25; count += 1) {
      if (count % 10 === 0) await forgetRegistrations();
      // Refused for another reason, so that no email is sent.
      const answer = await register(`free${count}@example.com`, '203.0.113.9', {
        profileImage: 'data:image/png;base64,AAAA',
      });
      expect(answer.statusCode).toBe(400);
    }
  });
});

describe('mails that nobody asked for', () => {
  it('are 5 a day for one mailbox, by whatever account, tag or dots', async () => {
    const victim = 'v.ictim@example.com';
    const spellings = ['victim', 'v.ictim', 'victim+1', 'VIC.TIM+two', 'vi.ct.im+3', 'victim+4'];
    const answers: Answer[] = [];
    for (const [index, local] of spellings.entries()) {
      answers.push(await register(`${local}@example.com`, `198.51.100.${index}`));
    }
    // Nobody is kept from registering or from changing an address by emails that others caused.
    expect(statusesOf(answers)).toEqual([201, 201, 201, 201, 201, 201]);
    for (const emailProvenAt of [null, new Date()]) {
      const member = await test.loginAs({ emailProvenAt });
      const answer = await change(member, { email: `victim+${members}@example.com` });
      expect(answer.statusCode).toBe(200);
      members += 1;
    }
    expect(await mailsTo(victim)).toBe(5);
    const cookies = answers[5] ? sessionOf(answers[5]) : {};
    const asked = await test.call('POST', '/api/me/confirmation', { cookies });
    expectTooMany(asked, 'We have sent too many emails to this address today.');
    // A reset link is not held back.
    await test.call('POST', '/api/forgot-password', { body: { email: 'victim@example.com' } });
    expect(await mailsTo(victim)).toBe(6);
    expect((await register('victim@elsewhere.example', '198.51.100.99')).statusCode).toBe(201);
  });

  it('are 5 reset links a day for the unconfirmed accounts of one mailbox, with one response', async () => {
    const spellings = ['res.et@example.com', 'reset+1@example.com', 'RESET+two@example.com'];
    for (const email of spellings) await test.insertPerson({ email, passwordHash: 'x' });
    await test.insertPerson({ email: 'reset+mine@example.com', emailProvenAt: new Date() });
    const ask = (email: string, index: number) =>
      test.call('POST', '/api/forgot-password', {
        body: { email },
        remoteAddress: `198.51.100.${index}`,
      });
    const answers: Answer[] = [];
    for (const [index, email] of [...spellings, ...spellings].entries()) {
      answers.push(await ask(email, index));
      // One after the other, so that it is the last one that is not sent.
      await test.app.jobs.drained();
    }
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
    expect(await mailsTo('reset@example.com')).toBe(5);
    // The dropped one voids no link.
    const token = await resetTokenTo(test, 'RESET+two@example.com');
    const body = { token, password: 'a new password', confirmPassword: 'a new password' };
    expect((await test.call('POST', '/api/reset-password', { body })).statusCode).toBe(200);
    // Confirmed accounts of the mailbox are not concerned: the new password confirmed one, another one was.
    await ask('reset+two@example.com', 7);
    await ask('reset+mine@example.com', 8);
    expect(await mailsTo('reset@example.com')).toBe(8);
  });

  it('are no reason to keep the first link from an imported member', async () => {
    await test.insertPerson({ email: 'import+other@example.com', passwordHash: 'x' });
    await test.insertPerson({ email: 'import@example.com', passwordHash: null });
    const ask = async (email: string, index: number) => {
      const remoteAddress = `198.51.100.${index}`;
      await test.call('POST', '/api/forgot-password', { body: { email }, remoteAddress });
      await test.app.jobs.drained();
    };
    for (let index = 0; index < 5; index += 1) await ask('import+other@example.com', index);
    await ask('import@example.com', 5);
    expect(await resetTokenTo(test, 'import@example.com')).toBeTruthy();
  });

  it('are as few when accounts change to the address and away again', async () => {
    const target = 'target@example.com';
    for (let count = 0; count < 4; count += 1) {
      const member = await test.loginAs();
      await change(member, { email: target }, `198.51.100.${count}`);
      // An email that was not sent yet is dropped with the address.
      await test.app.jobs.drained();
      await change(member, { email: `away${count}@example.com` }, `198.51.100.${count}`);
    }
    expect(await mailsTo(target)).toBe(5);
  });

  it('are no reason to keep a notice from the owner of a confirmed address', async () => {
    const email = 'owner@example.com';
    for (let count = 0; count < 5; count += 1) {
      await register(`owner+${count}@example.com`, `198.51.100.${count}`);
    }
    const member = await test.loginAs({ email, emailProvenAt: new Date() });
    expect((await change(member, { email: 'thief@example.com' })).statusCode).toBe(200);
    const token = await lastTokenTo(test, 'thief@example.com');
    await member.call('POST', '/api/confirm-email', { body: { token } });
    const notices = (await readMails(test)).filter(({ to }) => to === email);
    expect(notices.map(({ subject }) => subject)).toEqual(['Your email was changed - Payfolk']);
  });
});

it('a handle is saved or removed 60 times a day', async () => {
  const member = await test.loginAs();
  const key = `handleChange:${createHash('sha256').update(String(member.id)).digest('base64url')}`;
  await test.pool.query(
    `INSERT INTO rate_limits (key, hits, resets_at) VALUES ($1, 58, now() + interval '1 day')`,
    [key],
  );
  const body = { platform: 'venmo', username: '@mine' };
  const save = () => member.call('POST', '/api/payment-accounts', { body });
  expect((await save()).statusCode).toBe(201);
  expect((await member.call('DELETE', '/api/payment-accounts/venmo')).statusCode).toBe(200);
  expectTooMany(await save(), 'You can change your payment names 60 times a day.');
});

it('a confirmation link can be requested 5 times a day', async () => {
  const answers: Answer[] = [];
  const { call } = await test.loginAs({ email: 'asks@example.com' });
  for (let count = 0; count < 6; count += 1)
    answers.push(await call('POST', '/api/me/confirmation'));
  expect(statusesOf(answers)).toEqual([200, 200, 200, 200, 200, 429]);
  expect(await mailsTo('asks@example.com')).toBe(5);
});

describe('changes of the profile', () => {
  const storeHits = (key: string, hits: number) =>
    test.pool.query(
      `INSERT INTO rate_limits (key, hits, resets_at) VALUES ($1, $2, now() + interval '5 minutes')`,
      [key, hits],
    );

  it('are 120 in 5 minutes for one network, invalid ones and those without a session included', async () => {
    await storeHits('profileByAddress:203.0.113.1', 117);
    const member = await test.loginAs();
    expect((await change(member, { nonsense: true })).statusCode).toBe(400);
    const visitor = await test.call('PATCH', '/api/me', { remoteAddress: '203.0.113.1' });
    expect(visitor.statusCode).toBe(401);
    expect((await change(member, { name: 'Ana Ruiz' })).statusCode).toBe(200);
    expectTooMany(await change(member, { name: 'Ana' }), 'Too many profile changes');
    expect((await change(member, { name: 'Ana' }, '203.0.113.2')).statusCode).toBe(200);
  });

  it('are 60 in 5 minutes for one account, from any network', async () => {
    const member = await test.loginAs();
    const answers: Answer[] = [];
    for (let count = 0; count < 61; count += 1) {
      answers.push(await change(member, { name: `Ana ${count}` }, `198.51.100.${count}`));
    }
    expect(statusesOf(answers)).toEqual([...Array(60).fill(200), 429]);
    expectTooMany(answers[60], 'Too many profile changes.');
    const [row] = await test.db.select().from(users).where(eq(users.id, member.id));
    expect(row?.name).toBe('Ana 59');
  });
});

it('a username can be changed 3 times a day; attempts that fail do not count', async () => {
  const member = await test.loginAs();
  const answers: Answer[] = [];
  for (const username of ['taken', 'taken', 'first-one', 'second-one', 'third-one', 'fourth-one']) {
    answers.push(await change(member, { username }));
  }
  expect(statusesOf(answers)).toEqual([409, 409, 200, 200, 200, 429]);
  expectTooMany(answers[5], 'You can change your username 3 times a day.');
  expect((await change(member, { name: 'Still Works', username: 'third-one' })).statusCode).toBe(
    200,
  );
});
