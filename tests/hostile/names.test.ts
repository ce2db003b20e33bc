import { afterAll, beforeAll, expect, it } from 'vitest';
import { importPeople } from '#cli/import/import-people.ts';
import { personWith, writePeopleFile } from '#tests/support/people-file.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.close());

async function importName(name: string) {
  const file = await writePeopleFile([personWith({ name, username: 'imported' })]);
  const rejectsFile = `${file.path}.rejects`;
  const result = await importPeople(test.pool, file.path, { rejectsFile, batchSize: 400 });
  await file.remove();
  return result;
}

it.each([
  ['a badge', 'Maya Chen ✅'],
  ['a trademark sign', 'Maya Chen™'],
  ['our name', 'Payfolk Support'],
  ['our name in another script', 'ᑭayfolk'],
  ['our name in small capitals', 'ᴘᴀʏꜰᴏʟᴋ Support'],
  ['our name with a letter in a square', '🅿ayfolk'],
  ['our name with a symbol for a letter', 'P@yfolk Support'],
  ['our name with a circle', 'Payf⚬lk'],
  ['our name with a currency sign', '₱ayfolk'],
  ['our name with an exclamation mark', 'Payfo!k'],
  ['our name in two words', 'Pay Folk'],
  ['a letter like a check mark', 'Maya ꪜ'],
  ['a letter in a circle', 'Maya Ⓥ'],
  ['a verified mark with a digit', 'Maya (Verif1ed)'],
  ['a verified mark with l for i', 'Maya [verifled]'],
  ['a verified mark', 'Maya Chen (verified)'],
  ['a verified mark in quotes', 'Maya Chen "Verified"'],
  ['a verified mark in parts', 'Maya Chen (veri-fied)'],
  ['blanks', '\u2800\u2800\u2800'],
  ['marks alone', '\u0301\u0302'],
  ['a stack of marks', `Maya${'\u0301'.repeat(90)}`],
  ['private-use characters', 'Maya \ue000'],
])('a name made of %s is refused by every route and by an import', async (_what, name) => {
  const user = { name, email: 'maya@example.com', password: 'correct horse' };
  const member = await test.loginAs();
  const answers = [
    await test.call('POST', '/api/register', { body: user }),
    await test.call('POST', '/api/register', { body: { ...user, name: 'Maya', screenName: name } }),
    await test.call('POST', '/api/register-with-accounts', { body: { user, accounts: [] } }),
    await member.call('PATCH', '/api/me', { body: { name } }),
    await member.call('PATCH', '/api/me', { body: { screenName: name } }),
  ];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([400, 400, 400, 400, 400]);
  expect(await importName(name)).toMatchObject({ added: 0, refused: 1 });
});

it('any other name is imported', async () => {
  expect(await importName('Maya Chen')).toMatchObject({ added: 1, refused: 0 });
});

it('a name whose words begin and end like ours is accepted', async () => {
  const member = await test.loginAs();
  for (const name of ['Pay Folkerts', 'Papay Folkard']) {
    const answer = await member.call('PATCH', '/api/me', { body: { name, screenName: name } });
    expect(answer.statusCode, answer.body).toBe(200);
  }
});
