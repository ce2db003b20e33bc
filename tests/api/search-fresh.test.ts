import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson } from '#tests/support/contacts.ts';
import { addPeople, searchPage, searchUrl } from '#tests/support/directory.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';

let test: TestApp;
let member: Awaited<ReturnType<TestApp['loginAs']>>;
beforeAll(async () => {
  // First pages are shared for an hour here: only a write can make them new.
  test = await buildTestApp({}, { sharedSearchMs: 3_600_000 });
  const [id = 0] = await addPeople(test, [{ name: 'Freya Lindqvist', username: 'freya1' }]);
  member = await test.loginAs({ id });
});
afterAll(() => test.close());

const found = async (query: string, call = test.call) =>
  (await searchPage(call, searchUrl({ query }))).cards;

it('visitors share a cached first page, and a write on the same server invalidates it', async () => {
  expect(await found('lindqvist')).toMatchObject([{ phoneNumber: null, platforms: [] }]);
  await test.pool.query("UPDATE search_people SET card = replace(card, 'Freya', 'Shared')");
  expect(await found('lindqvist')).toMatchObject([{ name: 'Freya Lindqvist' }]);
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
