import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Platform } from '#contract/platforms/registry.ts';
import { findOwnHandle, insertCodeMail } from '#server/features/payment-accounts/proof-queries.ts';
import { addPeople, searchPage, searchUrl } from '#tests/support/directory.ts';
import { lastMailTo, readMails } from '#tests/support/mails.ts';
import { tokenOfNotice, undo } from '#tests/support/notices.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.close());

let members = 0;

async function addMember(app = test, platform: Platform = 'paypal') {
  members += 1;
  const username = `mailer${members}`;
  const handle = `pay.${username}@example.org`;
  const handles = { [platform]: handle, venmo: `@${username}` };
  const [id = 0] = await addPeople(app, [{ name: `Mailer ${members}`, username, handles }]);
  return { ...(await app.loginAs({ id })), username, handle, platform };
}
type Member = Awaited<ReturnType<typeof addMember>>;

const request = ({ call, platform }: Member, options = {}) =>
  call('POST', `/api/payment-accounts/${platform}/code`, options);
const enter = ({ call, platform }: Member, code: string) =>
  call('POST', `/api/payment-accounts/${platform}/proof`, { body: { code } });

async function mailedCode({ handle }: Member, app = test): Promise<string> {
  const { text } = await lastMailTo(app, handle);
  const code = /^Code: (\d{6})$/m.exec(text)?.[1];
  if (!code) throw new Error(`No code in: ${text}`);
  return code;
}

/** Another one than this. */
const wrong = (code: string, by = 1) => String((Number(code) + by) % 1_000_000).padStart(6, '0');

async function proofOf({ id, username, platform }: Member) {
  test.app.peopleSearch.markChanged();
  const { cards } = await searchPage(test.call, searchUrl({ query: username }));
  return cards
    .find((each) => each.id === id)
    ?.handles.find((handle) => handle.platform === platform)?.proof;
}

const provenAtOf = async ({ id }: Member) =>
  (
    await test.pool.query(
      "SELECT proven_at FROM payment_accounts WHERE user_id = $1 AND platform = 'paypal'",
      [id],
    )
  ).rows;

describe('a mailed code', () => {
  it.each<[Platform]>([['paypal'], ['applepay']])(
    'proves an email address on %s, once',
    async (platform) => {
      const member = await addMember(test, platform);
      const asked = await request(member);
      expect([asked.statusCode, asked.json().message]).toEqual([
        202,
        `We sent a code to ${member.handle}.`,
      ]);
      const code = await mailedCode(member);
      const answer = await enter(member, `${code.slice(0, 3)} ${code.slice(3)}`);
      expect(answer.statusCode, answer.body).toBe(200);
      expect(answer.json()[0]).toMatchObject({ platform, proof: 'email', proofDetail: null });
      expect(await proofOf(member)).toBe('email');
      expect((await enter(member, code)).json().code).toBe('CODE_VOID');
      expect((await request(member)).json().code).toBe('ALREADY_PROVEN');
      const audit = await test.pool.query(
        "SELECT details FROM audit_log WHERE subject_id = $1 AND action = 'handle-proven'",
        [member.id],
      );
      expect(audit.rows).toEqual([{ details: { platform, handle: member.handle } }]);
    },
  );

  it('has nothing that a member typed in its mail, and no code in its subject', async () => {
    const member = await addMember();
    await request(member);
    const { subject, text, html } = await lastMailTo(test, member.handle);
    expect(subject).toBe('Your code - Payfolk');
    expect(text + html).not.toContain(member.username);
    expect(text).toContain('The code works for 10 minutes.');
  });

  it('is stored as a keyed hash only', async () => {
    const member = await addMember();
    await request(member);
    const code = await mailedCode(member);
    const { rows } = await test.pool.query(
      'SELECT handle_codes::text AS row FROM handle_codes WHERE email_key = $1',
      [member.handle],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0].row).not.toContain(code);
    const jobs = await test.pool.query('SELECT payload::text AS payload FROM jobs');
    expect(JSON.stringify(jobs.rows)).not.toContain(code);
  });

  it('has 5 attempts, also where they come at once', async () => {
    const member = await addMember();
    await request(member);
    const code = await mailedCode(member);
    const answers = await Promise.all(
      [1, 2, 3, 4, 5, 6].map((by) => enter(member, wrong(code, by))),
    );
    const codes = answers.map((answer) => answer.json().code).sort();
    expect(codes).toEqual([
      'CODE_VOID',
      'CODE_VOID',
      'INVALID_INPUT',
      'INVALID_INPUT',
      'INVALID_INPUT',
      'INVALID_INPUT',
    ]);
    expect((await enter(member, code)).json().code).toBe('CODE_VOID');
    expect(await proofOf(member)).toBeNull();
  });

  it('still works after 4 wrong ones', async () => {
    const member = await addMember();
    await request(member);
    const code = await mailedCode(member);
    for (const by of [1, 2, 3, 4])
      expect((await enter(member, wrong(code, by))).statusCode).toBe(400);
    expect((await enter(member, code)).statusCode).toBe(200);
  });

  it('is void after 10 minutes, and is deleted', async () => {
    const member = await addMember();
    await request(member);
    const code = await mailedCode(member);
    const { rows } = await test.pool.query(
      `UPDATE handle_codes SET expires_at = expires_at - interval '10 minutes' WHERE email_key = $1
       RETURNING expires_at <= now() AS "isOver"`,
      [member.handle],
    );
    expect(rows).toEqual([{ isOver: true }]);
    expect((await enter(member, code)).json().code).toBe('CODE_VOID');
    await test.pool.query("UPDATE jobs SET run_at = now() WHERE task = 'sweep'");
    await test.app.jobs.drained();
    const left = await test.pool.query('SELECT FROM handle_codes WHERE email_key = $1', [
      member.handle,
    ]);
    expect(left.rowCount).toBe(0);
  });

  it('voids the one before', async () => {
    const member = await addMember();
    await request(member);
    const first = await mailedCode(member);
    await request(member);
    const second = await mailedCode(member);
    if (first !== second) expect((await enter(member, first)).statusCode).toBe(400);
    expect((await enter(member, second)).statusCode).toBe(200);
  });

  it('is void once the handle is changed, also where it is changed back', async () => {
    const member = await addMember();
    await request(member);
    const code = await mailedCode(member);
    for (const username of ['someone@example.org', member.handle]) {
      const body = { platform: 'paypal', username };
      await member.call('POST', '/api/payment-accounts', { body });
      expect((await enter(member, code)).json().code).toBe('CODE_VOID');
    }
    expect(await proofOf(member)).toBeNull();
  });

  it('is gone with the proof once the handle is changed', async () => {
    const member = await addMember();
    await request(member);
    await enter(member, await mailedCode(member));
    for (const username of ['someone@example.org', member.handle]) {
      const body = { platform: 'paypal', username };
      await member.call('POST', '/api/payment-accounts', { body });
    }
    expect(await proofOf(member)).toBeNull();
  });

  it.each([
    ['replaced', 'POST', 'Your PayPal name was changed'],
    ['removed', 'DELETE', 'Your PayPal name was removed'],
  ] as const)(
    'gives the proof back to a %s handle with the undo link',
    async (_, method, notice) => {
      const member = await addMember();
      const email = `${member.username}@example.com`;
      await test.pool.query(
        'UPDATE users SET email = $2, email_key = $2, email_proven_at = now() WHERE id = $1',
        [member.id, email],
      );
      await request(member);
      await enter(member, await mailedCode(member));
      const provenAt = await provenAtOf(member);
      if (method === 'DELETE') await member.call(method, '/api/payment-accounts/paypal');
      else {
        const body = { platform: 'paypal', username: 'someone@example.org' };
        await member.call(method, '/api/payment-accounts', { body });
      }
      await undo(test, await tokenOfNotice(test, email, notice));
      expect(await proofOf(member)).toBe('email');
      expect(await provenAtOf(member)).toEqual(provenAt);
    },
  );

  it('is not mailed where the handle was changed before', async () => {
    const member = await addMember();
    await test.db.transaction(async (tx) => {
      const handle = await findOwnHandle(tx, member.id, 'paypal');
      if (!handle) throw new Error('The member has no handle.');
      const email = { email: member.handle, emailKey: member.handle };
      await insertCodeMail(tx, member.id, { ...handle, ...email, platform: 'paypal' });
      await tx.execute(
        sql`UPDATE payment_accounts SET username = '@somebody' WHERE id = ${handle.id}`,
      );
    });
    const mails = await readMails(test);
    expect(mails.filter(({ to }) => to === member.handle)).toEqual([]);
    expect((await request(member)).json().code).toBe('NO_EMAIL_HANDLE');
  });

  it('of one member proves nothing for another with the same address', async () => {
    const member = await addMember();
    const other = await addMember();
    await other.call('POST', '/api/payment-accounts', {
      body: { platform: 'paypal', username: member.handle },
    });
    await request(other);
    const own = await mailedCode(member);
    await request(member);
    const code = await mailedCode(member);
    if (code !== own) expect((await enter(other, code)).statusCode).toBe(400);
    expect((await enter(other, own)).statusCode).toBe(200);
  });

  it.each(['', '12345', '1234567', 'abcdef', '１２３４５６'])('%j is no code', async (code) => {
    const member = await addMember();
    const answer = await enter(member, code);
    expect(answer.statusCode).toBe(400);
  });

  it('is for handles that are an email address, of members who are not suspended', async () => {
    const member = await addMember();
    const venmo = { ...member, platform: 'venmo' as const };
    expect((await request(venmo)).json().code).toBe('NO_EMAIL_HANDLE');
    const none = { ...member, platform: 'cashapp' as const };
    expect((await request(none)).json().code).toBe('NO_EMAIL_HANDLE');
    await test.pool.query('UPDATE users SET suspended_at = now() WHERE id = $1', [member.id]);
    expect((await request(member)).json().code).toBe('SUSPENDED');
    expect((await enter(member, '123456')).json().code).toBe('SUSPENDED');
  });
});

describe('limits of mailed codes', () => {
  let limited: TestApp;
  beforeEach(async () => {
    limited = await buildTestApp({ rateLimits: true });
  });
  afterEach(() => limited.close());

  it('are 5 a day per address, for all members together', async () => {
    const member = await addMember(limited);
    const other = await addMember(limited);
    await other.call('POST', '/api/payment-accounts', {
      body: { platform: 'paypal', username: member.handle.replace('@', '+tag@') },
    });
    const statuses = [];
    for (let at = 0; at < 3; at += 1) statuses.push((await request(member)).statusCode);
    for (let at = 0; at < 3; at += 1) statuses.push((await request(other)).statusCode);
    expect(statuses).toEqual([202, 202, 202, 202, 202, 429]);
  });

  it('are 10 a day per member, over all addresses', async () => {
    const member = await addMember(limited);
    const statuses = [];
    for (let at = 0; at < 11; at += 1) {
      await limited.pool.query(
        "UPDATE payment_accounts SET username = $2 WHERE user_id = $1 AND platform = 'paypal'",
        [member.id, `other${at}@example.org`],
      );
      statuses.push((await request(member)).statusCode);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 202), 429]);
  });

  it('are 30 a day per network, over all members', async () => {
    const statuses = [];
    for (let at = 0; at < 31; at += 1) {
      const member = await addMember(limited);
      statuses.push((await request(member, { remoteAddress: '192.0.2.9' })).statusCode);
    }
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 202), 429]);
  });
});
