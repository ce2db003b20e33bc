import { afterAll, beforeAll, expect, it } from 'vitest';
import { indexPeople } from '#server/db/index-people.ts';
import { addPerson } from '#tests/support/contacts.ts';
import { addPeople, searchAll, searchPage, searchUrl } from '#tests/support/directory.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';
import { eventually } from '#tests/support/within.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.close());

/** Whose search results the word belongs to: 0 is the directory. */
const ownersOf = async (word: string) => {
  const { rows } = await test.pool.query(
    'SELECT owner FROM search_people WHERE names LIKE $1 ORDER BY owner',
    [`%${word}%`],
  );
  return rows.map(({ owner }) => owner);
};
const namesBy = async (query: string) =>
  (await searchAll(test.call, { query })).map(({ name }) => name);

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

it('a word that is committed after later ones is found', async () => {
  const other = await test.anotherNode();
  const finds = async (query: string) => (await other.inject({ url: searchUrl({ query }) })).json();
  await test.db.transaction(async (db) => {
    const { rows } = await db.execute<{ id: number }>(
      `INSERT INTO users (name, username) VALUES ('Zebulon Pines', 'pines1') RETURNING id`,
    );
    await indexPeople(
      db,
      rows.map(({ id }) => id),
    );
    await addPeople(test, [{ name: 'Ottoline Firs', username: 'firs1' }]);
    await eventually(async () => expect(await finds('otoline')).toHaveLength(1));
    expect(await finds('zebullon')).toEqual([]);
  });
  await eventually(async () => expect(await finds('zebullon')).toHaveLength(1));
});

it('only the owner of a contact finds it by its words, and they are deleted with it', async () => {
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
  const url = searchUrl({ query: 'persefone' });
  await eventually(async () => expect((await other.inject({ url })).json()).toHaveLength(1));
});

it('a server finds typos in a name whose words were known, but not together', async () => {
  await addPeople(test, [
    { name: 'Cordelia Winterbourne', username: 'winterbourne1' },
    { name: 'Barnaby Thistlewood', username: 'thistlewood1' },
  ]);
  const other = await test.anotherNode();
  await addPeople(test, [{ name: 'Cordelia Thistlewood', username: 'cordelia1' }]);
  const url = searchUrl({ query: 'kordelia thistlewod' });
  await eventually(async () => {
    const [first] = (await other.inject({ url })).json();
    expect(first?.name).toBe('Cordelia Thistlewood');
  });
});
