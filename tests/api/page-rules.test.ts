import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SearchResult } from '#contract/directory.ts';
import { PAGE_DATA_ID, type PersonPage } from '#contract/pages.ts';
import { restoreUser, suspendUser } from '#server/db/suspension.ts';
import { findUserForUpdate } from '#server/db/users.ts';
import { emailKey } from '#server/lib/keys.ts';
import { addPeople, searchPage, searchUrl } from '#tests/support/directory.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';

const FILES = ['contact.vcf', 'sign', 'card.png', 'button.svg', 'qr.svg'];

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.close());

const get = (url: string, call = test.call) => call('GET', url);

function pageOf(body: string): PersonPage {
  const data = new RegExp(`id="${PAGE_DATA_ID}">(.*?)</script>`).exec(body)?.[1] ?? 'null';
  return JSON.parse(data) as PersonPage;
}
const wordsOf = (body: string) =>
  (/<div id="root">(.*)<\/div>\s*<\/body>/s.exec(body)?.[1] ?? '')
    .replaceAll('<!-- -->', '')
    .replace(/<[^>]*>/g, '');

let people = 0;
/** A member who can be found, with a phone number and a handle. */
async function addMember(changes: object = {}) {
  people += 1;
  const username = `pia.page${people}`;
  const phone = `+1415555${2_000 + people}`;
  const person = { name: `Secret ${people}`, screenName: `Pia Page ${people}`, username };
  const [id = 0] = await addPeople(test, [
    { ...person, handles: { venmo: `@pia-pays-${people}` } },
  ]);
  const member = await test.loginAs({ id });
  await patch(member.call, { phoneNumber: phone, ...changes });
  return { ...member, ...person, phone };
}

async function patch(call: TestApp['call'], body: object) {
  const answer = await call('PATCH', '/api/me', { body });
  expect(answer.statusCode, answer.body).toBe(200);
}

describe('the page of a suspended member', () => {
  const change = (id: number, work: typeof restoreUser) =>
    test.db.transaction(async (tx) => {
      const subject = await findUserForUpdate(tx, id);
      if (!subject) throw new Error('There is no such user.');
      return work(tx, { subject, actor: null, ip: '192.0.2.1' });
    });

  it('is not available, nor are its files, by any username, until it is restored', async () => {
    const { id, call, username, screenName } = await addMember();
    const former = username;
    const current = `${username}-now`;
    await patch(call, { username: current });
    expect((await get(`/@${current}`)).statusCode).toBe(200);
    await change(id, (tx, decision) => suspendUser(tx, { ...decision, reason: 'No.' }));
    for (const name of [current, former]) {
      const { statusCode, body, headers } = await get(`/@${name}`);
      expect(statusCode).toBe(404);
      expect(wordsOf(body)).toContain('This page is not available.');
      expect(body).toContain('<title>This page is not available · Payfolk</title>');
      expect(body).toContain('<meta name="robots" content="noindex">');
      expect(body).not.toContain('data-page="hero"');
      expect(headers.location).toBeUndefined();
      for (const text of [screenName, 'pia-pays', '+1415']) {
        expect(body).not.toContain(text);
      }
      for (const file of FILES) {
        const answer = await get(`/@${name}/${file}`);
        expect(answer.statusCode, file).toBe(404);
        expect(answer.json().message).toBe('This page is not available.');
      }
    }
    // Also for themselves: the account says why.
    expect((await get(`/@${current}`, call)).statusCode).toBe(404);
    await change(id, restoreUser);
    expect((await get(`/@${current}`)).statusCode).toBe(200);
    expect((await get(`/@${former}`)).headers.location).toBe(`/@${current}?from=${former}`);
  });
});

describe('the page of a member who is not listed', () => {
  it('works, and search engines must not list it or its files', async () => {
    const { call, username, screenName } = await addMember();
    const listed = await get(`/@${username}`);
    expect(listed.body).not.toContain('noindex');
    await patch(call, { isListed: false });
    const { statusCode, body } = await get(`/@${username}`);
    expect(statusCode).toBe(200);
    expect(wordsOf(body)).toContain(screenName);
    expect(body).toContain('<meta name="robots" content="noindex">');
    for (const file of FILES) {
      const answer = await get(`/@${username}/${file}`);
      expect(answer.statusCode, file).toBe(200);
      expect(answer.headers['x-robots-tag'], file).toBe('noindex');
    }
    await patch(call, { isListed: true });
    expect((await get(`/@${username}`)).body).not.toContain('noindex');
    expect((await get(`/@${username}/contact.vcf`)).headers['x-robots-tag']).toBeUndefined();
  });
});

describe('the phone number on a page and in its vCard', () => {
  it.each([
    ['everyone', true, true],
    ['members', false, true],
    ['nobody', false, false],
  ])('for %s: visitors see it %s, members %s', async (phoneVisibility, forVisitors, forMembers) => {
    const { username, phone } = await addMember({ phoneVisibility });
    const reader = await test.loginAs();
    const ended = await test.loginAs();
    await ended.call('POST', '/api/logout');
    // In turns: what was rendered for a member must not be sent to a visitor.
    for (const [call, isShown] of [
      [reader.call, forMembers],
      [test.call, forVisitors],
      [ended.call, forVisitors],
      [reader.call, forMembers],
      [test.call, forVisitors],
    ] as const) {
      for (const url of [`/@${username}`, `/@${username}/contact.vcf`]) {
        const { statusCode, body } = await get(url, call);
        expect(statusCode).toBe(200);
        expect(body.includes(`tel:${phone}`), url).toBe(isShown);
        expect(body.includes(phone), url).toBe(isShown);
      }
    }
  });
});

describe('what a payer should know', () => {
  const cardFor = async (username: string): Promise<SearchResult | undefined> => {
    test.app.peopleSearch.markChanged();
    const { cards } = await searchPage(test.call, searchUrl({ query: username }));
    return cards.find((card) => card.username === username);
  };

  /** The page has what the card has. */
  async function expectSame(username: string) {
    const { body } = await get(`/@${username}`);
    const { person } = pageOf(body);
    const card = await cardFor(username);
    expect(card).toBeDefined();
    const { handles, caution, phoneNumber, memberSince, isVerified } = person;
    expect(card).toMatchObject({ handles, caution, phoneNumber, memberSince, isVerified });
    return { words: wordsOf(body), person };
  }

  it('is nothing where there is nothing to know', async () => {
    const { username } = await addMember();
    const { person, words } = await expectSame(username);
    expect(person.caution).toBeNull();
    expect(words).not.toContain('before you pay');
  });

  it('is a changed handle, for 7 days', async () => {
    const { id, call, username, screenName } = await addMember();
    await call('POST', '/api/payment-accounts', {
      body: { platform: 'venmo', username: '@another' },
    });
    const setDays = (days: number) =>
      test.pool.query(
        `UPDATE payment_accounts SET handle_since = now() - make_interval(days => $2, hours => 2) WHERE user_id = $1`,
        [id, days],
      );
    expect((await expectSame(username)).person.caution).toMatchObject({ kind: 'changed' });
    await setDays(2);
    const { body } = await get(`/@${username}`);
    expect(wordsOf(body)).toContain(
      `This Venmo name changed 2 days ago. Check with ${screenName} before you pay.`,
    );
    // Payable all the same, without any code.
    expect(body).toContain('href="https://venmo.com/u/another"');
    await setDays(7);
    const later = await get(`/@${username}`);
    expect(pageOf(later.body).person.caution).toBeNull();
    expect(wordsOf(later.body)).not.toContain('changed');
  });

  it('is a look-alike', async () => {
    await addPeople(test, [{ name: 'Greta Halloran', username: 'greta.real', isVerified: true }]);
    await addPeople(test, [{ name: 'Greta Ha1loran', username: 'greta.fake' }]);
    const { words } = await expectSame('greta.fake');
    expect(words).toContain('Not the verified Greta Halloran');
    expect(words).toContain('with nearly the same name.');
  });

  it('is reports, until they are old', async () => {
    const { id, username } = await addMember();
    const setUntil = (interval: string) =>
      test.pool.query(`UPDATE users SET reported_until = now() + $2::interval WHERE id = $1`, [
        id,
        interval,
      ]);
    await setUntil('1 hour');
    expect(wordsOf((await get(`/@${username}`)).body)).toContain(
      'Several people reported this profile.',
    );
    await setUntil('-1 second');
    expect(pageOf((await get(`/@${username}`)).body).person.caution).toBeNull();
  });

  it('is a proof, and how long handles are unchanged', async () => {
    const { id, call, username } = await addMember();
    await call('POST', '/api/payment-accounts', {
      body: { platform: 'paypal', username: `${username}@example.com` },
    });
    await test.pool.query(
      `UPDATE users SET email = $2, email_key = $3, email_proven_at = now(), created_at = now() - interval '3 years' WHERE id = $1`,
      [id, `${username}@example.com`, emailKey(`${username}@example.com`)],
    );
    await test.pool.query(
      `UPDATE payment_accounts SET handle_since = now() - interval '430 days' WHERE user_id = $1`,
      [id],
    );
    const { body } = await get(`/@${username}`);
    expect(pageOf(body).person.handles).toMatchObject([
      { platform: 'paypal', proof: 'email' },
      { platform: 'venmo', proof: null },
    ]);
    expect(wordsOf(body).match(/Email confirmed/g)).toHaveLength(1);
    expect(wordsOf(body)).toContain('handles unchanged for 14 months');
  });
});
