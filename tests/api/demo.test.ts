import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { profileInput } from '#contract/accounts.ts';
import { parseHandle } from '#contract/handles.ts';
import { PLATFORMS } from '#contract/platforms/registry.ts';
import { deleteDemoPeople, insertDemoPeople } from '#server/db/demo/insert.ts';
import { DEMO_PEOPLE } from '#server/db/demo/people.ts';
import { paymentAccounts, users } from '#server/db/schema.ts';
import { isReservedUsername } from '#server/lib/reserved-usernames.ts';
import { addPeople, searchAll } from '#tests/support/directory.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.close());

describe('the fictional people', () => {
  it('are about sixty, on every platform, some verified, some with a picture', () => {
    expect(DEMO_PEOPLE.length).toBeGreaterThanOrEqual(55);
    expect(DEMO_PEOPLE.length).toBeLessThanOrEqual(65);
    for (const platform of PLATFORMS) {
      expect(DEMO_PEOPLE.some(({ accounts }) => accounts[platform])).toBe(true);
    }
    expect(DEMO_PEOPLE.some(({ isVerified }) => isVerified)).toBe(true);
    expect(DEMO_PEOPLE.some(({ isVerified }) => !isVerified)).toBe(true);
  });

  it('have handles that a member could have saved', () => {
    for (const { accounts } of DEMO_PEOPLE) {
      for (const platform of PLATFORMS) {
        const handle = accounts[platform];
        if (handle)
          expect(parseHandle(platform, handle)).toMatchObject({ ok: true, stored: handle });
      }
    }
  });

  it('have names and usernames that a member could have chosen', () => {
    for (const { name, screenName, username } of DEMO_PEOPLE) {
      expect(profileInput.parse({ name, screenName, username })).toMatchObject({ name, username });
      expect(isReservedUsername(username)).toBe(false);
    }
  });

  it('come with their handles and pictures, and are found', async () => {
    expect(await insertDemoPeople(test.db)).toBe(DEMO_PEOPLE.length);
    const accounts = await test.db.select().from(paymentAccounts);
    expect(accounts).toHaveLength(
      DEMO_PEOPLE.flatMap((person) => Object.keys(person.accounts)).length,
    );
    const found = await test.call('GET', '/api/users/search?query=mayfair');
    expect(found.json()[0]).toMatchObject({
      name: 'Mayfair Bakery',
      platforms: ['paypal', 'applepay', 'cashapp', 'venmo'],
      profileImage: expect.stringMatching(/^\/api\/avatars\//),
      isVerified: true,
      verifiedAt: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    });
  });

  it('are marked as fictional on every card and page, and no other person is', async () => {
    const [id = 0] = await addPeople(test, [{ name: 'A Real Person', username: 'real.person' }]);
    const cards = await searchAll(test.call, { limit: '50' });
    expect(cards).toHaveLength(DEMO_PEOPLE.length + 1);
    expect(cards.filter(({ isFictional }) => !isFictional).map((card) => card.id)).toEqual([id]);
    const label = 'Fictional<span class="sr-only"> profile</span>';
    expect((await test.call('GET', '/@mayaokafor')).body).toContain(label);
    expect((await test.call('GET', '/@real.person')).body).not.toContain(label);
    await test.db.delete(users).where(eq(users.id, id));
  });

  it('do not look like each other', async () => {
    const cards = await searchAll(test.call, { limit: '50' });
    expect(cards.filter(({ caution }) => caution !== null)).toEqual([]);
  });

  it('are deleted without any other person', async () => {
    const member = await test.insertPerson({ name: 'A Real Member' });
    expect(await deleteDemoPeople(test.db)).toBe(DEMO_PEOPLE.length);
    const left = await test.db.select({ id: users.id }).from(users);
    expect(left).toEqual([{ id: member.id }]);
    expect(await deleteDemoPeople(test.db)).toBe(0);
  });
});
