import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPeople, searchPage, searchUrl } from '#tests/support/directory.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';

let test: TestApp;
let admin: Awaited<ReturnType<TestApp['loginAs']>>;
beforeAll(async () => {
  test = await buildTestApp();
  admin = await test.loginAs({ isAdmin: true });
});
afterAll(() => test.close());

async function addMember(username: string) {
  const [id = 0] = await addPeople(test, [{ name: 'Dated Badge', username }]);
  return test.loginAs({ id });
}

const setVerified = async (id: number, isVerified: boolean) => {
  const answer = await admin.call('PATCH', `/api/admin/users/${id}`, { body: { isVerified } });
  expect(answer.statusCode, answer.body).toBe(200);
};

async function dateOnCard(query: string) {
  const { cards } = await searchPage(test.call, searchUrl({ query }));
  return cards[0]?.verifiedAt;
}

const storedDate = async (id: number) => {
  const { rows } = await test.pool.query<{ at: Date | null }>(
    'SELECT verified_at AS at FROM users WHERE id = $1',
    [id],
  );
  return rows[0]?.at?.toISOString() ?? null;
};

it('the card says on which day an admin granted the badge', async () => {
  const member = await addMember('dated.one');
  expect(await dateOnCard('dated.one')).toBeNull();
  await setVerified(member.id, true);
  const granted = await storedDate(member.id);
  expect(granted).not.toBeNull();
  expect(await dateOnCard('dated.one')).toBe(granted?.slice(0, 10));

  // Granting it again, or another change, keeps the day.
  await setVerified(member.id, true);
  await member.call('PATCH', '/api/me', { body: { phoneNumber: '+14155550188' } });
  expect(await storedDate(member.id)).toBe(granted);
});

it('the day is on the page and in the export too', async () => {
  const member = await addMember('dated.two');
  await setVerified(member.id, true);
  await test.pool.query(`UPDATE users SET verified_at = '2026-03-03T12:00:00Z' WHERE id = $1`, [
    member.id,
  ]);
  const { body } = await test.call('GET', '/@dated.two');
  expect(body).toContain('"verifiedAt":"2026-03-03"');
  const exported = await member.call('GET', '/api/me/export');
  expect(exported.json().user).toMatchObject({ verifiedAt: '2026-03-03T12:00:00.000Z' });
});

it('the day goes with the badge', async () => {
  const member = await addMember('dated.three');
  await setVerified(member.id, true);
  await member.call('PATCH', '/api/me', { body: { name: 'Another Name' } });
  expect(await storedDate(member.id)).toBeNull();
  expect(await dateOnCard('dated.three')).toBeNull();
  expect((await test.call('GET', '/@dated.three')).body).toContain('"verifiedAt":null');
  await setVerified(member.id, true);
  await setVerified(member.id, false);
  expect(await storedDate(member.id)).toBeNull();
});
