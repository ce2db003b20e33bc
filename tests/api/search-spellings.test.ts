import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { indexPeople } from '#server/db/index-people.ts';
import { addPeople, searchPage, searchUrl } from '#tests/support/directory.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
  await addPeople(test, [
    { name: 'William Hartwell', username: 'w-hartwell' },
    { name: 'Bill Quenby', username: 'b-quenby' },
    { name: 'Francisco Ibarra', username: 'f-ibarra' },
    { name: 'Jörg Müller', username: 'j-mueller' },
    { name: 'Goethe Maass', username: 'goethe' },
    { name: 'Søren Kjær', username: 's-kjaer' },
    { name: 'Åse Weiß', username: 'a-weiss' },
    { name: 'Юлия Фёдорова', username: 'jf-one' },
    { name: 'Александр Хрущёв', username: 'ah-two' },
    { name: 'Yulia Sokolova', username: 'y-soko' },
    { name: 'Γιώργος Παπαδόπουλος', username: 'gp-three' },
    { name: 'Aoa Denesik', username: 'denesik1' },
    { name: 'Li Zhangwei', username: 'li-zw' },
    { name: 'Craig Price', username: 'cprice' },
    { name: 'Maryam Thistlewood', username: 'maryam.t' },
    { name: 'Konstantin Vogelsang', username: 'sunny.shopkeeper' },
  ]);
});
afterAll(() => test.close());

const names = async (query: string) =>
  (await searchPage(test.call, searchUrl({ query }))).cards.map(({ name }) => name);

describe('search finds', () => {
  it.each([
    ['a name by its nickname', 'bill hartwell', 'William Hartwell'],
    ['a nickname by its name', 'william quenby', 'Bill Quenby'],
    ['a name by its nickname alone', 'will', 'William Hartwell'],
    ['a Spanish name by its nickname', 'paco ibarra', 'Francisco Ibarra'],
    ['ö and ü written as one letter', 'jorg muller', 'Jörg Müller'],
    ['ö and ü written as two letters', 'joerg mueller', 'Jörg Müller'],
    ['the beginning of ü written as two letters', 'muell', 'Jörg Müller'],
    ['oe and aa written as one letter in the query', 'göthe', 'Goethe Maass'],
    ['ø written as o', 'soren', 'Søren Kjær'],
    ['ø written as oe', 'soeren kjaer', 'Søren Kjær'],
    ['å written as aa and ß as ss', 'aase weiss', 'Åse Weiß'],
    ['å written as a', 'ase', 'Åse Weiß'],
    ['Cyrillic by Latin letters', 'yulia fedorova', 'Юлия Фёдорова'],
    ['Cyrillic by other Latin letters', 'yuliya fyodorova', 'Юлия Фёдорова'],
    ['Cyrillic by yet other Latin letters', 'iuliia', 'Юлия Фёдорова'],
    ['х as kh', 'aleksandr khrushchev', 'Александр Хрущёв'],
    ['х as h and кс as x', 'alexandr', 'Александр Хрущёв'],
    ['Latin by Cyrillic letters', 'Юлия Соколова', 'Yulia Sokolova'],
    ['Greek by Latin letters', 'giorgos papadopoulos', 'Γιώργος Παπαδόπουλος'],
    ['a typo in a word of three letters', 'ana denesik', 'Aoa Denesik'],
    ['a typo in a word of two letters', 'lo zhangwei', 'Li Zhangwei'],
    ['a wrong first letter', 'praig price', 'Craig Price'],
    ['a missing gap', 'craigprice', 'Craig Price'],
    ['a doubled gap', 'craig  price', 'Craig Price'],
    ['a letter in place of the gap', 'CraigsPrice', 'Craig Price'],
    ['letters swapped around a missing gap', 'craipgrice', 'Craig Price'],
    ['a missing gap and a typo', 'craigprize', 'Craig Price'],
    ['a gap inside a word', 'thistle wood', 'Maryam Thistlewood'],
    ['a gap inside a word of several', 'maryam thistle wood', 'Maryam Thistlewood'],
    ['an extra word', 'maryam thistlewood london', 'Maryam Thistlewood'],
    ['a wrong word', 'maryam zzgarble', 'Maryam Thistlewood'],
    ['a piece inside a word', 'stlewo', 'Maryam Thistlewood'],
    ['a piece of four letters', 'ogel', 'Konstantin Vogelsang'],
    ['a piece inside a username', 'nyshopk', 'Konstantin Vogelsang'],
    ['a piece inside a word and another word', 'maryam stlewo', 'Maryam Thistlewood'],
  ])('%s: %s', async (_, query, name) => {
    expect((await names(query))[0]).toBe(name);
  });

  it('nobody by a piece of three letters', async () => {
    expect(await names('tlw')).toEqual([]);
  });

  it('people in the order of the ways to find them', async () => {
    await addPeople(test, [
      { name: 'Piece Inside', username: 'x-bobvarley-x' },
      { name: 'Bob Otherwise', username: 'one-word-less' },
      { name: 'Bog Varley', username: 'typo' },
      { name: 'Robert Varley', username: 'nickname' },
      { name: 'Bob Varleyson', username: 'beginning' },
      { name: 'Bob James Varley', username: 'words' },
      { name: 'Bob Varley', username: 'exact' },
    ]);
    const { cards } = await searchPage(test.call, searchUrl({ query: 'bob varley' }));
    expect(cards.map(({ username }) => username)).toEqual([
      'exact',
      'words',
      'beginning',
      'nickname',
      'typo',
      'one-word-less',
    ]);
    const joined = await searchPage(test.call, searchUrl({ query: 'bobvarley' }));
    expect(joined.cards.at(-1)?.username).toBe('x-bobvarley-x');
  });
});

describe('the exact username', () => {
  it('comes first, before a verified member whose handle it is, and before similar usernames', async () => {
    await addPeople(test, [
      { name: 'Older One', isVerified: true, username: 'older', handles: { venmo: 'sunny.shop' } },
      { name: 'Without Dot', isVerified: true, username: 'sunnyshop' },
      { name: 'Sunny Shop', username: 'sunny.shop' },
    ]);
    for (const query of ['sunny.shop', '@sunny.shop', 'SUNNY.SHOP']) {
      expect((await names(query))[0]).toBe('Sunny Shop');
    }
    expect((await names('sunnyshop'))[0]).toBe('Without Dot');
  });

  it('is not what the address of a platform names, which is a handle there', async () => {
    const [, other = 0, hidden = 0] = await addPeople(test, [
      { name: 'Real Sunny', username: 'real-sunny', handles: { venmo: 'sunny-shop9' } },
      { name: 'Other Member', username: 'sunny-shop9', handles: { venmo: 'other-handle' } },
      { name: 'Not Listed', username: 'not-listed9' },
    ]);
    await test.pool.query('UPDATE users SET is_listed = false WHERE id = $1', [hidden]);
    await indexPeople(test.db, [hidden]);
    const exact = async (query: string) =>
      (await test.call('GET', searchUrl({ query }))).headers['x-exact-match'];
    for (const address of ['https://venmo.com/u/', 'venmo.com/', 'cash.app/$', 'paypal.me/']) {
      expect(await exact(`${address}sunny-shop9`), address).toBeUndefined();
      expect(await names(`${address}not-listed9`), address).not.toContain('Not Listed');
    }
    expect((await names('https://venmo.com/u/sunny-shop9'))[0]).toBe('Real Sunny');
    expect(await exact('@sunny-shop9')).toBe(String(other));
    expect((await names('venmo.com/u/sunny-shpo9'))[0]).toBe('Real Sunny');
  });
});

describe('with a platform filter', () => {
  it('that platform comes first in each result, the others keep their order', async () => {
    await addPeople(test, [
      {
        name: 'Filtered "platforms":["x"] Quirk',
        username: 'quirk',
        handles: { cashapp: '$quirk', paypal: 'quirk', venmo: 'quirk' },
      },
    ]);
    const platforms = async (platform: string) =>
      (await searchPage(test.call, searchUrl({ query: 'quirk', platform }))).cards[0]?.platforms;
    expect(await platforms('all')).toEqual(['cashapp', 'paypal', 'venmo']);
    expect(await platforms('cashapp')).toEqual(['cashapp', 'paypal', 'venmo']);
    expect(await platforms('venmo')).toEqual(['venmo', 'cashapp', 'paypal']);
  });
});
