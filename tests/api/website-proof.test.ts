import { desc, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Platform } from '#contract/platforms/registry.ts';
import { auditLog } from '#server/db/schema.ts';
import { addPeople, searchPage, searchUrl } from '#tests/support/directory.ts';
import { noticeTo, tokenOfNotice, undo } from '#tests/support/notices.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';
import { openWebsites, type Websites } from '#tests/support/websites.ts';

const PATH = '/api/me/website-proof';

let websites: Websites;
let test: TestApp;
beforeAll(async () => {
  websites = await openWebsites();
  test = await buildTestApp({}, {}, websites.network);
});
afterAll(async () => {
  await test.close();
  await websites.close();
});

let members = 0;

/** A member with a website and a handle on each of two platforms. */
async function addMember(handles: Partial<Record<Platform, string>> = {}) {
  members += 1;
  const username = `webber${members}`;
  const host = `${username}.example.com`;
  const [id = 0] = await addPeople(test, [
    {
      name: `Webber ${members}`,
      username,
      email: `${username}@example.com`,
      websiteUrl: `https://www.${host}/`,
      handles: { cashapp: `$${username}`, venmo: `@${username}-v`, ...handles },
    },
  ]);
  await test.pool.query('UPDATE users SET email_proven_at = now() WHERE id = $1', [id]);
  return { ...(await test.loginAs({ id })), username, host, email: `${username}@example.com` };
}
type Member = Awaited<ReturnType<typeof addMember>>;

const me = ({ username }: Member) =>
  `<a rel="me" href="${test.config.publicUrl}/@${username}">Pay me</a>`;
const cashApp = ({ username }: Member) => `<a href="https://cash.app/$${username}">Cash App</a>`;
const venmo = ({ username }: Member) => `<a href="https://venmo.com/u/${username}-v">Venmo</a>`;

const publish = (member: Member, ...html: string[]) =>
  websites.addPage(`www.${member.host}/`, html.join(''));

const check = ({ call }: Member) => call('POST', PATH);

async function cardOf({ id, username }: Member) {
  const { cards } = await searchPage(test.call, searchUrl({ query: username }));
  const card = cards.find((each) => each.id === id);
  if (!card) throw new Error('The member was not found.');
  return card;
}

/** Platform and proof of each handle, as everybody sees them. */
const proofs = async (member: Member) =>
  (await cardOf(member)).handles.map(({ platform, proof, proofDetail }) => [
    platform,
    proof,
    proofDetail,
  ]);

async function runWeeklyCheck() {
  await test.pool.query('UPDATE website_checks SET next_at = now()');
  await test.pool.query("UPDATE jobs SET run_at = now() WHERE task = 'check-websites'");
  await test.app.jobs.drained();
  test.app.peopleSearch.markChanged();
}

const dueOf = async ({ id }: Member) =>
  (
    await test.pool.query<{ days: number }>(
      `SELECT round(extract(epoch FROM next_at - now()) / 86400)::int AS days FROM website_checks WHERE user_id = $1`,
      [id],
    )
  ).rows;

describe('a website', () => {
  it('proves the handles that it links to, beside the link to the member’s page', async () => {
    const member = await addMember();
    publish(member, me(member), cashApp(member));
    const answer = await check(member);
    expect(answer.statusCode, answer.body).toBe(200);
    const { message, handles } = answer.json();
    expect(message).toBe('Your website lists your Cash App name.');
    expect(handles.map(({ proof }: { proof: string }) => proof)).toEqual(['website', null]);
    test.app.peopleSearch.markChanged();
    expect(await proofs(member)).toEqual([
      ['cashapp', 'website', member.host],
      ['venmo', null, null],
    ]);
    const { provenAt } = (await cardOf(member)).handles[0] ?? {};
    expect(Date.parse(provenAt ?? '')).toBeGreaterThan(Date.now() - 600_000);
    const [audit] = await test.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subjectId, member.id))
      .orderBy(desc(auditLog.id))
      .limit(1);
    expect(audit).toMatchObject({
      action: 'handle-proven',
      details: { platform: 'cashapp', handle: `$${member.username}`, website: member.host },
    });
    const exported = (await member.call('GET', '/api/me/export')).json();
    expect(exported.paymentAccounts[0]).toMatchObject({
      proof: 'website',
      proofDetail: member.host,
      provenAt,
    });
  });

  it('proves nothing without that link, or without a pay link, and says which', async () => {
    const member = await addMember();
    publish(member, cashApp(member));
    expect((await check(member)).json().message).toContain('did not find the link to your page');
    publish(member, me(member));
    expect((await check(member)).json().message).toContain('but no pay link');
    expect((await proofs(member)).map(([, proof]) => proof)).toEqual([null, null]);
    expect(await dueOf(member)).toEqual([]);
  });

  it('may link to a former username', async () => {
    const member = await addMember();
    const former = me(member) + cashApp(member);
    await member.call('PATCH', '/api/me', { body: { username: `${member.username}-new` } });
    publish(member, former);
    expect((await check(member)).json().message).toContain('Cash App');
  });

  it('that only redirects does not lend its name', async () => {
    const member = await addMember();
    websites.addRedirect(`www.${member.host}/`, 'https://elsewhere.example.com/');
    websites.addPage('elsewhere.example.com/', me(member) + cashApp(member));
    await check(member);
    test.app.peopleSearch.markChanged();
    expect((await proofs(member))[0]).toEqual(['cashapp', 'website', 'elsewhere.example.com']);
  });

  it('is shown with its path, because others may have pages on the same host', async () => {
    const member = await addMember();
    const websiteUrl = 'https://pages.example.com/maya/?from=card';
    await member.call('PATCH', '/api/me', { body: { websiteUrl } });
    websites.addPage('pages.example.com/maya/?from=card', me(member) + cashApp(member));
    await check(member);
    test.app.peopleSearch.markChanged();
    expect((await proofs(member))[0]).toEqual([
      'cashapp',
      'website',
      'pages.example.com/maya?from=card',
    ]);
  });

  it('ends the caution about a changed handle', async () => {
    const member = await addMember();
    const body = { platform: 'cashapp', username: `$${member.username}new` };
    await member.call('POST', '/api/payment-accounts', { body });
    test.app.peopleSearch.markChanged();
    expect((await cardOf(member)).caution).toMatchObject({ kind: 'changed' });
    publish(member, me(member), `<a href="https://cash.app/$${member.username}new">`);
    await check(member);
    test.app.peopleSearch.markChanged();
    expect((await cardOf(member)).caution).toBeNull();
  });

  it.each([
    [
      'another handle',
      (m: Member) =>
        m.call('POST', '/api/payment-accounts', {
          body: { platform: 'cashapp', username: '$somebody' },
        }),
    ],
    [
      'another website',
      (m: Member) =>
        m.call('PATCH', '/api/me', {
          body: { websiteUrl: 'https://other.example.com' },
        }),
    ],
    ['no website', (m: Member) => m.call('PATCH', '/api/me', { body: { websiteUrl: null } })],
  ])('proves nothing any more for %s', async (_name, change) => {
    const member = await addMember();
    publish(member, me(member), cashApp(member));
    await check(member);
    const answer = await change(member);
    expect(answer.statusCode, answer.body).toBe(200);
    test.app.peopleSearch.markChanged();
    expect((await proofs(member))[0]).toEqual(['cashapp', null, null]);
    const own = (await member.call('GET', '/api/payment-accounts')).json();
    expect(own[0]).toMatchObject({ proof: null, proofDetail: null, provenAt: null });
  });

  it('proves nothing where it was changed while it was read', async () => {
    const member = await addMember();
    websites.pages.set(`www.${member.host}/`, async (_request, response) => {
      await member.call('PATCH', '/api/me', { body: { websiteUrl: 'https://other.example.com' } });
      const html = me(member) + cashApp(member);
      response.writeHead(200, { 'content-type': 'text/html' }).end(html);
    });
    expect((await check(member)).statusCode).toBe(200);
    test.app.peopleSearch.markChanged();
    expect((await proofs(member))[0]).toEqual(['cashapp', null, null]);
  });
});

describe('a check', () => {
  it('needs a website, and one that can be read', async () => {
    const member = await addMember();
    const missing = await check(member);
    expect([missing.statusCode, missing.json().code]).toEqual([409, 'WEBSITE_NOT_READ']);
    expect(missing.json().message).toBe('Your website answered with an error (status 404).');
    await member.call('PATCH', '/api/me', { body: { websiteUrl: null } });
    expect((await check(member)).json().code).toBe('NO_WEBSITE');
  });

  it('is not possible while suspended', async () => {
    const member = await addMember();
    await test.pool.query('UPDATE users SET suspended_at = now() WHERE id = $1', [member.id]);
    expect((await check(member)).json().code).toBe('SUSPENDED');
  });

  it('tells what the website needs', async () => {
    const member = await addMember();
    expect((await member.call('GET', PATH)).json()).toEqual({
      isOffered: true,
      websiteUrl: `https://www.${member.host}/`,
      pageUrl: `${test.config.publicUrl}/@${member.username}`,
    });
  });

  it('that fails takes no proof away: the weekly one does', async () => {
    const member = await addMember();
    publish(member, me(member), cashApp(member));
    await check(member);
    websites.pages.delete(`www.${member.host}/`);
    for (let times = 0; times < 3; times += 1) expect((await check(member)).statusCode).toBe(409);
    test.app.peopleSearch.markChanged();
    expect((await proofs(member))[0]?.[1]).toBe('website');
  });

  it('follows the undo link that restores a proven handle', async () => {
    const member = await addMember();
    publish(member, me(member), cashApp(member));
    await check(member);
    const body = { platform: 'cashapp', username: '$other' };
    await member.call('POST', '/api/payment-accounts', { body });
    test.app.peopleSearch.markChanged();
    expect((await proofs(member))[0]).toEqual(['cashapp', null, null]);
    await undo(test, await tokenOfNotice(test, member.email, 'Your Cash App name was changed'));
    await test.app.jobs.drained('websites');
    test.app.peopleSearch.markChanged();
    expect((await proofs(member))[0]).toEqual(['cashapp', 'website', member.host]);
  });
});

describe('the weekly check', () => {
  it('keeps a proof and its date up to date, and is due again in a week', async () => {
    const member = await addMember();
    publish(member, me(member), cashApp(member));
    await check(member);
    expect(await dueOf(member)).toEqual([{ days: 7 }]);
    await test.pool.query(
      `UPDATE payment_accounts SET proven_at = now() - interval '7 days' WHERE user_id = $1 AND proof IS NOT NULL`,
      [member.id],
    );
    await runWeeklyCheck();
    const { provenAt } = (await cardOf(member)).handles[0] ?? {};
    expect(Date.parse(provenAt ?? '')).toBeGreaterThan(Date.now() - 600_000);
    expect(await dueOf(member)).toEqual([{ days: 7 }]);
  });

  it('reads no website that is not due', async () => {
    const member = await addMember();
    publish(member, me(member), cashApp(member));
    await check(member);
    const before = websites.requests.length;
    await test.pool.query("UPDATE jobs SET run_at = now() WHERE task = 'check-websites'");
    await test.app.jobs.drained();
    expect(websites.requests).toHaveLength(before);
  });

  it.each([
    ['a page without the links', (m: Member) => publish(m, '<p>New design')],
    ['a page that cannot be read', (m: Member) => websites.pages.delete(`www.${m.host}/`)],
    [
      'an address that is not public',
      (m: Member) => websites.answers.set(`www.${m.host}`, [['10.0.0.1']]),
    ],
  ])('removes a proof after two failures in a row, and mails it: %s', async (_name, fail) => {
    const member = await addMember();
    publish(member, me(member), cashApp(member));
    await check(member);
    fail(member);
    await runWeeklyCheck();
    expect((await proofs(member))[0]?.[1]).toBe('website');
    await runWeeklyCheck();
    expect((await proofs(member))[0]).toEqual(['cashapp', null, null]);
    expect(await dueOf(member)).toEqual([]);
    const subject = 'Your website no longer lists your Cash App name';
    const mail = await noticeTo(test, member.email, subject);
    expect(mail.text).toContain(`Website: ${member.host}`);
    expect(mail.text).toContain(`${test.config.publicUrl}/profile`);
    expect(mail.text).not.toContain('If this was you');
  });

  it('forgets a failure after a success, and loses only what is missing', async () => {
    const member = await addMember();
    const both = () => publish(member, me(member), cashApp(member), venmo(member));
    both();
    await check(member);
    publish(member, me(member), venmo(member));
    await runWeeklyCheck();
    both();
    await runWeeklyCheck();
    publish(member, me(member), venmo(member));
    await runWeeklyCheck();
    expect((await proofs(member)).map(([, proof]) => proof)).toEqual(['website', 'website']);
    await runWeeklyCheck();
    expect((await proofs(member)).map(([, proof]) => proof)).toEqual([null, 'website']);
  });
});

describe('WEBSITE_PROOF=off', () => {
  it('reads no website, neither on request nor weekly', async () => {
    const off = await buildTestApp({ websiteProof: false }, {}, websites.network);
    const before = websites.requests.length;
    const member = await off.loginAs({ websiteUrl: 'https://www.off.example.com' });
    const answer = await member.call('POST', PATH);
    expect([answer.statusCode, answer.json().message]).toEqual([
      404,
      'Website checks are turned off here.',
    ]);
    expect((await member.call('GET', PATH)).json().isOffered).toBe(false);
    await off.pool.query('INSERT INTO website_checks VALUES ($1, now())', [member.id]);
    await off.pool.query("UPDATE jobs SET run_at = now() WHERE task = 'check-websites'");
    await off.app.jobs.drained();
    expect(websites.requests).toHaveLength(before);
    await off.close();
  });
});

describe('limits', () => {
  let limited: TestApp;
  beforeEach(async () => {
    limited = await buildTestApp({ rateLimits: true }, {}, websites.network);
  });
  afterEach(() => limited.close());

  it('is limited per member, per host and per network', async () => {
    const websiteUrl = 'https://popular.example.com';
    websites.addPage('popular.example.com/', '<p>');
    const statuses = async (times: number, id: number, remoteAddress: string) => {
      const { call } = await limited.loginAs({ id });
      const all = [];
      for (let at = 0; at < times; at += 1) {
        all.push((await call('POST', PATH, { remoteAddress })).statusCode);
      }
      return all;
    };
    const ok = (times: number) => Array.from({ length: times }, () => 200);
    const people = [];
    for (let at = 0; at < 5; at += 1) people.push(await limited.insertPerson({ websiteUrl }));
    const [first, second, third, fourth, fifth] = people.map(({ id }) => id) as [
      number,
      number,
      number,
      number,
      number,
    ];
    expect(await statuses(21, first, '192.0.2.1')).toEqual([...ok(20), 429]);
    expect(await statuses(20, second, '192.0.2.1')).toEqual(ok(20));
    expect(await statuses(19, third, '192.0.2.1')).toEqual(ok(19));
    // The network has made 60 calls, and the next one is refused before its session is looked up.
    expect(await statuses(1, fourth, '192.0.2.1')).toEqual([429]);
    expect(await statuses(2, fifth, '192.0.2.2')).toEqual([200, 429]);
  });
});
