import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Review } from '#contract/reviews.ts';
import { indexPeople } from '#server/db/index-people.ts';
import { reports, reviews, users } from '#server/db/schema.ts';
import { sweep } from '#server/jobs/sweep.ts';
import { addPeople, searchPage, searchUrl } from '#tests/support/directory.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';

/** Reports can harm the reported: nobody may cause a caution alone. */
let test: TestApp;
let limited: TestApp;
beforeAll(async () => {
  test = await buildTestApp({}, { sharedSearchMs: 3_600_000 });
  limited = await buildTestApp({ rateLimits: true });
});
afterAll(async () => {
  await test.close();
  await limited.close();
});

const ACCEPTED = '{"message":"Thanks for telling us. We’ll read it and act if needed."}';
let people = 0;

async function addPerson(app = test, isVerified = false) {
  people += 1;
  const username = `reported${people}`;
  const person = { name: `Corner Bakery ${people}`, username, isVerified };
  const [id = 0] = await addPeople(app, [{ ...person, handles: { cashapp: '$corner' } }]);
  return { id, username };
}
type Person = Awaited<ReturnType<typeof addPerson>>;

async function report(
  { id }: { id: number },
  from: string,
  {
    app = test,
    as,
    ...body
  }: { app?: TestApp; as?: { call: TestApp['call'] }; details?: string } = {},
) {
  const answer = await (as ?? app).call('POST', '/api/reports', {
    body: { userId: id, reason: 'scam', ...body },
    remoteAddress: from,
  });
  expect(answer.statusCode).toBe(202);
  expect(answer.body).toBe(ACCEPTED);
  return answer;
}

async function cautionOf({ id, username }: Person, app = test) {
  const { cards } = await searchPage(app.call, searchUrl({ query: username }));
  return cards.find((card) => card.id === id)?.caution;
}

const storedAbout = ({ id }: Person, app = test) =>
  app.db.select().from(reports).where(eq(reports.userId, id)).orderBy(reports.id);

const NETWORKS = ['192.0.2.1', '198.51.100.1', '203.0.113.1'] as const;

/** As if the reports were made so many days ago. */
async function age({ id }: Person, days: number, app = test) {
  await app.pool.query(
    `UPDATE reports SET created_at = created_at - make_interval(days => $2) WHERE user_id = $1`,
    [id, days],
  );
  await app.pool.query(
    `UPDATE users SET reported_until = reported_until - make_interval(days => $2) WHERE id = $1`,
    [id, days],
  );
  await indexPeople(app.db, [id]);
  app.app.peopleSearch.markChanged();
}

describe('the caution', () => {
  it('needs three reporters from different networks', async () => {
    const person = await addPerson();
    for (const network of NETWORKS) {
      expect(await cautionOf(person)).toBeNull();
      await report(person, network);
    }
    expect(await cautionOf(person)).toEqual({ kind: 'reported' });
  });

  it('is not caused by thousands of reports from one network', async () => {
    const person = await addPerson();
    await report(person, NETWORKS[0], { details: 'First' });
    await report(person, NETWORKS[1]);
    for (let count = 0; count < 2_000; count += 1) {
      await report(person, NETWORKS[count % 2] ?? '', { details: `Again ${count}` });
    }
    const stored = await storedAbout(person);
    expect(stored.map(({ details }) => details)).toEqual(['First', null]);
    const [review] = await test.db.select().from(reviews).where(eq(reviews.userId, person.id));
    expect(review?.reportCount).toBe(2);
    expect(await cautionOf(person)).toBeNull();
  });

  it('counts all addresses of an IPv6 customer as one network', async () => {
    const person = await addPerson();
    for (const from of ['2001:db8:1:1::1', '2001:db8:1:2::1', '2001:db8:1:ffff::9']) {
      await report(person, from);
    }
    expect(await storedAbout(person)).toHaveLength(1);
    expect(await cautionOf(person)).toBeNull();
  });

  it('counts a member once, from whatever networks', async () => {
    const person = await addPerson();
    const member = await test.loginAs();
    for (const from of NETWORKS) await report(person, from, { as: member });
    expect(await storedAbout(person)).toMatchObject([{ memberId: member.id }]);
    expect(await cautionOf(person)).toBeNull();
  });

  it('counts reports at the same moment exactly', async () => {
    const person = await addPerson();
    await Promise.all(Array.from({ length: 30 }, (_, n) => report(person, NETWORKS[n % 2] ?? '')));
    expect(await storedAbout(person)).toHaveLength(2);
    expect(await cautionOf(person)).toBeNull();
    await Promise.all(Array.from({ length: 10 }, () => report(person, NETWORKS[2])));
    expect(await storedAbout(person)).toHaveLength(3);
    expect(await cautionOf(person)).toEqual({ kind: 'reported' });
  });

  it('is never on a verified member, however many report, until the badge is lost', async () => {
    const person = await addPerson(test, true);
    for (let n = 1; n <= 20; n += 1) await report(person, `192.0.2.${n}`);
    expect(await storedAbout(person)).toHaveLength(20);
    expect(await cautionOf(person)).toBeNull();
    const member = await test.loginAs({ id: person.id });
    await member.call('PATCH', '/api/me', { body: { name: 'Another Bakery' } });
    expect(await cautionOf(person)).toEqual({ kind: 'reported' });
  });

  it('goes when an admin verifies the member, and stays away when the badge is lost', async () => {
    const person = await addPerson();
    for (const network of NETWORKS) await report(person, network);
    const admin = await test.loginAs({ isAdmin: true });
    const items: Review[] = (await admin.call('GET', '/api/admin/reviews?limit=50')).json();
    const item = items.find((each) => each.person.id === person.id);
    const { version, newestReportId } = item?.person ?? {};
    const body = { action: 'verify', version, newestReportId };
    const answer = await admin.call('POST', `/api/admin/reviews/${item?.id}`, { body });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(await cautionOf(person)).toBeNull();
    const member = await test.loginAs({ id: person.id });
    await member.call('PATCH', '/api/me', { body: { name: 'Other Bakery' } });
    expect(await cautionOf(person)).toBeNull();
  });

  it('ends 14 days after the third newest report', async () => {
    const person = await addPerson();
    for (const network of NETWORKS) await report(person, network);
    const [row] = await test.db.select().from(users).where(eq(users.id, person.id));
    const [first] = await storedAbout(person);
    const until = row?.reportedUntil?.getTime() ?? 0;
    expect(until - (first?.createdAt.getTime() ?? 0)).toBe(14 * 86_400_000);
    await age(person, 14);
    expect(await cautionOf(person)).toBeNull();
  });

  it('counts only reports of the last 14 days', async () => {
    const person = await addPerson();
    await report(person, NETWORKS[0]);
    await report(person, NETWORKS[1]);
    await age(person, 15);
    await report(person, NETWORKS[2]);
    await report(person, '192.0.2.77');
    expect(await cautionOf(person)).toBeNull();
    await report(person, '192.0.2.78');
    expect(await cautionOf(person)).toEqual({ kind: 'reported' });
  });
});

describe('the response', () => {
  it('is the same for new, repeated and excess reports, and about nobody', async () => {
    const person = await addPerson(limited);
    const verified = await addPerson(limited, true);
    const options = { app: limited };
    const from = '192.0.2.200';
    const first = await report(person, from, options);
    const others = [
      await report(person, from, options),
      await report({ id: 2_147_483_647 }, from, options),
      await report(verified, from, options),
    ];
    for (let count = 0; count < 10; count += 1) {
      others.push(await report(await addPerson(limited), from, options));
    }
    const shown = ({ headers, body, statusCode }: typeof first) => {
      const { date: _date, ...rest } = headers;
      return { headers: rest, body, statusCode };
    };
    for (const answer of others) expect(shown(answer)).toEqual(shown(first));
    // Five a day were considered: one twice, one about nobody, and two more.
    const stored = await limited.db.select().from(reports);
    expect(stored).toHaveLength(3);
    // Another network is not affected.
    await report(await addPerson(limited), '192.0.2.201', options);
    expect(await limited.db.select().from(reports)).toHaveLength(4);
  });

  it.each([
    [{ userId: 0 }, { userId: 'This id is not valid' }],
    [{ userId: '7' }, { userId: 'This id is not valid' }],
    [{ userId: 2 ** 31 }, { userId: 'This id is not valid' }],
    [
      { reason: 'ugly' },
      { reason: 'reason must be one of impersonation, wrong-handle, scam, other' },
    ],
    [{ details: 'x'.repeat(1_001) }, { details: 'Details must be at most 1,000 characters' }],
    [{ extra: 1 }, { extra: 'Unknown field: extra' }],
  ])('is a 400 for %j', async (wrong, fields) => {
    const answer = await test.call('POST', '/api/reports', {
      body: { userId: 7, reason: 'scam', ...wrong },
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().fields).toEqual(fields);
  });
});

describe('what is stored', () => {
  it('holds no address of the reporter, neither here nor in the audit log', async () => {
    const person = await addPerson();
    const before = await test.pool.query('SELECT count(*)::int FROM audit_log');
    await report(person, '203.0.113.99', { details: 'I paid a stranger.\nSee my bank.' });
    const [stored] = await storedAbout(person);
    expect(stored).toMatchObject({
      reason: 'scam',
      details: 'I paid a stranger.\nSee my bank.',
      memberId: null,
    });
    expect(stored?.networkHash).toHaveLength(32);
    expect(JSON.stringify(stored)).not.toContain('203.0.113');
    expect(await test.pool.query('SELECT count(*)::int FROM audit_log')).toMatchObject({
      rows: before.rows,
    });
  });

  it('does not tell the reported member about it', async () => {
    const person = await addPerson();
    await report(person, NETWORKS[0], { details: 'a secret sentence' });
    const member = await test.loginAs({ id: person.id });
    const exported = await member.call('GET', '/api/me/export');
    expect(exported.body).not.toContain('a secret sentence');
    expect(exported.json().activity).toEqual([]);
  });

  it('is bounded for each person', async () => {
    const person = await addPerson();
    for (let n = 0; n < 210; n += 1) await report(person, `10.0.${n >> 8}.${n & 255}`);
    expect(await storedAbout(person)).toHaveLength(200);
  });

  it('goes with the person, and the name of a deleted reporter with the reporter', async () => {
    const person = await addPerson();
    const reporter = await test.loginAs();
    await report(person, NETWORKS[0], { as: reporter });
    await reporter.call('DELETE', `/api/user/${reporter.id}`);
    expect(await storedAbout(person)).toMatchObject([{ memberId: null }]);
    const member = await test.loginAs({ id: person.id });
    await member.call('DELETE', `/api/user/${person.id}`);
    expect(await storedAbout(person)).toEqual([]);
  });

  it('is deleted after 90 days once the item is closed', async () => {
    const [open, closed] = [await addPerson(), await addPerson()];
    for (const person of [open, closed]) await report(person, NETWORKS[0]);
    await test.pool.query(
      `UPDATE reviews SET closed_at = now(), action = 'dismiss' WHERE user_id = $1`,
      [closed.id],
    );
    for (const person of [open, closed]) await age(person, 91);
    await sweep(test.db);
    expect(await storedAbout(open)).toHaveLength(1);
    expect(await storedAbout(closed)).toEqual([]);
  });
});
