import { afterAll, beforeAll, expect, it } from 'vitest';
import { sweep } from '#server/jobs/sweep.ts';
import { addPerson } from '#tests/support/contacts.ts';
import { addPeople, searchPage, searchUrl } from '#tests/support/directory.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';

let test: TestApp;
let member: Awaited<ReturnType<TestApp['loginAs']>>;
beforeAll(async () => {
  // First pages are shared for an hour here: only a change ends that.
  test = await buildTestApp({}, { sharedSearchMs: 3_600_000 });
  const [id = 0] = await addPeople(test, [{ name: 'Freya Lindqvist', username: 'freya1' }]);
  member = await test.loginAs({ id });
});
afterAll(() => test.close());

const found = async (query: string, call = test.call) =>
  (await searchPage(call, searchUrl({ query }))).cards;

/** Changes what is stored without a trace, to see whether a page was read again. */
async function changeUnnoticed(from: string, to: string) {
  await test.pool.query(`
    ALTER TABLE search_people DISABLE TRIGGER search_people_changed;
    UPDATE search_people SET card = replace(card, '${from}', '${to}');
    ALTER TABLE search_people ENABLE TRIGGER search_people_changed`);
}

it('visitors share a first page until somebody’s entry changes', async () => {
  expect(await found('lindqvist')).toMatchObject([{ phoneNumber: null, platforms: [] }]);
  await changeUnnoticed('Freya', 'Shared');
  expect(await found('lindqvist')).toMatchObject([{ name: 'Freya Lindqvist' }]);
  // A write that changes no entry.
  expect((await member.call('POST', '/api/logout')).statusCode).toBeLessThan(300);
  member = await test.loginAs({ id: member.id });
  expect(await found('lindqvist')).toMatchObject([{ name: 'Freya Lindqvist' }]);
  await changeUnnoticed('Shared', 'Freya');
  const body = { platform: 'venmo', username: '@freya-pays' };
  const saved = await member.call('POST', '/api/payment-accounts', { body });
  expect(saved.statusCode, saved.body).toBeLessThan(300);
  expect(await found('lindqvist')).toMatchObject([
    { name: 'Freya Lindqvist', platforms: ['venmo'], venmoUsername: '@freya-pays' },
  ]);
  expect(await found('@freya-pays')).toHaveLength(1);
});

it('every change of a profile is found at once, also with a typo in a new word', async () => {
  await found('thorvaldsen');
  const body = { name: 'Freya Thorvaldsen', phoneNumber: '+15550001111' };
  expect((await member.call('PATCH', '/api/me', { body })).statusCode).toBe(200);
  expect(await found('torvaldsen')).toMatchObject([{ phoneNumber: '+15550001111' }]);
  expect(await found('lindqvist')).toEqual([]);
  const removed = await member.call('DELETE', '/api/payment-accounts/venmo');
  expect(removed.statusCode).toBeLessThan(300);
  expect(await found('thorvaldsen')).toMatchObject([{ platforms: [] }]);
});

it('a contact is found as soon as it is added, changed or removed', async () => {
  const names = async (query: string) => (await found(query, member.call)).map(({ name }) => name);
  const contact = await addPerson(member, { name: 'Balthazar Quincey' });
  expect(await names('baltazar')).toEqual(['Balthazar Quincey']);
  const body = { name: 'Balthazar Renshaw' };
  await member.call('PATCH', `/api/contacts/${contact.id}`, { body });
  expect(await names('renshaw')).toEqual(['Balthazar Renshaw']);
  expect(await names('quincey')).toEqual([]);
  await member.call('DELETE', `/api/contacts/${contact.id}`);
  expect(await names('renshaw')).toEqual([]);
});

it('a change on another server is seen within its next look, a deletion too', async () => {
  const other = await test.anotherNode({ sharedSearchMs: 3_600_000 });
  const foundThere = async () =>
    (await other.inject('/api/users/search?query=zebedee')).json().length;
  expect(await foundThere()).toBe(0);
  const [id = 0] = await addPeople(test, [{ name: 'Zebedee Quill', username: 'zebedee1' }]);
  await expect.poll(foundThere, { timeout: 300_000 }).toBe(1);
  await test.pool.query('DELETE FROM users WHERE id = $1', [id]);
  await expect.poll(foundThere, { timeout: 300_000 }).toBe(0);
});

it('all searches that follow a write see it, also those that come at once', async () => {
  const body = (name: string) => ({ name, phoneNumber: null });
  for (const name of ['Freya Oneworth', 'Freya Twoworth', 'Freya Threeworth']) {
    await found('freya');
    expect((await member.call('PATCH', '/api/me', { body: body(name) })).statusCode).toBe(200);
    const pages = await Promise.all([1, 2, 3].map(() => found('freya')));
    expect(pages.flat().map((card) => card.name)).toEqual([name, name, name]);
  }
});

it('records of old changes are deleted', async () => {
  const count = async () =>
    (await test.pool.query('SELECT count(*)::int AS n FROM search_changes')).rows[0].n;
  expect(await count()).toBeGreaterThan(0);
  await test.pool.query("UPDATE search_changes SET created_at = now() - interval '61 minutes'");
  await sweep(test.db);
  expect(await count()).toBe(0);
});
