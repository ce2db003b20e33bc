import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SAVED_PEOPLE_MAX } from '#contract/saved-people.ts';
import { indexPeople } from '#server/db/index-people.ts';
import { addPeople } from '#tests/support/directory.ts';
import { savedBy, savedIdsOf, savePerson } from '#tests/support/saved-people.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
  await addPeople(test, [
    { name: 'Maya Okafor', username: 'mayaokafor', handles: { venmo: '@maya-o' } },
    { name: 'Theo Lind', username: 'theo.lind', handles: { venmo: '@theo' } },
  ]);
});
afterAll(() => test.close());

describe('saving people', () => {
  it('stops at 500, also where the last ones come at once', async () => {
    const ana = await test.loginAs();
    const { rows } = await test.pool.query<{ username: string }>(
      `INSERT INTO users (name, username)
       SELECT 'Crowd', 'crowd-' || n FROM generate_series(1, $1::int) AS n RETURNING username`,
      [SAVED_PEOPLE_MAX + 9],
    );
    await test.pool.query(
      `INSERT INTO saved_people (owner_id, person_id)
       SELECT $1, id FROM users WHERE name = 'Crowd' ORDER BY id LIMIT $2`,
      [ana.id, SAVED_PEOPLE_MAX - 1],
    );
    const late = rows.slice(SAVED_PEOPLE_MAX - 1);
    const answers = await Promise.all(late.map(({ username }) => savePerson(ana, username)));
    const refused = answers.filter(({ statusCode }) => statusCode !== 204);
    expect(refused).toHaveLength(late.length - 1);
    for (const answer of refused) {
      expect(answer.statusCode).toBe(409);
      expect(answer.json()).toMatchObject({
        code: 'TOO_MANY_SAVED',
        message: 'You can save up to 500 people. Please remove one before you save another.',
      });
    }
    expect(await savedIdsOf(ana)).toHaveLength(SAVED_PEOPLE_MAX);
    // Somebody who is saved already is no failure.
    expect((await savePerson(ana, rows[0]?.username ?? '')).statusCode).toBe(204);
    const [first = 0] = await savedIdsOf(ana);
    await ana.call('DELETE', `/api/saved-people/ids/${first}`);
    expect((await savePerson(ana, 'mayaokafor')).statusCode).toBe(204);
  });

  it('by id finds nobody, so that no one who is not listed is found by counting', async () => {
    const [hidden = 0] = await addPeople(test, [{ name: 'Hidden Person', username: 'hidden.one' }]);
    await test.pool.query('UPDATE users SET is_listed = false WHERE id = $1', [hidden]);
    await indexPeople(test.db, [hidden]);
    const ana = await test.loginAs();
    for (const id of [
      String(hidden),
      String(hidden).padStart(3, '0'),
      String(hidden).padStart(9, '0'),
    ]) {
      const { statusCode } = await savePerson(ana, id);
      expect([400, 404]).toContain(statusCode);
    }
    expect(await savedIdsOf(ana)).toEqual([]);
  });

  it.each([
    'ab',
    'a'.repeat(31),
    'a'.repeat(90),
    '...',
    '%00%00%00',
    'may%C3%A4',
    "a'%20OR%201=1",
    '%F0%9F%98%80%F0%9F%98%80%F0%9F%98%80',
  ])('with the username %s is 400', async (username) => {
    const ana = await test.loginAs();
    const answer = await savePerson(ana, username);
    expect(answer.statusCode).toBe(400);
  });

  it('of somebody who does not exist is 404', async () => {
    const answer = await savePerson(await test.loginAs(), 'nobody.here');
    expect(answer.statusCode).toBe(404);
    expect(answer.json().message).toBe(
      'This person cannot be found. Please search for them again.',
    );
  });

  it.each(['0', '-1', 'mayaokafor', '2147483648', '1e3'])('removing %s is 400', async (id) => {
    const ana = await test.loginAs();
    expect((await ana.call('DELETE', `/api/saved-people/ids/${id}`)).statusCode).toBe(400);
  });
});

describe('the list of saved people', () => {
  it('is neither seen nor changed by others, nor by those who were saved', async () => {
    const ana = await test.loginAs({ name: 'Secret Saver', username: 'secret.saver' });
    const [bo = 0] = await addPeople(test, [{ name: 'Bo Saved', username: 'bo.saved' }]);
    await savePerson(ana, 'mayaokafor');
    await savePerson(ana, 'bo.saved');
    const before = await savedIdsOf(ana);
    for (const other of [await test.loginAs({ id: bo }), await test.loginAs({ isAdmin: true })]) {
      expect(await savedBy(other)).toEqual([]);
      expect(await savedIdsOf(other)).toEqual([]);
      for (const id of before) await other.call('DELETE', `/api/saved-people/ids/${id}`);
      expect((await other.call('GET', '/api/me/export')).body).not.toContain('mayaokafor');
    }
    expect(await savedIdsOf(ana)).toEqual(before);
    // Not even that it was saved.
    const member = await test.loginAs({ id: bo });
    const everything = await Promise.all(
      ['/api/user', '/api/me/activity', '/api/me/export'].map((url) => member.call('GET', url)),
    );
    for (const { statusCode, body } of everything) {
      expect(statusCode).toBe(200);
      expect(body).not.toMatch(/secret.saver/i);
    }
  });

  it('cannot be paged by the cursor of another member', async () => {
    const ana = await test.loginAs();
    const bo = await test.loginAs();
    for (const name of ['mayaokafor', 'theo.lind']) await savePerson(ana, name);
    const { link } = (await ana.call('GET', '/api/saved-people?limit=1')).headers;
    const next = /<([^>]+)>/.exec(String(link))?.[1] ?? '';
    expect((await bo.call('GET', next)).json()).toEqual([]);
  });

  it('is for members: visitors get 401 and pages of other sites 403', async () => {
    expect((await test.call('PUT', '/api/saved-people/mayaokafor')).statusCode).toBe(401);
    const ana = await test.loginAs();
    const headers = { 'sec-fetch-site': 'cross-site' };
    const answer = await ana.call('PUT', '/api/saved-people/mayaokafor', { headers });
    expect(answer.statusCode).toBe(403);
    expect(await savedIdsOf(ana)).toEqual([]);
  });
});
