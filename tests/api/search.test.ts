import { eq, like } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { indexPeople } from '#server/db/index-people.ts';
import { paymentAccounts, users } from '#server/db/schema.ts';
import {
  addPeople,
  type DirectoryPerson,
  searchAll,
  searchPage,
  searchUrl,
} from '#tests/support/directory.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';

const PEOPLE: DirectoryPerson[] = [
  {
    name: 'Ana María García',
    username: 'ana.garcia',
    handles: { cashapp: '$anag', paypal: 'ana@mail.example' },
  },
  { name: 'Łukasz Żółć', username: 'lzolc' },
  { name: 'Søren Straße', username: 'viking77' },
  { name: "Siobhán O'Brien", username: 'siob', screenName: 'Shiv' },
  { name: 'Jean-Paul Sartre', username: 'jps' },
  { name: 'Ольга Фёдорова', username: 'olga_f' },
  { name: 'Γιώργος Παπαδόπουλος', username: 'gpap' },
  { name: 'محمد أحمد', username: 'moh' },
  { name: '王小明', username: 'xiaoming' },
  { name: '王芳', username: 'wfang' },
  { name: '山田太郎', username: 'yamada' },
  { name: '김민준', username: 'minjun' },
  { name: 'Nguyễn Thị Hương', username: 'huong' },
  {
    name: 'Pat Oxley',
    username: 'pat-oxley',
    handles: { venmo: '@pat_pays', paypal: 'https://paypal.me/patox' },
  },
  { name: 'Pizza Palace 🍕', username: 'palace' },
  { name: 'Christopher Longfellow', username: 'chris.long' },
  { name: 'Hundred Percent', username: 'hundred_percent', screenName: '100% real' },
];

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
  await addPeople(test, PEOPLE);
});
afterAll(() => test.close());

const firstName = async (query: string, more: Record<string, string> = {}) =>
  (await searchPage(test.call, searchUrl({ query, ...more }))).cards[0]?.name;

describe('search finds', () => {
  it.each([
    ['the name', 'Ana María García', 'Ana María García'],
    ['accents left out, any case', 'ANA MARIA garcia', 'Ana María García'],
    ['words in another order', 'garcia ana', 'Ana María García'],
    ['words in yet another order', 'maria garcia ana', 'Ana María García'],
    ['words written together', 'anamaria', 'Ana María García'],
    ['later words written together', 'mariagarcia', 'Ana María García'],
    ['a first name and an initial', 'ana g', 'Ana María García'],
    ['a beginning', 'garc', 'Ana María García'],
    ['the username', 'ana.garcia', 'Ana María García'],
    ['the username without its dot', 'anagarcia', 'Ana María García'],
    ['a Cash App handle', '$anag', 'Ana María García'],
    ['a handle with @', '@anag', 'Ana María García'],
    ['a handle that is an email', 'ana@mail.example', 'Ana María García'],
    ['a paypal.me address', 'https://paypal.me/patox', 'Pat Oxley'],
    ['a paypal.me address with an amount', 'paypal.me/patox/25', 'Pat Oxley'],
    ['a Venmo handle', '@pat_pays', 'Pat Oxley'],
    ['a Venmo handle without its sign', 'patpays', 'Pat Oxley'],
    ['ł and ż', 'lukasz zolc', 'Łukasz Żółć'],
    ['ø and ß', 'soren strasse', 'Søren Straße'],
    ['an apostrophe left out', 'obrien', "Siobhán O'Brien"],
    ['another apostrophe', 'O’Brien', "Siobhán O'Brien"],
    ['a gap for the apostrophe', 'o brien', "Siobhán O'Brien"],
    ['the screen name', 'shiv', "Siobhán O'Brien"],
    ['a hyphen as typed', 'jean-paul', 'Jean-Paul Sartre'],
    ['a hyphen left out', 'jeanpaul', 'Jean-Paul Sartre'],
    ['a gap for the hyphen', 'jean paul sartre', 'Jean-Paul Sartre'],
    ['a hyphenated name, words swapped', 'sartre jeanpaul', 'Jean-Paul Sartre'],
    ['Cyrillic with ё as е', 'федорова ольга', 'Ольга Фёдорова'],
    ['Greek without accents, in capitals', 'ΓΙΩΡΓΟΣ', 'Γιώργος Παπαδόπουλος'],
    ['Arabic with another alef', 'محمد احمد', 'محمد أحمد'],
    ['Chinese, the whole name', '王小明', '王小明'],
    ['Chinese, the given name', '小明', '王小明'],
    ['Chinese with two characters', '王芳', '王芳'],
    ['Japanese, the given name', '太郎', '山田太郎'],
    ['Korean', '김민준', '김민준'],
    ['Korean, the given name', '민준', '김민준'],
    ['Korean with a gap', '김 민준', '김민준'],
    ['Korean in decomposed letters', '김민준'.normalize('NFD'), '김민준'],
    ['Vietnamese without marks', 'nguyen thi huong', 'Nguyễn Thị Hương'],
    ['Vietnamese, given name first', 'huong nguyen', 'Nguyễn Thị Hương'],
    ['an emoji', '🍕', 'Pizza Palace 🍕'],
    ['text with invisible characters', 'pizza\u200b pal\u00adace', 'Pizza Palace 🍕'],
    ['text with a percent sign', '100%', 'Hundred Percent'],
    ['text with an underscore', 'hundred_percent', 'Hundred Percent'],
    ['a letter left out', 'garca ana', 'Ana María García'],
    ['two letters swapped', 'gacria', 'Ana María García'],
    ['a wrong letter in the first place', 'farcia', 'Ana María García'],
    ['a letter too many', 'oxleyy', 'Pat Oxley'],
    ['two typos in a long word', 'chrstopehr', 'Christopher Longfellow'],
    ['two typos in a very long word', 'παπαδοπουοσ', 'Γιώργος Παπαδόπουλος'],
    ['a typo in each of two words', 'chrisopher longfelow', 'Christopher Longfellow'],
    ['a typo in a username', 'xiaomnig', '王小明'],
    ['a typo in a handle', '@pat_pasy', 'Pat Oxley'],
    ['a typo in each word of a username', 'hundrd_precent', 'Hundred Percent'],
    ['two typos in one word of two', 'chrstopehr longfellow', 'Christopher Longfellow'],
    ['two typos in each of two words', 'chrstopehr lngfelow', 'Christopher Longfellow'],
    ['two swaps in a very long word', 'chrisotphre', 'Christopher Longfellow'],
  ])('by %s: %s', async (_, query, name) => {
    expect(await firstName(query)).toBe(name);
  });

  it.each([
    'zzzzzz',
    '%',
    '_',
    '%%%',
    "'; DROP TABLE users; --",
    '\\',
    '🦄',
    'q%a',
    'a_a',
    '"',
    '()*:&|!<->',
  ])('nobody by %s, without an error', async (query) => {
    expect((await searchPage(test.call, searchUrl({ query }))).cards).toEqual([]);
  });

  it('nobody by more typos than the length of a word allows', async () => {
    await addPeople(test, [
      { name: 'Ivo Thr', username: 'length-3' },
      { name: 'Quorlim Sevenletters', username: 'length-7' },
    ]);
    const found = async (query: string) =>
      (await searchPage(test.call, searchUrl({ query }))).cards.map(({ username }) => username);
    expect(await found('quorlin')).toEqual(['length-7']);
    expect(await found('uqorlin')).toEqual([]);
    expect(await found('thx')).toContain('length-3');
    expect(await found('thxx')).not.toContain('length-3');
    expect(await found('chritsohpre')).toEqual([]);
    await test.pool.query("DELETE FROM users WHERE username LIKE 'length-%'");
    test.app.peopleSearch.markChanged();
  });

  it('everybody two typos away, page by page, once nobody is closer', async () => {
    const near = await searchAll(test.call, { query: 'hundrd_precent', limit: '1' });
    expect(near.map(({ name }) => name)).toEqual(['Hundred Percent']);
    const names = Array.from({ length: 7 }, (_, at) => `Bartholomew ${'ABCDEFG'.charAt(at)}mber`);
    await addPeople(
      test,
      names.map((name, at) => ({ name, username: `barthol_omew${at}` })),
    );
    const found = await searchAll(test.call, { query: 'bratholoemw', limit: '2' });
    expect(found.map(({ name }) => name).toSorted()).toEqual(names);
    await test.db.delete(users).where(like(users.username, 'barthol_omew%'));
    test.app.peopleSearch.markChanged();
  });

  it('nobody by their email address', async () => {
    expect(
      (await searchPage(test.call, searchUrl({ query: 'person1@example.com' }))).cards,
    ).toEqual([]);
  });

  it.each([
    ['no parameter', ''],
    ['an empty query', '?query='],
    ['100 spaces', `?query=${'%20'.repeat(100)}`],
    ['invisible characters alone', '?query=%E2%80%8B'],
    ['the filter all', '?platform=all&_t=1'],
  ])('everybody with %s', async (_, parameters) => {
    const { cards } = await searchPage(test.call, `/api/users/search${parameters}`);
    expect(cards).toHaveLength(PEOPLE.length);
  });
});

const DAY = /^\d{4}-\d\d-\d\d$/;
const UNPROVEN = { proof: null, proofDetail: null, provenAt: null };

describe('search returns', () => {
  it('with exactly the fields of a card', async () => {
    const { cards } = await searchPage(test.call, searchUrl({ query: '$anag' }));
    expect(cards).toEqual([
      {
        id: expect.any(Number),
        username: 'ana.garcia',
        name: 'Ana María García',
        screenName: null,
        profileImage: null,
        phoneNumber: null,
        websiteUrl: null,
        isVerified: false,
        verifiedAt: null,
        isFictional: false,
        isContact: false,
        contactOwner: false,
        platforms: ['cashapp', 'paypal'],
        paypalUsername: 'ana@mail.example',
        cashappUsername: '$anag',
        applepayUsername: null,
        venmoUsername: null,
        memberSince: expect.stringMatching(DAY),
        handles: [
          { platform: 'cashapp', handle: '$anag', since: expect.stringMatching(DAY), ...UNPROVEN },
          {
            platform: 'paypal',
            handle: 'ana@mail.example',
            since: expect.stringMatching(DAY),
            ...UNPROVEN,
          },
        ],
        caution: null,
      },
    ]);
  });

  it.each([
    ['a query of 101 characters', { query: 'x'.repeat(101) }, 'query'],
    ['an unknown platform', { platform: 'zelle' }, 'platform'],
    ['limit 0', { limit: '0' }, 'limit'],
    ['limit 51', { limit: '51' }, 'limit'],
    ['a limit that is no number', { limit: '1e1' }, 'limit'],
    ['a broken cursor', { cursor: 'nonsense' }, 'cursor'],
    [
      'a cursor with a zero byte',
      { cursor: Buffer.from('[0,0,2,null,"\\u0000",1]').toString('base64url') },
      'cursor',
    ],
  ])('400 with a message for %s', async (_, parameters, field) => {
    const answer = await test.call('GET', searchUrl(parameters));
    expect(answer.statusCode).toBe(400);
    const body = answer.json();
    expect(body.message).toBe(body.fields[field]);
    expect(body.message).toMatch(/^[A-Za-z].* .+/);
  });

  it('400 for a cursor of another search', async () => {
    const { next } = await searchPage(test.call, searchUrl({ limit: '1' }));
    const other = new URL(next ?? '', 'http://localhost');
    other.searchParams.set('query', 'ana');
    expect((await test.call('GET', other.pathname + other.search)).statusCode).toBe(400);
  });

  it('a query of 100 characters, and one of 100 emoji', async () => {
    expect((await test.call('GET', searchUrl({ query: 'x'.repeat(100) }))).statusCode).toBe(200);
    expect((await test.call('GET', searchUrl({ query: '🍕'.repeat(100) }))).statusCode).toBe(200);
  });
});

describe('the search index', () => {
  it('has a change of name, handle and flag', async () => {
    const [id = 0] = await addPeople(test, [{ name: 'Quentin Before', username: 'quentin1' }]);
    await test.db
      .update(users)
      .set({ name: 'Rosalind After', isVerified: true })
      .where(eq(users.id, id));
    await indexPeople(test.db, [id]);
    test.app.peopleSearch.markChanged();
    expect(await firstName('rosalind')).toBe('Rosalind After');
    expect(await firstName('quentin before')).toBeUndefined();
    expect((await searchAll(test.call, {}))[0]?.id).toBe(id);
  });

  it('has both of two simultaneous changes', async () => {
    const [id = 0] = await addPeople(test, [{ name: 'Double Change', username: 'doubled' }]);
    const add = (platform: 'venmo' | 'paypal', username: string) =>
      test.db.transaction(async (tx) => {
        await tx.insert(paymentAccounts).values({ userId: id, platform, username });
        await indexPeople(tx, [id]);
      });
    await Promise.all([add('venmo', '@first-handle'), add('paypal', 'second-handle')]);
    test.app.peopleSearch.markChanged();
    expect(await firstName('@first-handle')).toBe('Double Change');
    expect(await firstName('second-handle', { platform: 'paypal' })).toBe('Double Change');
  });

  it('does not have a deleted account', async () => {
    const [id = 0] = await addPeople(test, [
      {
        name: 'Zyxwvut García',
        username: 'leaving',
        screenName: 'Gone Soon',
        handles: { venmo: '@leaving' },
      },
    ]);
    await test.db.delete(users).where(eq(users.id, id));
    const { rows } = await test.pool.query(
      `SELECT (SELECT count(*)::int FROM search_people WHERE owner = 0 AND id = $1) AS people,
         (SELECT count(*)::int FROM search_keys WHERE id = $1 AND key !~ '^[0-9]') AS keys`,
      [id],
    );
    expect(rows).toEqual([{ people: 0, keys: 0 }]);
    expect(await firstName('zyxwvut')).toBeUndefined();
  });
});
