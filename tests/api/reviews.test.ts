import { and, desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Review } from '#contract/reviews.ts';
import { rebuildOutdatedIndex } from '#server/db/rebuild-search-index.ts';
import { auditLog, reviews, users } from '#server/db/schema.ts';
import { addPeople, searchPage, searchUrl } from '#tests/support/directory.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';

let test: TestApp;
let admin: Awaited<ReturnType<TestApp['loginAs']>>;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.db.delete(users);
  admin = await test.loginAs({ name: 'Ada Admin', isAdmin: true });
});

let people = 0;
async function addMember(isVerified = false) {
  people += 1;
  const username = `member${people}.r`;
  const names = { name: `Member ${people}`, screenName: `Screen ${people}`, username };
  const handles = { venmo: '@member-pays', cashapp: '$memberpays' };
  const [id = 0] = await addPeople(test, [{ ...names, handles, isVerified }]);
  return { ...(await test.loginAs({ id })), ...names };
}
type Member = Awaited<ReturnType<typeof addMember>>;

let networks = 0;
async function report({ id }: { id: number }, body: object = {}) {
  networks += 1;
  await test.call('POST', '/api/reports', {
    body: { userId: id, reason: 'wrong-handle', ...body },
    remoteAddress: `10.1.${networks >> 8}.${networks & 255}`,
  });
}

async function list(query = ''): Promise<Review[]> {
  const answer = await admin.call('GET', `/api/admin/reviews${query}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

const counts = async () => (await admin.call('GET', '/api/admin/reviews/counts')).json();
const act = (id: number, body: object) => admin.call('POST', `/api/admin/reviews/${id}`, { body });
const dismiss = ({ id, person: { version, newestReportId } }: Review) =>
  act(id, { action: 'dismiss', version, newestReportId });
const reopen = (id: number) => admin.call('POST', `/api/admin/reviews/${id}/reopen`);
const onlyItem = async () => {
  const [item, ...others] = await list();
  expect(others).toEqual([]);
  if (!item) throw new Error('The queue is empty.');
  return item;
};

const auditOf = ({ id }: { id: number }, action: (typeof auditLog.$inferSelect)['action']) =>
  test.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.subjectId, id), eq(auditLog.action, action)))
    .orderBy(desc(auditLog.id));

async function cautionOf({ id, username }: Pick<Member, 'id' | 'username'>) {
  const { cards } = await searchPage(test.call, searchUrl({ query: username }));
  return cards.find((card) => card.id === id)?.caution;
}

describe('the queue', () => {
  it('has reports grouped by person, with their words and the facts', async () => {
    const member = await addMember();
    await report(member, { details: 'Cash App showed another name.' });
    await report(member, { reason: 'scam' });
    const item = await onlyItem();
    expect(item).toEqual({
      id: expect.any(Number),
      kind: 'report',
      openedAt: expect.any(String),
      note: null,
      other: null,
      reportCount: 2,
      reports: [
        { reason: 'scam', details: null, createdAt: expect.any(String), isFromMember: false },
        {
          reason: 'wrong-handle',
          details: 'Cash App showed another name.',
          createdAt: expect.any(String),
          isFromMember: false,
        },
      ],
      person: {
        id: member.id,
        name: member.name,
        screenName: member.screenName,
        username: member.username,
        profileImage: null,
        websiteUrl: null,
        isVerified: false,
        suspension: null,
        isEmailConfirmed: false,
        memberSince: expect.any(String),
        accounts: [
          { id: expect.any(Number), platform: 'cashapp', username: '$memberpays' },
          { id: expect.any(Number), platform: 'venmo', username: '@member-pays' },
        ],
        changes: [],
        openReports: 2,
        newestReportId: expect.any(Number),
        version: expect.stringMatching(/^[\w-]{22}$/),
      },
    });
    expect(await counts()).toEqual({
      report: 1,
      lookalike: 0,
      verification: 0,
      'lost-badge': 0,
      answer: 0,
    });
  });

  it('shows the newest 20 reports of a person', async () => {
    const member = await addMember();
    for (let n = 1; n <= 25; n += 1) await report(member, { details: `Report ${n}` });
    const { reportCount, reports } = await onlyItem();
    expect(reportCount).toBe(25);
    expect(reports.map(({ details }) => details)).toEqual(
      Array.from({ length: 20 }, (_, n) => `Report ${25 - n}`),
    );
  });

  it('has look-alikes with both people, as long as they look alike', async () => {
    const [real = 0] = await addPeople(test, [
      { name: 'Maya Okafor', username: 'maya.real', isVerified: true },
    ]);
    const [id = 0] = await addPeople(test, [{ name: 'Maya 0kafor', username: 'other.maya' }]);
    const fake = await test.loginAs({ id });
    const item = await onlyItem();
    expect(item).toMatchObject({
      kind: 'lookalike',
      person: { id, isVerified: false },
      other: { id: real, isVerified: true },
    });
    await fake.call('PATCH', '/api/me', { body: { name: 'Somebody Else' } });
    expect(await list()).toEqual([]);
    await fake.call('PATCH', '/api/me', { body: { name: 'Maya 0kafor' } });
    expect((await dismiss(await onlyItem())).statusCode).toBe(200);
    await fake.call('PATCH', '/api/me', { body: { name: 'Somebody Else' } });
    await fake.call('PATCH', '/api/me', { body: { name: 'Maya 0kafor' } });
    expect(await list()).toEqual([]);
  });

  it('lists the oldest first, by kind, in pages of at most 50', async () => {
    const members: number[] = [];
    for (let n = 0; n < 5; n += 1) {
      const member = await addMember();
      members.push(member.id);
      if (n % 2 === 0) await report(member);
      else await member.call('POST', '/api/me/verification', { body: {} });
    }
    const idsOf = (items: Review[]) => items.map(({ person }) => person.id);
    expect(idsOf(await list())).toEqual(members);
    expect(idsOf(await list('?kind=verification'))).toEqual([members[1], members[3]]);
    const paged: number[] = [];
    for (let url: string | undefined = '/api/admin/reviews?kind=report&limit=1'; url; ) {
      const answer = await admin.call('GET', url);
      paged.push(...idsOf(answer.json()));
      url = /^<([^>]+)>; rel="next"$/.exec(String(answer.headers.link))?.[1];
    }
    expect(paged).toEqual([members[0], members[2], members[4]]);
    expect(await counts()).toMatchObject({ report: 3, verification: 2 });
  });

  it.each([
    ['?limit=51', { limit: 'Limit must be a whole number from 1 to 50' }],
    ['?limit=0', { limit: 'Limit must be a whole number from 1 to 50' }],
    [
      '?kind=all',
      { kind: 'kind must be one of report, lookalike, verification, lost-badge, answer' },
    ],
    ['?cursor=x', { cursor: 'This cursor is not valid' }],
  ])('refuses %s', async (query, fields) => {
    const answer = await admin.call('GET', `/api/admin/reviews${query}`);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().fields).toEqual(fields);
  });
});

describe('a lost badge', () => {
  it('is in the queue with the change that cost it, once', async () => {
    const member = await addMember(true);
    await member.call('PATCH', '/api/me', { body: { phoneNumber: '+14155550188' } });
    expect(await list()).toEqual([]);
    await member.call('POST', '/api/payment-accounts', {
      body: { platform: 'venmo', username: '@other-name' },
    });
    await member.call('PATCH', '/api/me', { body: { name: 'Somebody Else' } });
    expect(await onlyItem()).toMatchObject({
      kind: 'lost-badge',
      person: { id: member.id, name: 'Somebody Else', isVerified: false },
    });
  });

  it('is not in the queue if the change fails', async () => {
    const other = await addMember();
    const member = await addMember(true);
    const answer = await member.call('PATCH', '/api/me', {
      body: { name: 'New Name', username: other.username },
    });
    expect(answer.statusCode).toBe(409);
    expect(await list()).toEqual([]);
  });
});

describe('a request for verification', () => {
  const ask = ({ call }: Member, body: object = {}) =>
    call('POST', '/api/me/verification', { body });

  it('is in the queue with its note and audited; one can be open', async () => {
    const member = await addMember();
    const answer = await ask(member, { note: 'My shop: example.com' });
    expect(answer.statusCode).toBe(202);
    expect(await onlyItem()).toMatchObject({
      kind: 'verification',
      note: 'My shop: example.com',
      person: { id: member.id },
    });
    expect(await auditOf(member, 'verification-requested')).toHaveLength(1);
    const again = await ask(member);
    expect(again.statusCode).toBe(409);
    expect(again.json()).toMatchObject({ code: 'ALREADY_REQUESTED' });
    expect(await auditOf(member, 'verification-requested')).toHaveLength(1);
  });

  it('is known to the member until it is closed', async () => {
    const member = await addMember();
    const state = async () => (await member.call('GET', '/api/me/verification')).json();
    expect(await state()).toEqual({ isRequested: false });
    await ask(await addMember());
    expect(await state()).toEqual({ isRequested: false });
    await ask(member);
    expect(await state()).toEqual({ isRequested: true });
    await test.db.update(reviews).set({ closedAt: new Date(), action: 'dismiss' });
    expect(await state()).toEqual({ isRequested: false });
  });

  it('opens one item when many are sent at once', async () => {
    const member = await addMember();
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(member)));
    expect(answers.filter(({ statusCode }) => statusCode === 202)).toHaveLength(1);
    await onlyItem();
  });

  it('is refused for a verified member and for a long note', async () => {
    const member = await addMember(true);
    expect((await ask(member)).json()).toMatchObject({ code: 'ALREADY_VERIFIED' });
    const long = await ask(await addMember(), { note: 'x'.repeat(1_001) });
    expect(long.statusCode).toBe(400);
    expect(long.json().fields).toEqual({ note: 'Note must be at most 1,000 characters' });
  });

  it('can be made three times a day', async () => {
    const limited = await buildTestApp({ rateLimits: true });
    const member = await limited.loginAs();
    const statuses: number[] = [];
    for (let n = 0; n < 4; n += 1) {
      statuses.push((await member.call('POST', '/api/me/verification', { body: {} })).statusCode);
      await limited.db.delete(reviews);
    }
    expect(statuses).toEqual([202, 202, 202, 429]);
    await limited.close();
  });
});

describe('dismissing', () => {
  it('closes the item, ends the caution and is audited', async () => {
    const member = await addMember();
    for (let n = 0; n < 3; n += 1) await report(member);
    expect(await cautionOf(member)).toEqual({ kind: 'reported' });
    const { id, person } = await onlyItem();
    const answer = await act(id, {
      action: 'dismiss',
      reason: 'All three are wrong.',
      newestReportId: person.newestReportId,
    });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(await list()).toEqual([]);
    expect(await cautionOf(member)).toBeNull();
    const [row] = await test.db.select().from(reviews).where(eq(reviews.id, id));
    expect(row).toMatchObject({
      action: 'dismiss',
      closedBy: admin.id,
      reason: 'All three are wrong.',
    });
    expect(await auditOf(member, 'review-dismissed')).toMatchObject([
      { actorId: admin.id, details: { kind: 'report', reason: 'All three are wrong.' } },
    ]);
  });

  it('leaves reports that came after the list was read', async () => {
    const member = await addMember();
    await report(member);
    const read = await onlyItem();
    for (let n = 0; n < 3; n += 1) await report(member);
    const answer = await dismiss(read);
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({ code: 'NEW_REPORTS' });
    expect(await cautionOf(member)).toEqual({ kind: 'reported' });
    expect((await dismiss(await onlyItem())).statusCode).toBe(200);
    expect(await cautionOf(member)).toBeNull();
  });

  it('is refused for reports that the request does not name', async () => {
    const member = await addMember();
    await report(member);
    const { id } = await onlyItem();
    const answer = await act(id, { action: 'dismiss' });
    expect(answer.json()).toMatchObject({ code: 'NEW_REPORTS' });
  });

  it('of another item needs no report, because it leaves them open', async () => {
    const member = await addMember();
    await member.call('POST', '/api/me/verification', { body: {} });
    const read = await onlyItem();
    await report(member);
    expect((await dismiss(read)).statusCode).toBe(200);
    expect(await onlyItem()).toMatchObject({ kind: 'report' });
  });

  describe('a look-alike', () => {
    let fake: Awaited<ReturnType<TestApp['loginAs']>>;
    const addNamesake = async (name: string, username: string) =>
      (await addPeople(test, [{ name, username, isVerified: true }]))[0] ?? 0;
    beforeEach(async () => {
      await addNamesake('Maya Okafor', 'maya.real');
      const [id = 0] = await addPeople(test, [{ name: 'Maya 0kafor', username: 'other.maya' }]);
      fake = await test.loginAs({ id });
    });
    const rename = (name: string) => fake.call('PATCH', '/api/me', { body: { name } });
    const dismissOnly = async () => {
      const answer = await dismiss(await onlyItem());
      expect(answer.statusCode, answer.body).toBe(200);
    };
    const caution = () => cautionOf({ id: fake.id, username: 'other.maya' });
    const of = (name: string, username: string) => ({ kind: 'lookalike', of: { name, username } });

    it('ends its caution until one of the names changes', async () => {
      expect(await caution()).toEqual(of('Maya Okafor', 'maya.real'));
      await dismissOnly();
      expect(await caution()).toBeNull();
      expect(await list()).toEqual([]);
      // What is not a name changes nothing.
      await fake.call('PATCH', '/api/me', { body: { websiteUrl: 'https://maya.example' } });
      expect(await caution()).toBeNull();

      // The same look with other letters is another name.
      await rename('Maya Okafor');
      expect(await caution()).toEqual(of('Maya Okafor', 'maya.real'));
      expect(await onlyItem()).toMatchObject({ kind: 'lookalike', person: { id: fake.id } });
      await rename('Maya 0kafor');
      expect(await caution()).toBeNull();
      expect(await list()).toEqual([]);
    });

    it('is a caution again after a change of the verified name', async () => {
      await dismissOnly();
      const { rows } = await test.pool.query<{ id: number }>(
        `SELECT id FROM users WHERE username = 'maya.real'`,
      );
      const real = await test.loginAs({ id: rows[0]?.id ?? 0 });
      const verify = () =>
        admin.call('PATCH', `/api/admin/users/${real.id}`, { body: { isVerified: true } });
      await admin.call('PATCH', `/api/admin/users/${real.id}`, { body: { isVerified: false } });
      await verify();
      expect(await caution()).toBeNull();
      await real.call('PATCH', '/api/me', { body: { screenName: 'Maya O.' } });
      await verify();
      expect(await caution()).toEqual(of('Maya O.', 'maya.real'));
    });

    it('ends it for that verified member only, also after the index is built again', async () => {
      const rebuild = async () => {
        await test.pool.query('UPDATE search_index SET version = 1');
        await rebuildOutdatedIndex(test.pool, () => undefined);
        test.app.peopleSearch.markChanged();
      };
      await addNamesake('Maya Okafor', 'maya.second');
      await dismissOnly();
      expect(await caution()).toEqual(of('Maya Okafor', 'maya.second'));
      await rebuild();
      expect(await caution()).toEqual(of('Maya Okafor', 'maya.second'));
      await dismissOnly();
      expect(await caution()).toBeNull();
      await rebuild();
      expect(await caution()).toBeNull();
      expect(await list()).toEqual([]);
    });

    it('can be undone, with its caution', async () => {
      const before = await onlyItem();
      await dismissOnly();
      expect((await reopen(before.id)).statusCode).toBe(200);
      expect(await caution()).toEqual(of('Maya Okafor', 'maya.real'));
      expect(await onlyItem()).toEqual(before);
    });
  });

  it('is not in the export of the member, nor is an admin’s address', async () => {
    const member = await addMember();
    const reporter = await addMember();
    await reporter.call('POST', '/api/reports', {
      body: { userId: member.id, reason: 'scam', details: 'Secret words' },
    });
    const { id, person } = await onlyItem();
    const from = { remoteAddress: '203.0.113.50' };
    const path = `/api/admin/reviews/${id}`;
    const { version, newestReportId } = person;
    await admin.call('POST', path, { ...from, body: { action: 'dismiss', newestReportId } });
    await admin.call('POST', `${path}/reopen`, from);
    const body = { action: 'verify', version, newestReportId };
    await admin.call('POST', path, { ...from, body });
    const theirs = await member.call('GET', '/api/me/export');
    expect(theirs.body).not.toContain('Secret words');
    expect(theirs.body).not.toContain('203.0.113.50');
    expect(theirs.json()).toMatchObject({ reports: [], activity: expect.any(Array) });
    const actions = theirs.json().activity.map(({ action }: { action: string }) => action);
    expect(actions).toContain('user-verified');
    expect(actions).not.toContain('review-dismissed');
    expect(actions).not.toContain('review-reopened');
    const own = (await reporter.call('GET', '/api/me/export')).json();
    expect(own.reports).toMatchObject([{ userId: member.id, details: 'Secret words' }]);
  });

  it('keeps old reports from counting with new ones', async () => {
    const member = await addMember();
    for (let n = 0; n < 3; n += 1) await report(member);
    await dismiss(await onlyItem());
    for (let n = 0; n < 2; n += 1) {
      await report(member);
      expect(await cautionOf(member)).toBeNull();
    }
    expect(await onlyItem()).toMatchObject({ reportCount: 2 });
    await report(member);
    expect(await cautionOf(member)).toEqual({ kind: 'reported' });
  });

  it('can be undone', async () => {
    const member = await addMember();
    for (let n = 0; n < 3; n += 1) await report(member);
    const before = await onlyItem();
    await dismiss(before);
    expect((await reopen(before.id)).statusCode).toBe(200);
    expect(await onlyItem()).toEqual(before);
    expect(await cautionOf(member)).toEqual({ kind: 'reported' });
    expect(await auditOf(member, 'review-reopened')).toHaveLength(1);
    expect((await reopen(before.id)).statusCode).toBe(409);
  });

  it('cannot be undone where a newer item is open', async () => {
    const member = await addMember();
    await report(member);
    const item = await onlyItem();
    await dismiss(item);
    await report(member);
    expect((await reopen(item.id)).json()).toMatchObject({ code: 'NOT_REOPENED' });
    expect(await list()).toHaveLength(1);
  });
});

describe('verifying', () => {
  const verify = ({ id, person: { version, newestReportId } }: Review) =>
    act(id, { action: 'verify', version, newestReportId });

  it('sets the badge, closes everything about the member and is audited', async () => {
    const member = await addMember();
    await member.call('POST', '/api/me/verification', { body: {} });
    for (let n = 0; n < 3; n += 1) await report(member);
    const [item] = await list('?kind=verification');
    if (!item) throw new Error('There is no item.');
    expect(item.person.openReports).toBe(3);
    const answer = await verify(item);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(await list()).toEqual([]);
    expect((await member.call('GET', '/api/user')).json()).toMatchObject({ isVerified: true });
    expect(await cautionOf(member)).toBeNull();
    expect(await auditOf(member, 'user-verified')).toMatchObject([{ actorId: admin.id }]);
    expect(await auditOf(member, 'review-verified')).toMatchObject([
      { details: { kind: 'verification' } },
    ]);
  });

  it.each([
    [
      'a handle',
      (member: Member) =>
        member.call('POST', '/api/payment-accounts', {
          body: { platform: 'venmo', username: '@thief' },
        }),
    ],
    [
      'another handle',
      (member: Member) =>
        member.call('POST', '/api/payment-accounts', {
          body: { platform: 'paypal', username: 'thief' },
        }),
    ],
    ['a removed handle', (member: Member) => member.call('DELETE', '/api/payment-accounts/venmo')],
    [
      'the name',
      (member: Member) => member.call('PATCH', '/api/me', { body: { name: 'Red Cross' } }),
    ],
    [
      'the screen name',
      (member: Member) => member.call('PATCH', '/api/me', { body: { screenName: 'Red Cross' } }),
    ],
    [
      'the username',
      (member: Member) => member.call('PATCH', '/api/me', { body: { username: 'redcross' } }),
    ],
    [
      'the website',
      (member: Member) =>
        member.call('PATCH', '/api/me', { body: { websiteUrl: 'https://redcross.example.org' } }),
    ],
  ])('is refused after a change of %s since the admin looked', async (_, change) => {
    const member = await addMember();
    await member.call('POST', '/api/me/verification', { body: {} });
    const { id, person } = await onlyItem();
    expect((await change(member)).statusCode).toBeLessThan(300);
    const stale = { action: 'verify', version: person.version };
    const answer = await act(id, stale);
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({
      code: 'PROFILE_CHANGED',
      message: 'This profile changed since you opened it. Look again.',
    });
    const viaUsers = await admin.call('PATCH', `/api/admin/users/${member.id}`, {
      body: { isVerified: true, version: person.version },
    });
    expect(viaUsers.json()).toMatchObject({ code: 'PROFILE_CHANGED' });
    expect((await member.call('GET', '/api/user')).json()).toMatchObject({ isVerified: false });
    const fresh = await onlyItem();
    expect((await act(id, { ...stale, version: fresh.person.version })).statusCode).toBe(200);
  });

  it('is refused if reports came after the list was read', async () => {
    const member = await addMember();
    await member.call('POST', '/api/me/verification', { body: {} });
    const read = await onlyItem();
    expect(read.person.newestReportId).toBeNull();
    for (let n = 0; n < 3; n += 1) await report(member, { reason: 'impersonation' });
    const answer = await verify(read);
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({ code: 'NEW_REPORTS' });
    expect(await list()).toHaveLength(2);
    expect(await cautionOf(member)).toEqual({ kind: 'reported' });
    const [fresh = read] = await list();
    expect((await verify(fresh)).statusCode).toBe(200);
    expect(await list()).toEqual([]);
  });

  it('is refused if as many reports came after others were dismissed', async () => {
    const member = await addMember();
    await member.call('POST', '/api/me/verification', { body: {} });
    for (let n = 0; n < 3; n += 1) await report(member);
    const [read, reported] = await list();
    if (!read || !reported) throw new Error('There are no items.');
    const other = await test.loginAs({ isAdmin: true });
    const { newestReportId } = reported.person;
    const body = { action: 'dismiss', newestReportId };
    await other.call('POST', `/api/admin/reviews/${reported.id}`, { body });
    for (let n = 0; n < 3; n += 1) await report(member, { reason: 'impersonation' });
    const answer = await verify(read);
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({ code: 'NEW_REPORTS' });
    expect(await cautionOf(member)).toEqual({ kind: 'reported' });
    expect((await member.call('GET', '/api/user')).json()).toMatchObject({ isVerified: false });
  });

  it('is refused for reports that the request does not name', async () => {
    const member = await addMember();
    await report(member);
    const { id, person } = await onlyItem();
    const answer = await act(id, { action: 'verify', version: person.version });
    expect(answer.json()).toMatchObject({ code: 'NEW_REPORTS' });
  });

  it('is possible after another admin has dismissed the reports', async () => {
    const member = await addMember();
    await member.call('POST', '/api/me/verification', { body: {} });
    await report(member);
    const [read, reported] = await list();
    if (!read || !reported) throw new Error('There are no items.');
    await dismiss(reported);
    expect((await verify(read)).statusCode).toBe(200);
  });

  it('from the list of users, which shows no reports, leaves them in the queue', async () => {
    const member = await addMember();
    await member.call('POST', '/api/me/verification', { body: {} });
    for (let n = 0; n < 3; n += 1) await report(member);
    await admin.call('PATCH', `/api/admin/users/${member.id}`, { body: { isVerified: true } });
    expect(await cautionOf(member)).toBeNull();
    expect(await onlyItem()).toMatchObject({ kind: 'report', reportCount: 3 });
  });

  it('from the list of users checks the version too, and closes the items', async () => {
    const member = await addMember();
    await member.call('POST', '/api/me/verification', { body: {} });
    const { body } = await admin.call('GET', `/api/admin/users?query=${member.username}`);
    const [{ version }] = JSON.parse(body);
    const answer = await admin.call('PATCH', `/api/admin/users/${member.id}`, {
      body: { isVerified: true, version },
    });
    expect(answer.json()).toMatchObject({ isVerified: true, version });
    expect(await list()).toEqual([]);
  });

  it('needs a version', async () => {
    const member = await addMember();
    await report(member);
    const answer = await act((await onlyItem()).id, { action: 'verify' });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().fields).toEqual({
      version: 'version must be the one that came with the item',
    });
  });
});

describe('suspending', () => {
  it('takes the member out of search with words to read, and closes everything', async () => {
    const member = await addMember();
    await member.call('POST', '/api/me/verification', { body: {} });
    await report(member);
    const [, { id } = { id: 0 }] = await list();
    const reason = 'This page copies another business.';
    const answer = await act(id, { action: 'suspend', reason });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(await list()).toEqual([]);
    expect(await cautionOf(member)).toBeUndefined();
    const own = (await member.call('GET', '/api/user')).json();
    expect(own.suspension).toMatchObject({ reason });
    expect(await auditOf(member, 'user-suspended')).toMatchObject([{ actorId: admin.id }]);
    expect(await auditOf(member, 'review-suspended')).toMatchObject([
      { details: { kind: 'report', reason } },
    ]);
  });

  it.each([undefined, null, '', '  '])('needs a reason, not %j', async (reason) => {
    const member = await addMember();
    await report(member);
    const answer = await act((await onlyItem()).id, { action: 'suspend', reason });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().fields).toEqual({ reason: 'Please tell the member why' });
    expect((await member.call('GET', '/api/user')).json().suspension).toBeNull();
  });

  it('is refused for admins', async () => {
    const other = await test.loginAs({ isAdmin: true });
    await report(other);
    const answer = await act((await onlyItem()).id, { action: 'suspend', reason: 'Goodbye' });
    expect(answer.json()).toMatchObject({ code: 'IS_ADMIN' });
    expect(await list()).toHaveLength(1);
  });
});

describe('an item', () => {
  it('is closed once: of 50 actions at the same moment one wins', async () => {
    const member = await addMember();
    await report(member);
    const { id, person } = await onlyItem();
    const { version, newestReportId } = person;
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        act(id, { action: n % 2 ? 'dismiss' : 'verify', version, newestReportId }),
      ),
    );
    const statuses = answers.map(({ statusCode }) => statusCode).sort();
    expect(statuses).toEqual([200, ...Array.from({ length: 49 }, () => 409)]);
    const closings = [
      ...(await auditOf(member, 'review-dismissed')),
      ...(await auditOf(member, 'review-verified')),
    ];
    expect(closings).toHaveLength(1);
  });

  it('that does not exist is a 404', async () => {
    expect((await act(999_999, { action: 'dismiss' })).statusCode).toBe(404);
    expect((await reopen(999_999)).statusCode).toBe(404);
  });

  it('goes with the member', async () => {
    const member = await addMember();
    await report(member);
    const { id } = await onlyItem();
    await member.call('DELETE', `/api/user/${member.id}`);
    expect(await list()).toEqual([]);
    expect((await act(id, { action: 'dismiss' })).statusCode).toBe(404);
  });

  it('stays closed when the admin who closed it is deleted', async () => {
    const member = await addMember();
    await report(member);
    const item = await onlyItem();
    await dismiss(item);
    const second = await test.loginAs({ isAdmin: true });
    await second.call('DELETE', `/api/user/${admin.id}`);
    const [row] = await test.db.select().from(reviews).where(eq(reviews.id, item.id));
    expect(row).toMatchObject({ action: 'dismiss', closedBy: null });
  });
});
