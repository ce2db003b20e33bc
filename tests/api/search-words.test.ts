import { afterAll, beforeAll, expect, it } from 'vitest';
import { indexPeople } from '#server/db/index-people.ts';
import { addPerson } from '#tests/support/contacts.ts';
import { addPeople, searchAll, searchPage, searchUrl } from '#tests/support/directory.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.close());

const ownersOf = async (word: string) => {
  const { rows } = await test.pool.query(
    'SELECT owner FROM search_words WHERE word = $1 ORDER BY owner',
    [word],
  );
  return rows.map(({ owner }) => owner);
};
const namesBy = async (query: string) =>
  (await searchAll(test.call, { query })).map(({ name }) => name);

/** Resolves once a connection to this database waits for a lock. */
const somebodyWaits = () =>
  expect
    .poll(
      async () => {
        const { rows } = await test.pool.query(
          `SELECT FROM pg_stat_activity
           WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        return rows.length;
      },
      { timeout: 30_000 },
    )
    .toBeGreaterThan(0);

it('a word is deleted with the last person who has it', async () => {
  const [one, two] = await addPeople(test, [
    { name: 'Quillon Ashgrove', username: 'ashgrove1' },
    { name: 'Quillon Birch', username: 'birch1', isVerified: true },
  ]);
  expect(await namesBy('quilon')).toEqual(['Quillon Birch', 'Quillon Ashgrove']);
  await test.pool.query('DELETE FROM users WHERE id = $1', [one]);
  expect(await ownersOf('quillon')).toEqual([0]);
  expect(await ownersOf('ashgrove')).toEqual([]);
  await test.pool.query('DELETE FROM users WHERE id = $1', [two]);
  expect(await ownersOf('quillon')).toEqual([]);
});

it('a word stays when somebody comes with it while the last one who has it leaves', async () => {
  const [leaving] = await addPeople(test, [{ name: 'Zebulon Oaks', username: 'oaks1' }]);
  const { left } = await test.db.transaction(async (db) => {
    const { rows } = await db.execute<{ id: number }>(
      `INSERT INTO users (name, username) VALUES ('Zebulon Pines', 'pines1') RETURNING id`,
    );
    await indexPeople(
      db,
      rows.map(({ id }) => id),
    );
    const left = test.pool.query('DELETE FROM users WHERE id = $1', [leaving]);
    await Promise.race([left, somebodyWaits()]);
    return { left };
  });
  await left;
  expect(await ownersOf('zebulon')).toEqual([0]);
  expect(await ownersOf('oaks')).toEqual([]);
  test.app.peopleSearch.markChanged();
  expect(await namesBy('zebullon')).toEqual(['Zebulon Pines']);
});

it('a word comes back when it is deleted before it could be locked', async () => {
  await addPeople(test, [{ name: 'Ottoline Firs', username: 'firs1' }]);
  const come = await test.db.transaction(async (db) => {
    await db.execute(`SELECT FROM search_words WHERE word = 'ottoline' FOR UPDATE`);
    const coming = addPeople(test, [{ name: 'Ottoline Yews', username: 'yews1' }]);
    await somebodyWaits();
    await db.execute(`DELETE FROM users WHERE username = 'firs1'`);
    return { coming };
  });
  await come.coming;
  expect(await namesBy('otoline')).toEqual(['Ottoline Yews']);
});

it('the words of a contact are its owner’s, and are deleted with it', async () => {
  const owner = await test.loginAs();
  const contact = await addPerson(owner, { name: 'Wendeline Harrowgate' });
  expect(await ownersOf('harrowgate')).toEqual([owner.id]);
  const { cards } = await searchPage(owner.call, searchUrl({ query: 'wendelin harowgate' }));
  expect(cards.map(({ name }) => name)).toEqual(['Wendeline Harrowgate']);
  await owner.call('DELETE', `/api/contacts/${contact.id}`);
  expect(await ownersOf('harrowgate')).toEqual([]);
});

it('a server finds typos of words that another server stored', async () => {
  const other = await test.anotherNode();
  await addPeople(test, [{ name: 'Persephone Underhay', username: 'underhay1' }]);
  await expect
    .poll(
      async () => (await other.inject({ url: searchUrl({ query: 'persefone' }) })).json().length,
      { timeout: 20_000 },
    )
    .toBe(1);
});

it('a server finds typos in a name whose words were known, but not together', async () => {
  await addPeople(test, [
    { name: 'Cordelia Winterbourne', username: 'winterbourne1' },
    { name: 'Barnaby Thistlewood', username: 'thistlewood1' },
  ]);
  const other = await test.anotherNode();
  await addPeople(test, [{ name: 'Cordelia Thistlewood', username: 'cordelia1' }]);
  await expect
    .poll(
      async () => {
        const url = searchUrl({ query: 'kordelia thistlewod' });
        const [first] = (await other.inject({ url })).json();
        return first?.name;
      },
      { timeout: 20_000 },
    )
    .toBe('Cordelia Thistlewood');
});
