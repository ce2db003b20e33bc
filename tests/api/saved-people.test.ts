import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { indexPeople } from '#server/db/index-people.ts';
import { nextPageOf } from '#tests/support/contacts.ts';
import { addPeople, searchPage, searchUrl } from '#tests/support/directory.ts';
import { savedBy, savedIdsOf, savePerson } from '#tests/support/saved-people.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';

let test: TestApp;
let maya: number;
beforeAll(async () => {
  test = await buildTestApp();
  const [id = 0] = await addPeople(test, [
    {
      name: 'Maya Okafor',
      screenName: 'Maya Okafor',
      username: 'mayaokafor',
      handles: { cashapp: '$mayaokafor', venmo: '@maya-o' },
    },
  ]);
  maya = id;
});
afterAll(() => test.close());

async function setUser(id: number, change: string) {
  await test.pool.query(`UPDATE users SET ${change} WHERE id = $1`, [id]);
  await indexPeople(test.db, [id]);
  test.app.peopleSearch.markChanged();
}

describe('a saved person', () => {
  it('is listed as a search shows them', async () => {
    const ana = await test.loginAs();
    expect((await savePerson(ana, 'MayaOkafor')).statusCode).toBe(204);
    const { cards } = await searchPage(ana.call, searchUrl({ query: 'mayaokafor' }));
    expect(await savedBy(ana)).toEqual([cards[0]]);
    expect(cards[0]?.id).toBe(maya);
    expect(await savedIdsOf(ana)).toEqual([maya]);
  });

  it('is saved once, however often it is asked for, and removed once', async () => {
    const ana = await test.loginAs();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => savePerson(ana, 'mayaokafor')),
    );
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([204]));
    expect(await savedIdsOf(ana)).toEqual([maya]);
    for (let times = 0; times < 2; times += 1) {
      expect((await ana.call('DELETE', `/api/saved-people/ids/${maya}`)).statusCode).toBe(204);
      expect(await savedBy(ana)).toEqual([]);
      expect(await savedIdsOf(ana)).toEqual([]);
    }
  });

  it('follows a new username, handle and caution', async () => {
    const [id = 0] = await addPeople(test, [
      { name: 'Theo Lind', username: 'theo.lind', handles: { venmo: '@theo' } },
    ]);
    const ana = await test.loginAs();
    await savePerson(ana, 'theo.lind');
    const theo = await test.loginAs({ id });
    await theo.call('PATCH', '/api/me', { body: { username: 'theo.two' } });
    await theo.call('POST', '/api/payment-accounts', {
      body: { platform: 'venmo', username: '@theo-new' },
    });
    expect(await savedBy(ana)).toMatchObject([
      {
        id,
        username: 'theo.two',
        venmoUsername: '@theo-new',
        caution: { kind: 'changed', platform: 'venmo' },
      },
    ]);
    // The link that somebody copied before.
    const bo = await test.loginAs();
    expect((await savePerson(bo, 'theo.lind')).statusCode).toBe(204);
    expect(await savedIdsOf(bo)).toEqual([id]);
  });

  it('shows the phone number that members may see', async () => {
    const [id = 0] = await addPeople(test, [{ name: 'Call Me', username: 'call.me' }]);
    await setUser(id, `phone_number = '+15550001111', phone_visibility = 'members'`);
    const ana = await test.loginAs();
    await savePerson(ana, 'call.me');
    expect(await savedBy(ana)).toMatchObject([{ phoneNumber: '+15550001111' }]);
    await setUser(id, `phone_visibility = 'nobody'`);
    expect(await savedBy(ana)).toMatchObject([{ phoneNumber: null }]);
  });

  it('stays when they are not listed any more', async () => {
    const [id = 0] = await addPeople(test, [{ name: 'Shy Person', username: 'shy.person' }]);
    const ana = await test.loginAs();
    await savePerson(ana, 'shy.person');
    await setUser(id, 'is_listed = false');
    expect(await savedIdsOf(ana)).toEqual([id]);
    expect(await savedBy(ana)).toMatchObject([{ id }]);
  });

  it('is left out while they are suspended, and is back after it', async () => {
    const [id = 0] = await addPeople(test, [{ name: 'Sus Pended', username: 'sus.pended' }]);
    const ana = await test.loginAs();
    await savePerson(ana, 'sus.pended');
    await setUser(id, 'suspended_at = now()');
    expect(await savedBy(ana)).toEqual([]);
    expect(await savedIdsOf(ana)).toEqual([]);
    const answer = await savePerson(await test.loginAs(), 'sus.pended');
    expect(answer.statusCode).toBe(404);
    await setUser(id, 'suspended_at = NULL');
    expect(await savedBy(ana)).toMatchObject([{ id }]);
  });

  it('is gone when they delete their account, also from the owner’s export', async () => {
    const [id = 0] = await addPeople(test, [{ name: 'Leaving Soon', username: 'leaving.soon' }]);
    const ana = await test.loginAs();
    await savePerson(ana, 'leaving.soon');
    const exported = async () => (await ana.call('GET', '/api/me/export')).json().savedPeople;
    expect(await exported()).toEqual([
      { userId: id, username: 'leaving.soon', savedAt: expect.stringMatching(/Z$/) },
    ]);
    await setUser(id, 'suspended_at = now()');
    expect(await exported()).toMatchObject([{ userId: id, username: null }]);
    const leaving = await test.loginAs({ id });
    expect((await leaving.call('DELETE', `/api/user/${id}`)).statusCode).toBe(200);
    expect(await exported()).toEqual([]);
    expect(await savedBy(ana)).toEqual([]);
  });

  it('is deleted with the account of the member who saved them', async () => {
    const ana = await test.loginAs();
    await savePerson(ana, 'mayaokafor');
    expect((await ana.call('DELETE', `/api/user/${ana.id}`)).statusCode).toBe(200);
    const { rows } = await test.pool.query('SELECT FROM saved_people WHERE owner_id = $1', [
      ana.id,
    ]);
    expect(rows).toEqual([]);
  });

  it('is not yourself', async () => {
    const ana = await test.loginAs({ username: 'ana.self' });
    const answer = await savePerson(ana, 'ana.self');
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({
      code: 'OWN_PAGE',
      message: 'This is your own page. You can save other people.',
    });
  });
});

describe('the list', () => {
  it('has pages, newest first', async () => {
    const ana = await test.loginAs();
    const names = ['page.one', 'page.two', 'page.three'];
    await addPeople(
      test,
      names.map((username) => ({ name: 'Page Person', username })),
    );
    for (const username of names) await savePerson(ana, username);
    const first = await ana.call('GET', '/api/saved-people?limit=2');
    expect(first.json()).toMatchObject([{ username: 'page.three' }, { username: 'page.two' }]);
    const second = await ana.call('GET', nextPageOf(first.headers.link) ?? '');
    expect(second.json()).toMatchObject([{ username: 'page.one' }]);
    expect(nextPageOf(second.headers.link)).toBeUndefined();
  });

  it.each(['limit=0', 'limit=201', 'cursor=abc', 'cursor=a&cursor=b'])(
    'refuses %s',
    async (query) => {
      const ana = await test.loginAs();
      expect((await ana.call('GET', `/api/saved-people?${query}`)).statusCode).toBe(400);
    },
  );
});
