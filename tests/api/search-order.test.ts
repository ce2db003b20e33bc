import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addPerson } from '#tests/support/contacts.ts';
import { addPeople, searchAll, searchPage, searchUrl } from '#tests/support/directory.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.close());

const usernames = async (params: Record<string, string>) =>
  (await searchAll(test.call, params)).map(({ username }) => username);

describe('the order of results', () => {
  beforeAll(async () => {
    await addPeople(test, [
      { name: 'Marlon Near', username: 'near-word', isVerified: true },
      { name: 'Marlena Beginning', username: 'beginning', isVerified: true },
      { name: 'Marlen Whole Word', username: 'whole-word' },
      { name: 'Marlen', username: 'exact-name' },
      { name: 'Somebody Else', username: 'exact-screen', screenName: 'Marlén', isVerified: true },
      { name: 'Nobody Special', username: 'exact-handle', handles: { cashapp: '$Marlen' } },
      { name: 'Another Person', username: 'marlen' },
      { name: 'Merlin Two', username: 'two-edits-away', isVerified: true },
      { name: 'Typo Handle', username: 'marlenn', isVerified: true },
    ]);
  });

  it('is username, handle or name, whole words, beginnings, near; verified first in each, then the oldest', async () => {
    expect(await usernames({ query: 'marlen' })).toEqual([
      'marlen',
      'exact-screen',
      'exact-handle',
      'exact-name',
      'whole-word',
      'beginning',
      'marlenn',
      'near-word',
    ]);
  });

  it('puts a verified member before everybody else with that name, whatever their handles', async () => {
    await addPeople(test, [
      { name: 'Zinovia', username: 'z-impostor', handles: { cashapp: '$zinovia' } },
      { name: 'Zinovia', username: 'z-second', handles: { venmo: '@zinovia' } },
      { name: 'Zinovia', username: 'z-real', isVerified: true },
      { name: 'Ilka Zinovia', username: 'i-impostor', handles: { cashapp: '$ilkazinovia' } },
      { name: 'Ilka Thorvald', screenName: 'Ilka Zinovia', username: 'i-real', isVerified: true },
    ]);
    expect((await usernames({ query: 'Zinovia' })).slice(0, 3)).toEqual([
      'z-real',
      'z-impostor',
      'z-second',
    ]);
    expect((await usernames({ query: 'Ilka Zinovia' })).slice(0, 2)).toEqual([
      'i-real',
      'i-impostor',
    ]);
    // Typed like a handle, it means the handle.
    expect((await usernames({ query: '$zinovia' }))[0]).toBe('z-impostor');
    expect((await usernames({ query: 'z-impostor' }))[0]).toBe('z-impostor');
  });

  it('finds a member with a long name by username first, and by each word', async () => {
    const name = 'Anna-Liese Müller von der Höhe';
    await addPeople(test, [
      { name: 'Some Stranger', username: 'not-anna', handles: { cashapp: '$annaliese' } },
    ]);
    const handles = { cashapp: '$al-muller', venmo: '@al-muller-h', paypal: 'paypal.me/almh' };
    const [id] = await addPeople(test, [
      { name, screenName: name, username: 'annaliese', handles },
    ]);
    const answer = await test.call('GET', searchUrl({ query: 'annaliese' }));
    expect(answer.headers['x-exact-match']).toBe(String(id));
    expect((await usernames({ query: 'annaliese' })).slice(0, 2)).toEqual([
      'annaliese',
      'not-anna',
    ]);
    for (const query of ['höhe', 'hoehe', 'müller', name]) {
      expect(await usernames({ query })).toContain('annaliese');
    }
  });

  it('puts whole names of several words before longer ones, and near ones last', async () => {
    await addPeople(test, [
      { name: 'Kendra Fowlers', username: 'k-prefix', isVerified: true },
      { name: 'Kendra Fowler', username: 'k-exact' },
      { name: 'Kendra Jo Fowler', username: 'k-middle', isVerified: true },
      { name: 'Kendra Fowlet', username: 'k-near', isVerified: true },
      { name: 'Fowler Kendra', username: 'k-swapped' },
    ]);
    expect(await usernames({ query: 'kendra fowler' })).toEqual([
      'k-exact',
      'k-swapped',
      'k-middle',
      'k-prefix',
      'k-near',
    ]);
  });

  it.each([
    ['a few people who are near', 4],
    ['more of them than come along with the first look', 30],
  ])('is the same in pages of any length: a username with a typo and %s', async (_, count) => {
    const base = `numbered${count}x`;
    const all = Array.from({ length: count }, (_, at) => ({
      name: `Somebody Number${at}`,
      username: `${base}${String(at).padStart(2, '0')}`,
      isVerified: at % 3 === 0,
    }));
    await addPeople(test, all);
    // One letter more than the last username has: found by nothing but a typo.
    const [exact, near] = [`${base}03`, `nnumbered${count}x03`];
    const neighbors = all.filter(({ username }) => {
      const [tens, ones] = username.slice(-2);
      return username !== exact && (tens === '0' || ones === '3');
    });
    const neighborNames = neighbors.map(({ username }) => username).toSorted();
    for (const limit of ['1', '3', '50']) {
      expect(await usernames({ query: near, limit })).toEqual([exact]);
      for (const query of [exact, `${base.slice(0, 4)}.${base.slice(4)}03`]) {
        const [first, ...others] = await usernames({ query, limit });
        expect(first).toBe(exact);
        expect(others.toSorted()).toEqual(neighborNames);
      }
    }
  });

  it('lists a near name once where one correction begins another, and no mere beginnings of it', async () => {
    await addPeople(test, [
      { name: 'Mari Quistow', username: 'm-shorter' },
      { name: 'Annixa Marie Smithson', username: 'm-near' },
      { name: 'Annixa Maritza Lopez', username: 'm-verified', isVerified: true },
      { name: 'Annixa Maritza Perez', username: 'm-other' },
      { name: 'Annixa Mari Olsen', username: 'm-near-too' },
    ]);
    for (const limit of ['1', '50']) {
      expect(await usernames({ query: 'annixa maria', limit })).toEqual([
        'm-near-too',
        'm-near',
        // All words but one.
        'm-verified',
        'm-other',
      ]);
    }
  });

  it('lists own contacts first in their tier, to their owner alone', async () => {
    const owner = await test.loginAs({ name: 'Owner Of Contacts', username: 'owner' });
    const add = (name: string, screenName: string, paymentUsername: string) =>
      owner.call('POST', '/api/add-person', {
        body: { name, screenName, paymentPlatform: 'venmo', paymentUsername },
      });
    await add('Marlena Friend', 'Lena', '@lena-f');
    await add('Marlen', 'Marly', '@marly');
    await add('Marlan', 'Typo', '@typo-friend');
    const { cards } = await searchPage(owner.call, searchUrl({ query: 'marlen' }));
    expect(cards.map((card) => (card.isContact ? `contact ${card.name}` : card.username))).toEqual([
      'marlen',
      'contact Marlen',
      'exact-screen',
      'exact-handle',
      'exact-name',
      'whole-word',
      'contact Marlena Friend',
      'beginning',
      'marlenn',
      'contact Marlan',
      'near-word',
    ]);
    expect(cards.find(({ name }) => name === 'Marlena Friend')).toMatchObject({
      isContact: true,
      contactOwner: true,
      screenName: 'Lena',
      platforms: ['venmo'],
      venmoUsername: '@lena-f',
    });
    const stranger = await test.loginAs({ name: 'A Stranger', username: 'stranger' });
    for (const call of [test.call, stranger.call]) {
      const seen = await searchAll(call, { query: 'marlen' });
      expect(seen.some(({ isContact }) => isContact)).toBe(false);
    }
    const filtered = await searchAll(owner.call, { query: 'marlen', platform: 'paypal' });
    expect(filtered).toEqual([]);
    const everybody = await searchAll(owner.call, { limit: '2' });
    expect(everybody.slice(0, 4).map(({ isContact }) => isContact)).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });

  it('finds a contact by nickname and by each handle, and shows the default one first', async () => {
    const owner = await test.loginAs({ name: 'Owner Of Handles', username: 'owner-of-handles' });
    const contact = await addPerson(owner, { name: 'Wilhelmina Trainer', screenName: 'Coachy' });
    const changes = {
      phoneNumber: '+15551234567',
      accounts: [
        { platform: 'venmo', username: '@mina-lifts' },
        { platform: 'applepay', username: 'mina@icloud.com', isDefault: true },
        { platform: 'cashapp', username: '$minacash' },
      ],
    };
    await owner.call('PATCH', `/api/contacts/${contact.id}`, { body: changes });
    for (const query of ['coachy', '@mina-lifts', '$minacash', 'mina@icloud.com', 'wilhelmnia']) {
      const { cards } = await searchPage(owner.call, searchUrl({ query }));
      expect(cards, query).toMatchObject([
        {
          name: 'Wilhelmina Trainer',
          phoneNumber: '+15551234567',
          platforms: ['applepay', 'cashapp', 'venmo'],
          venmoUsername: '@mina-lifts',
        },
      ]);
    }
  });

  it('pages through contacts, people and near matches alike, one by one', async () => {
    const owner = await test.loginAs({ name: 'Second Owner', username: 'owner2' });
    for (const name of ['Marlen', 'Marlena One', 'Marlena Two', 'Marlon Three']) {
      await owner.call('POST', '/api/add-person', {
        body: { name, screenName: 'x y', paymentPlatform: 'paypal', paymentUsername: 'pp' },
      });
    }
    const whole = await searchPage(owner.call, searchUrl({ query: 'marlen', limit: '50' }));
    const inOnes = await searchAll(owner.call, { query: 'marlen', limit: '1' });
    expect(whole.next).toBeUndefined();
    expect(inOnes).toEqual(whole.cards);
    expect(inOnes.filter(({ isContact }) => isContact)).toHaveLength(4);
  });
});

describe('the platform filter', () => {
  it('narrows any query, and alone lists everybody on that platform', async () => {
    const people = Array.from({ length: 60 }, (_, nth) => ({
      name: `Filtered Person${String.fromCharCode(97 + (nth % 26))}`,
      username: `filtered${nth}`,
      isVerified: nth % 7 === 0,
      handles: nth % 3 === 0 ? { applepay: `fp${nth}` } : { cashapp: `$fc${nth}` },
    }));
    await addPeople(test, people);
    const onApple = people.filter((_, nth) => nth % 3 === 0).map(({ username }) => username);
    for (const query of ['filtered', 'f', 'filtered person', 'filteredperson', '']) {
      const params: Record<string, string> = { platform: 'applepay', limit: '7' };
      if (query) params.query = query;
      expect((await usernames(params)).toSorted(), query).toEqual(onApple.toSorted());
    }
    expect(await usernames({ query: 'fp3', platform: 'applepay' })).toContain('filtered3');
    expect(await usernames({ query: 'fp3', platform: 'cashapp' })).not.toContain('filtered3');
  });
});
