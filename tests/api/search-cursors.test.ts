import { afterAll, beforeAll, expect, it } from 'vitest';
import { makePeople } from '#cli/bench/people.ts';
import { importPeople } from '#cli/import/import-people.ts';
import { CURSOR_REFUSED } from '#contract/directory.ts';
import { searchAll, searchPage, searchUrl } from '#tests/support/directory.ts';
import { writePeopleFile } from '#tests/support/people-file.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
  const file = await writePeopleFile([...makePeople(2_100, 3)]);
  await importPeople(test.pool, file.path, { rejectsFile: `${file.path}.rejects` });
  await file.remove();
  test.app.peopleSearch.markChanged();
});
afterAll(() => test.close());

const cursorOf = async (params: Record<string, string>, call = test.call) => {
  const { next } = await searchPage(call, searchUrl(params));
  return new URL(next ?? '', 'http://localhost').searchParams.get('cursor') ?? '';
};
const statusOf = async (params: Record<string, string>, call = test.call) => {
  const { statusCode, body } = await call('GET', searchUrl(params));
  if (statusCode === 400) expect(JSON.parse(body).fields.cursor).toBe(CURSOR_REFUSED);
  return statusCode;
};

it('a visitor pages through 500 results, a member through 2,000', async () => {
  expect(await searchAll(test.call, { limit: '50' })).toHaveLength(500);
  expect(await searchAll(test.call, { limit: '33' })).toHaveLength(500);
  const member = await test.loginAs();
  const seen = await searchAll(member.call, { limit: '50' });
  expect(seen).toHaveLength(2_000);
  expect(new Set(seen.map(({ id }) => id)).size).toBe(2_000);
});

it('a cursor with any byte changed is refused', async () => {
  const cursor = await cursorOf({ query: 'a' });
  expect(await statusOf({ query: 'a', cursor })).toBe(200);
  const bytes = Buffer.from(cursor, 'base64url');
  for (let at = 0; at < bytes.length; at += 7) {
    const forged = Buffer.from(bytes);
    forged[at] = (forged[at] ?? 0) ^ 1;
    expect(await statusOf({ query: 'a', cursor: forged.toString('base64url') })).toBe(400);
  }
  for (const broken of ['', 'x', cursor.slice(0, 20), `${cursor}AAAA`]) {
    expect(await statusOf({ query: 'a', cursor: broken }), broken).toBe(400);
  }
});

it('a cursor is refused for another query, platform or viewer', async () => {
  const cursor = await cursorOf({ query: 'a' });
  expect(await statusOf({ query: 'b', cursor })).toBe(400);
  expect(await statusOf({ query: 'a', platform: 'venmo', cursor })).toBe(400);
  const member = await test.loginAs();
  expect(await statusOf({ query: 'a', cursor }, member.call)).toBe(400);
  const own = await cursorOf({ query: 'a' }, member.call);
  expect(await statusOf({ query: 'a', cursor: own }, member.call)).toBe(200);
  expect(await statusOf({ query: 'a', cursor: own })).toBe(400);
});

it('a cursor of one server is valid on another', async () => {
  const cursor = await cursorOf({ query: 'a' });
  const other = await test.anotherNode();
  const { statusCode } = await other.inject({ url: searchUrl({ query: 'a', cursor }) });
  expect(statusCode).toBe(200);
});

it('every person is listed exactly once, in pages of any length', async () => {
  for (const query of ['maria garcia', 'jon smiht', 'smith', 'maria.garcia1', 'an', 'мария']) {
    const whole = await searchAll(test.call, { query, limit: '50' });
    for (const limit of ['3', '17']) {
      const paged = await searchAll(test.call, { query, limit });
      expect(paged, query).toEqual(whole);
      expect(new Set(paged.map(({ id }) => id)).size, query).toBe(paged.length);
    }
  }
});
