import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { importPeople } from '#cli/import/import-people.ts';
import { addPeople, searchAll } from '#tests/support/directory.ts';
import { pauseTransactions, untilWaiting } from '#tests/support/interleave.ts';
import { personWith, writePeopleFile } from '#tests/support/people-file.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';

/** Printed codes and links lead to a username: the member who has it gets the money. */
let test: TestApp;
let pause: Awaited<ReturnType<typeof pauseTransactions>> | undefined;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.close());
afterEach(async () => {
  await pause?.remove();
  pause = undefined;
});

type Member = Awaited<ReturnType<TestApp['loginAs']>>;
const rename = ({ call }: Member, username: string) =>
  call('PATCH', '/api/me', { body: { username } });
const TAKEN = 'This username is already taken. Please choose another.';
const RESERVED = 'This username is reserved. Please choose another.';

let accounts = 0;
async function register(name: string) {
  accounts += 1;
  const body = { name, email: `account${accounts}@example.com`, password: 'correct horse' };
  const answer = await test.call('POST', '/api/register', { body });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json().username as string;
}

async function importRow(username: string, email: string) {
  const file = await writePeopleFile([personWith({ name: 'Some One', username, email })]);
  const { added, refused, known } = await importPeople(test.pool, file.path, {
    rejectsFile: `${file.path}.rejects`,
    batchSize: 400,
  });
  await file.remove();
  return { added, refused, known };
}

describe('a username that was given up', () => {
  it('by a rename is taken for everyone but its former owner', async () => {
    const owner = await test.loginAs({ username: 'sunny.shop' });
    const thief = await test.loginAs();
    expect((await rename(owner, 'rainy.shop')).statusCode).toBe(200);
    const refused = await rename(thief, 'Sunny.Shop');
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({ code: 'USERNAME_TAKEN', fields: { username: TAKEN } });
    expect(refused.json()).toEqual((await rename(thief, 'rainy.shop')).json());
    expect(await register('Sunny Shop')).toBe('sunny.shop2');
    expect((await rename(owner, 'sunny.shop')).json().username).toBe('sunny.shop');
    expect((await rename(thief, 'rainy.shop')).statusCode).toBe(409);
  });

  it('with the account is taken for everyone, former ones of that account too', async () => {
    const owner = await test.loginAs({ username: 'first.shop' });
    await rename(owner, 'second.shop');
    expect((await owner.call('DELETE', `/api/user/${owner.id}`)).statusCode).toBe(200);
    const thief = await test.loginAs();
    for (const username of ['first.shop', 'second.shop']) {
      expect((await rename(thief, username)).json()).toMatchObject({ message: TAKEN });
    }
    expect(await register('Second Shop')).toBe('second.shop2');
    const { rows } = await test.pool.query(
      `SELECT user_id FROM retired_usernames WHERE username IN ('first.shop', 'second.shop')`,
    );
    expect(rows).toEqual([{ user_id: null }, { user_id: null }]);
  });

  it('is refused by an import, with an email and without', async () => {
    const owner = await test.loginAs({ username: 'old.bakery' });
    await rename(owner, 'new.bakery');
    const none = { added: 0, refused: 1, known: 0 };
    expect(await importRow('old.bakery', 'thief@example.com')).toEqual(none);
    expect(await importRow('old.bakery', '')).toEqual(none);
    expect(await importRow('older.bakery', '')).toEqual({ added: 1, refused: 0, known: 0 });
  });

  it('is refused by the database itself', async () => {
    const owner = await test.loginAs({ username: 'corner.cafe' });
    await rename(owner, 'other.cafe');
    const refusal = { code: '23505', constraint: 'users_username_key' };
    const insert = `INSERT INTO users (name, username) VALUES ('Thief', 'corner.cafe')`;
    await expect(test.pool.query(insert)).rejects.toMatchObject(refusal);
  });

  it.each([
    ['renamed', 'AFTER INSERT ON retired_usernames', (member: Member) => rename(member, 'racer.b')],
    [
      'deleted',
      'AFTER INSERT ON retired_usernames',
      ({ call, id }: Member) => call('DELETE', `/api/user/${id}`),
    ],
  ])('goes to no one who asks while its owner is being %s', async (what, at, leave) => {
    const owner = await test.loginAs({ username: `racer.${what}` });
    const thief = await test.loginAs();
    pause = await pauseTransactions(test.pool, { at });
    const leaving = leave(owner);
    await untilWaiting(test.pool, 1);
    // Past the first look, which still finds the owner: straight to the write.
    const taking = test.pool.query('UPDATE users SET username = $1 WHERE id = $2', [
      `racer.${what}`,
      thief.id,
    ]);
    const outcome = expect(taking).rejects.toMatchObject({ constraint: 'users_username_key' });
    await untilWaiting(test.pool, 2);
    await pause.release();
    expect((await leaving).statusCode).toBe(200);
    await outcome;
  });

  it('still leads to its owner, first and once, as long as the account exists', async () => {
    const [id = 0] = await addPeople(test, [
      {
        name: 'Zebulon Quist',
        username: 'zebulon.old',
        screenName: 'Zebulon',
        handles: { venmo: '@zebulon.old' },
      },
      { name: 'Other Person', handles: { cashapp: '$zebulonold', paypal: 'zebulon.old' } },
    ]);
    const owner = await test.loginAs({ id });
    await rename(owner, 'quist.new');
    for (const limit of ['20', '1']) {
      const found = await searchAll(test.call, { query: 'zebulon.old', limit });
      expect(found.map((person) => person.name)).toEqual(['Zebulon Quist', 'Other Person']);
      expect(found[0]).toMatchObject({ username: 'quist.new' });
    }
    const preview = () => test.app.inject('/?search=zebulon.old');
    expect((await preview()).body).toContain('<title>Pay Zebulon on Payfolk</title>');
    await owner.call('DELETE', `/api/user/${id}`);
    const left = await searchAll(test.call, { query: 'zebulon.old' });
    expect(left.map((person) => person.name)).toEqual(['Other Person']);
    expect((await preview()).body).not.toContain('Zebulon');
  });

  it('is part of the export', async () => {
    const owner = await test.loginAs({ username: 'export.old' });
    await rename(owner, 'export.new');
    const { formerUsernames } = (await owner.call('GET', '/api/me/export')).json();
    expect(formerUsernames).toEqual([
      { username: 'export.old', retiredAt: expect.stringContaining('T') },
    ]);
  });
});

describe('a reserved username', () => {
  it.each([
    'admin',
    'Support',
    'pay-folk',
    'payfolk.help',
    'payfoik',
    'payfollk',
    'cash-app',
    'api',
  ])('%s is refused to members and admins', async (username) => {
    for (const isAdmin of [false, true]) {
      const refused = await rename(await test.loginAs({ isAdmin }), username);
      expect(refused.statusCode).toBe(400);
      expect(refused.json()).toMatchObject({ message: RESERVED, fields: { username: RESERVED } });
    }
  });

  it('is never made from a name, nor imported', async () => {
    expect(await register('Support')).toMatch(/^member\d*$/);
    expect(await importRow('security', 'sec@example.com')).toMatchObject({ added: 0, refused: 1 });
  });

  it('stays with the member who has it', async () => {
    const owner = await test.loginAs({ username: 'billing' });
    const body = { username: 'billing', phoneNumber: '+15550001111' };
    expect((await owner.call('PATCH', '/api/me', { body })).statusCode).toBe(200);
  });
});

it.each(['...', '-_-', '___'])('%s has no letter or digit and is refused', async (username) => {
  const refused = await rename(await test.loginAs(), username);
  expect(refused.statusCode).toBe(400);
  expect(refused.json().fields).toEqual({ username: 'Username must contain a letter or a number' });
});
