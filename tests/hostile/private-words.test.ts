import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, type Member } from '#tests/support/contacts.ts';
import { addPeople, searchUrl } from '#tests/support/directory.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.close());

const addContact = (member: Member, name: string) =>
  addPerson(member, {
    name,
    screenName: name,
    paymentUsername: name.replaceAll(' ', '').slice(0, 18),
  });

async function namesFor(query: string, ask: Pick<Member, 'call'> = test): Promise<string[]> {
  const response = await ask.call('GET', searchUrl({ query }));
  expect(response.statusCode).toBe(200);
  return response.json<{ name: string }[]>().map(({ name }) => name);
}

it('a guessed word of somebody\u2019s contacts changes nothing that others find', async () => {
  const secret = 'qomblqstacherund';
  // Two edits from the secret, from each decoy, and from the public name, which is the last one by its length.
  const typed = 'qomxlqstaxherund';
  const decoys = [...'abcdefghijklmnpqrst'].map((letter) => `z${letter}${typed.slice(2)}`);
  const shown = `${typed.slice(0, 5)}u${typed.slice(5, 10)}u${typed.slice(10)}`;
  await addPeople(test, [{ name: shown }]);
  const attacker = await test.loginAs();
  for (const decoy of decoys) await addContact(attacker, decoy);
  expect(await namesFor(typed)).toEqual([shown]);
  const before = await namesFor(typed, attacker);
  expect(before).toContain(shown);

  const victim = await test.loginAs();
  await addContact(victim, secret);
  expect(await namesFor(`${typed} `)).toEqual([shown]);
  expect(await namesFor(typed, attacker)).toEqual(before);
  // The owner finds it.
  expect(await namesFor(typed, victim)).toEqual(expect.arrayContaining([secret, shown]));
});

it('a typo in the sixth word of a contact\u2019s name is found too', async () => {
  const owner = await test.loginAs();
  const name = 'Ana Bea Cora Dina Ella Featherington';
  await addContact(owner, name);
  expect(await namesFor('featheringtn', owner)).toEqual([name]);
});

it('a contact is found with typos by its owner on every server, also after its name changed', async () => {
  const owner = await test.loginAs();
  const other = await test.loginAs();
  const { id } = await addContact(owner, 'Wilhelmina Thistlewood');
  for (const typed of [
    'wilhelmina thistlewod',
    'wilhlmina thistlwoood',
    'thistlewod',
    'istlewoo',
  ]) {
    expect(await namesFor(typed, owner), typed).toEqual(['Wilhelmina Thistlewood']);
    expect(await namesFor(typed, other), typed).toEqual([]);
    expect(await namesFor(typed), typed).toEqual([]);
  }
  const body = { name: 'Philippa Featherstone', nickname: 'Philippa Featherstone' };
  expect((await owner.call('PATCH', `/api/contacts/${id}`, { body })).statusCode).toBe(200);
  expect(await namesFor('featherstoen', owner)).toEqual(['Philippa Featherstone']);
  expect(await namesFor('thistlewod', owner)).toEqual([]);
});
