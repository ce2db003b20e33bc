import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importPeople } from '#cli/import/import-people.ts';
import { COLUMNS } from '#cli/import/read-people.ts';
import type { SearchResult } from '#contract/directory.ts';
import { rebuildOutdatedIndex } from '#server/db/rebuild-search-index.ts';
import { addPeople, searchAll, searchPage, searchUrl } from '#tests/support/directory.ts';
import { writePeopleFile } from '#tests/support/people-file.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  // Visitors share first pages, as in production.
  test = await buildTestApp({}, { sharedSearchMs: 3_600_000 });
});
afterAll(() => test.close());

const PHONE = '+14155550188';
let people = 0;

async function memberWithPhone() {
  people += 1;
  const username = `zora.quill${people}`;
  const names = { name: `Zora Quill ${people}`, screenName: `Zora Q ${people}`, username };
  const [id = 0] = await addPeople(test, [{ ...names, handles: { venmo: `@zq-pays-${people}` } }]);
  const member = { ...(await test.loginAs({ id })), ...names };
  const phone = `+1415555${1_000 + people}`;
  await patch(member, { phoneNumber: phone });
  return { ...member, phone };
}
type Member = Awaited<ReturnType<typeof memberWithPhone>>;

async function patch(member: Pick<Member, 'call'>, body: object) {
  const answer = await member.call('PATCH', '/api/me', { body });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

async function cardFor(
  call: TestApp['call'],
  { id, username }: Member,
  params: Record<string, string> = {},
): Promise<SearchResult | undefined> {
  const { cards } = await searchPage(call, searchUrl({ query: username, ...params }));
  return cards.find((card) => card.id === id && !card.isContact);
}

describe('the defaults', () => {
  it('are everyone and listed, on the own record and in the export', async () => {
    const member = await memberWithPhone();
    const own = (await member.call('GET', '/api/user')).json();
    expect(own).toMatchObject({ phoneVisibility: 'everyone', isListed: true });
    const { user } = (await member.call('GET', '/api/me/export')).json();
    expect(user).toMatchObject({
      phoneVisibility: 'everyone',
      isListed: true,
      phoneNumber: member.phone,
    });
    expect((await cardFor(test.call, member))?.phoneNumber).toBe(member.phone);
  });

  it.each([
    [{ phoneVisibility: 'friends' }, 'phoneVisibility must be one of everyone, members, nobody'],
    [{ phoneVisibility: null }, 'phoneVisibility must be one of everyone, members, nobody'],
    [{ isListed: 'no' }, 'isListed must be true or false'],
    [{ isListed: null }, 'isListed must be true or false'],
  ])('refuse %j', async (body, message) => {
    const member = await memberWithPhone();
    const answer = await member.call('PATCH', '/api/me', { body });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().fields).toEqual({ [Object.keys(body)[0] ?? '']: message });
    expect((await member.call('GET', '/api/user')).json()).toMatchObject({
      phoneVisibility: 'everyone',
      isListed: true,
    });
  });
});

describe('the phone number', () => {
  it.each([
    ['everyone', true, true],
    ['members', false, true],
    ['nobody', false, false],
  ])('for %s: visitors see it %s, members %s', async (phoneVisibility, forVisitors, forMembers) => {
    const member = await memberWithPhone();
    const visitor = forVisitors ? member.phone : null;
    const signedIn = forMembers ? member.phone : null;
    // A page that visitors share from before.
    expect((await cardFor(test.call, member))?.phoneNumber).toBe(member.phone);
    expect(await patch(member, { phoneVisibility })).toMatchObject({
      phoneVisibility,
      phoneNumber: member.phone,
    });
    const other = await test.loginAs();
    // In turns: a page for members must not be shared with visitors.
    for (const [call, expected] of [
      [other.call, signedIn],
      [test.call, visitor],
      [other.call, signedIn],
      [test.call, visitor],
    ] as const) {
      for (const params of [{}, { platform: 'venmo' }, { limit: '1' }] as Record<
        string,
        string
      >[]) {
        expect((await cardFor(call, member, params))?.phoneNumber, `${params}`).toBe(expected);
      }
    }
    const body = (await test.call('GET', searchUrl({ query: member.username }))).body;
    expect(body.includes(member.phone)).toBe(visitor !== null);
  });

  it.each([
    ['everyone', true],
    ['members', true],
    ['nobody', false],
  ])('for %s: admins see it %s', async (phoneVisibility, isSeen) => {
    const member = await memberWithPhone();
    await patch(member, { phoneVisibility });
    const admin = await test.loginAs({ isAdmin: true });
    const answer = await admin.call('GET', `/api/admin/users?query=${member.username}`);
    expect(answer.json()).toMatchObject([
      { id: member.id, phoneNumber: isSeen ? member.phone : null },
    ]);
  });

  it('is hidden from a visitor with an ended session', async () => {
    const member = await memberWithPhone();
    await patch(member, { phoneVisibility: 'members' });
    const ended = await test.loginAs();
    await ended.call('POST', '/api/logout');
    expect((await cardFor(ended.call, member))?.phoneNumber).toBeNull();
  });

  it('stays hidden after the index is built again', async () => {
    const [members, hidden] = [await memberWithPhone(), await memberWithPhone()];
    await patch(members, { phoneVisibility: 'members' });
    await patch(hidden, { phoneVisibility: 'nobody', isListed: false });
    await test.pool.query('DELETE FROM search_index');
    await rebuildOutdatedIndex(test.pool, () => undefined);
    test.app.peopleSearch.markChanged();
    const other = await test.loginAs();
    expect((await cardFor(test.call, members))?.phoneNumber).toBeNull();
    expect((await cardFor(other.call, members))?.phoneNumber).toBe(members.phone);
    expect((await cardFor(other.call, hidden))?.phoneNumber).toBeNull();
    expect(await searchAll(test.call, { query: hidden.name })).not.toContainEqual(
      expect.objectContaining({ id: hidden.id }),
    );
  });

  it('of an import is for everyone', async () => {
    const folder = await writePeopleFile([]);
    const row = `Imported Ida,,imported.ida,,${PHONE},,,,,@ida-pays,false`;
    await writeFile(folder.path, [COLUMNS.join(','), row].join('\n'));
    await importPeople(test.pool, folder.path, {
      rejectsFile: path.join(folder.folder, 'rejects.csv'),
    });
    await folder.remove();
    test.app.peopleSearch.markChanged();
    const { cards } = await searchPage(test.call, searchUrl({ query: 'imported ida' }));
    expect(cards).toMatchObject([{ username: 'imported.ida', phoneNumber: PHONE }]);
  });
});

describe('a member who is not listed', () => {
  async function foundBy({ id }: Member, query: string, call = test.call) {
    const cards = await searchAll(call, { query });
    return cards.some((card) => card.id === id && !card.isContact);
  }

  it('is found by the exact username only', async () => {
    const member = await memberWithPhone();
    const other = await test.loginAs();
    const number = member.name.split(' ').at(-1);
    const others = [
      '',
      'zora',
      'quill',
      member.name,
      `quill zora ${number}`,
      member.screenName,
      `zoraquill${number}`,
      member.username.slice(0, -1),
      `${member.username}x`,
      `@zq-pays-${number}`,
      `https://venmo.com/u/zq-pays-${number}`,
      `zorra quill ${number}`,
    ];
    expect(await foundBy(member, member.name)).toBe(true);
    await patch(member, { isListed: false });
    for (const call of [test.call, other.call]) {
      for (const query of others) {
        expect(await foundBy(member, query, call), `found by '${query}'`).toBe(false);
      }
      expect(await foundBy(member, member.username, call)).toBe(true);
      expect(await foundBy(member, `@${member.username.toUpperCase()}`, call)).toBe(true);
    }
    await patch(member, { isListed: true });
    expect(await foundBy(member, member.name)).toBe(true);
    expect(await foundBy(member, '')).toBe(true);
  });

  it('teaches the search no words', async () => {
    const member = await memberWithPhone();
    await patch(member, { name: 'Xanthippe Unlisted', isListed: false });
    const { rows } = await test.pool.query(
      'SELECT names, keys FROM search_people WHERE owner = 0 AND id = $1',
      [member.id],
    );
    const [{ names, keys } = { names: undefined, keys: '' }] = rows;
    expect(names).toBe('');
    expect(keys.split(',').filter((key: string) => !key.startsWith('S'))).toEqual([
      `U${member.username}`,
    ]);
  });

  it('is not named by the caution about look-alikes', async () => {
    const [real = 0] = await addPeople(test, [
      { name: 'Nadia Kowalski', username: 'nadia.real', isVerified: true },
    ]);
    const [fake = 0] = await addPeople(test, [{ name: 'Nadia Kowa1ski', username: 'nadia.fake' }]);
    const caution = async () => {
      const { cards } = await searchPage(test.call, searchUrl({ query: 'nadia.fake' }));
      return cards.find(({ id }) => id === fake)?.caution;
    };
    expect(await caution()).toMatchObject({ kind: 'lookalike', of: { username: 'nadia.real' } });
    const owner = await test.loginAs({ id: real });
    await patch(owner, { isListed: false });
    expect(await caution()).toBeNull();
    await patch(owner, { isListed: true });
    expect(await caution()).toMatchObject({ kind: 'lookalike' });
  });

  it('is found by a former username, whose links lead there', async () => {
    const member = await memberWithPhone();
    await patch(member, { username: `renamed${member.id}`, isListed: false });
    expect(await foundBy(member, member.username)).toBe(true);
    const exact = async (query: string) =>
      (await test.call('GET', searchUrl({ query }))).headers['x-exact-match'];
    expect(await exact(member.username)).toBe(String(member.id));
    expect(await exact(`renamed${member.id}`)).toBe(String(member.id));
    expect(await exact(`${member.username}xyz`)).toBeUndefined();
  });

  it('has a preview and a QR code, which search engines must not list', async () => {
    const member = await memberWithPhone();
    const open = async () => (await test.app.inject({ url: `/?search=${member.username}` })).body;
    expect(await open()).not.toContain('noindex');
    await patch(member, { isListed: false });
    const page = await open();
    expect(page).toContain(`Pay ${member.screenName} on Payfolk`);
    expect(page).toContain('<meta name="robots" content="noindex">');
    expect(page).not.toContain(member.phone);
    const qr = await test.call('GET', `/api/qrcode?type=profile&username=${member.username}`);
    expect(qr.statusCode).toBe(200);
  });

  it('stays in the private contacts of others', async () => {
    const member = await memberWithPhone();
    const owner = await test.loginAs();
    const contact = { name: member.name, screenName: 'My Zora', paymentPlatform: 'venmo' };
    const added = await owner.call('POST', '/api/add-person', {
      body: { ...contact, paymentUsername: '@zq-pays' },
    });
    const changed = await owner.call('PATCH', `/api/contacts/${added.json().id}`, {
      body: { phoneNumber: member.phone },
    });
    expect(changed.statusCode, changed.body).toBe(200);
    await patch(member, { isListed: false, phoneVisibility: 'nobody' });
    const cards = await searchAll(owner.call, { query: member.name });
    const own = cards.filter(({ isContact }) => isContact);
    expect(own).toMatchObject([{ name: member.name, phoneNumber: member.phone }]);
  });
});
