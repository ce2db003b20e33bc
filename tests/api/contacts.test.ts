import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CONTACTS_MAX, type Contact } from '#contract/contacts.ts';
import {
  addPerson,
  contactsOf,
  listContactRows,
  type Member,
  nextPageOf,
  person,
  refusal,
} from '#tests/support/contacts.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';

let test: TestApp;
let ana: Member;
let bob: Member;

beforeAll(async () => {
  test = await buildTestApp();
  ana = await test.loginAs({ name: 'Ana Ruiz', username: 'ana' });
  bob = await test.loginAs({ name: 'Bob Stone', username: 'bob' });
});
afterAll(() => test.close());

/** 'Person 1', 'Person 2' and so on, without handles. */
async function insertContacts(ownerId: number, count: number) {
  await test.pool.query(
    `INSERT INTO contacts (user_id, name)
     SELECT $1, 'Person ' || number FROM generate_series(1, $2::int) AS number`,
    [ownerId, count],
  );
}

const NAME_SHORT = 'Name must be at least 2 characters';
const SCREEN_NAME_SHORT = 'Screen name must be at least 2 characters';
const NO_PLATFORM = 'Please select a payment platform';
const NO_USERNAME = 'Username is required';

describe('POST /api/add-person', () => {
  it('keeps the person for the member, with the screen name as the nickname', async () => {
    const contact = await addPerson(ana);
    expect(contact).toEqual({
      id: expect.any(Number),
      name: 'Maya Okafor',
      nickname: 'Maya from the gym',
      phoneNumber: null,
      relationship: null,
      notes: null,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      accounts: [{ platform: 'cashapp', username: '$mayaokafor', isDefault: true }],
    });
    expect((await contactsOf(ana))[0]).toEqual(contact);
  });

  it.each([
    ['cashapp', ' $$maya ', '$maya'],
    ['cashapp', '@maya', '$maya'],
    ['paypal', ' @maya ', '@maya'],
    ['paypal', 'https://paypal.me/maya', 'https://paypal.me/maya'],
    ['paypal', 'maya@example.com', 'maya@example.com'],
    ['applepay', 'apple.pay/maya', 'apple.pay/maya'],
    ['applepay', '+15551234567', '+15551234567'],
    ['venmo', 'maya\u200b-lifts', 'maya-lifts'],
  ])('keeps the %s handle %j as %j', async (paymentPlatform, paymentUsername, username) => {
    const { accounts } = await addPerson(ana, { paymentPlatform, paymentUsername });
    expect(accounts).toEqual([{ platform: paymentPlatform, username, isDefault: true }]);
  });

  it('keeps names of any script in one spelling', async () => {
    const contact = await addPerson(ana, { name: ' Ｍａｙａ\u200b  Окафор ', screenName: '王芳' });
    expect([contact.name, contact.nickname]).toEqual(['Maya Окафор', '王芳']);
  });

  it.each<[string, Record<string, unknown>, Record<string, string>]>([
    ['name missing', { name: undefined }, { name: NAME_SHORT }],
    ['name null', { name: null }, { name: NAME_SHORT }],
    ['name a number', { name: 12 }, { name: NAME_SHORT }],
    ['name blank', { name: '   ' }, { name: NAME_SHORT }],
    ['name invisible', { name: '\u200b\u200b\u200b' }, { name: NAME_SHORT }],
    ['name one emoji', { name: '🙂' }, { name: NAME_SHORT }],
    ['name too long', { name: 'a'.repeat(101) }, { name: 'Name must be at most 100 characters' }],
    [
      'name turned around',
      { name: 'Ana\u202eziuR' },
      { name: 'Name contains characters that are not allowed' },
    ],
    [
      'name with a null byte',
      { name: 'Ana\u0000' },
      { name: 'Name contains characters that are not allowed' },
    ],
    ['screenName missing', { screenName: undefined }, { screenName: SCREEN_NAME_SHORT }],
    ['screenName null', { screenName: null }, { screenName: SCREEN_NAME_SHORT }],
    ['screenName a list', { screenName: ['Ana'] }, { screenName: SCREEN_NAME_SHORT }],
    ['screenName short', { screenName: 'a' }, { screenName: SCREEN_NAME_SHORT }],
    [
      'screenName too long',
      { screenName: 'a'.repeat(51) },
      { screenName: 'Screen name must be at most 50 characters' },
    ],
    [
      'screenName with a line break',
      { screenName: 'a\nb' },
      { screenName: 'Screen name contains characters that are not allowed' },
    ],
    ['paymentPlatform missing', { paymentPlatform: undefined }, { paymentPlatform: NO_PLATFORM }],
    ['paymentPlatform blank', { paymentPlatform: '' }, { paymentPlatform: NO_PLATFORM }],
    ['paymentPlatform all', { paymentPlatform: 'all' }, { paymentPlatform: NO_PLATFORM }],
    ['paymentPlatform an object', { paymentPlatform: {} }, { paymentPlatform: NO_PLATFORM }],
    ['paymentUsername missing', { paymentUsername: undefined }, { paymentUsername: NO_USERNAME }],
    ['paymentUsername a number', { paymentUsername: 5 }, { paymentUsername: NO_USERNAME }],
    ['paymentUsername blank', { paymentUsername: '  ' }, { paymentUsername: NO_USERNAME }],
    ['paymentUsername only decoration', { paymentUsername: '$' }, { paymentUsername: NO_USERNAME }],
    [
      'paymentUsername too long',
      { paymentUsername: 'a'.repeat(255) },
      { paymentUsername: 'Username must be at most 254 characters' },
    ],
    [
      'paymentUsername of a wrong alphabet',
      { paymentUsername: 'maya okafor' },
      { paymentUsername: expect.stringContaining('Enter the Cash App name alone') },
    ],
    [
      'paymentUsername that climbs',
      { paymentUsername: '../maya' },
      { paymentUsername: expect.stringContaining('Enter the Cash App name alone') },
    ],
    ['an unknown field', { isVerified: true }, { isVerified: 'Unknown field: isVerified' }],
    ['an owner of their own choice', { userId: 1 }, { userId: 'Unknown field: userId' }],
    [
      'everything wrong at once',
      { name: 'a', screenName: 'b', paymentUsername: 'a b' },
      {
        name: NAME_SHORT,
        screenName: SCREEN_NAME_SHORT,
        paymentUsername: expect.stringContaining('Enter the Cash App'),
      },
    ],
  ])('refuses %s and stores nothing', async (_, changes, fields) => {
    const before = await listContactRows(test);
    const answer = await ana.call('POST', '/api/add-person', { body: { ...person, ...changes } });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toEqual(refusal(fields));
    expect(await listContactRows(test)).toEqual(before);
  });

  it.each(['null', '[]', '"maya"', '5'])('refuses a body that is %s', async (body) => {
    const before = await listContactRows(test);
    const answer = await ana.call('POST', '/api/add-person', {
      headers: { 'content-type': 'application/json' },
      body,
    });
    expect(answer.statusCode).toBe(400);
    expect(await listContactRows(test)).toEqual(before);
  });

  it('is for members', async () => {
    const before = await listContactRows(test);
    const answer = await test.call('POST', '/api/add-person', { body: person });
    expect(answer.statusCode).toBe(401);
    expect(await listContactRows(test)).toEqual(before);
  });
});

describe('GET /api/contacts', () => {
  it('lists the member’s own, the newest first', async () => {
    const first = await addPerson(ana, { name: 'First Person' });
    const second = await addPerson(ana, { name: 'Second Person' });
    const [newest, next] = await contactsOf(ana);
    expect([newest, next]).toEqual([second, first]);
  });

  it('shows no contact to another member or a visitor', async () => {
    await addPerson(ana);
    expect(await contactsOf(bob)).toEqual([]);
    const theirs = { ...person, paymentPlatform: 'venmo', paymentUsername: 'bobs-friend' };
    const added = await bob.call('POST', '/api/add-person', { body: theirs });
    expect(await contactsOf(bob)).toEqual([added.json()]);
    expect((await contactsOf(ana)).map(({ id }) => id)).not.toContain(added.json().id);
    const answer = await test.call('GET', '/api/contacts');
    expect(answer.statusCode).toBe(401);
    expect(answer.body).not.toContain('Maya');
  });
});

describe('the pages of GET /api/contacts', () => {
  const TOTAL = 205;
  let dora: Member;
  beforeAll(async () => {
    dora = await test.loginAs({ name: 'Dora Many', username: 'dora' });
    await insertContacts(dora.id, TOTAL);
  });

  it('hold 100 by default, the newest first, and lead to each other', async () => {
    const lengths: number[] = [];
    const names: string[] = [];
    let url: string | undefined = '/api/contacts';
    while (url) {
      const answer = await dora.call('GET', url);
      lengths.push(answer.json().length);
      names.push(...answer.json<Contact[]>().map(({ name }) => name));
      url = nextPageOf(answer.headers.link);
    }
    expect(lengths).toEqual([100, 100, 5]);
    expect(names).toEqual(Array.from({ length: TOTAL }, (_, index) => `Person ${TOTAL - index}`));
  });

  it('hold up to 200, and keep the limit from page to page', async () => {
    const first = await dora.call('GET', '/api/contacts?limit=200');
    expect(first.json()).toHaveLength(200);
    const next = nextPageOf(first.headers.link) ?? '';
    expect(next).toContain('limit=200');
    const second = await dora.call('GET', next);
    expect(second.json()).toHaveLength(5);
    expect(second.headers.link).toBeUndefined();
    const exact = await dora.call('GET', `${next}&limit=5`.replace('limit=200&', ''));
    expect(exact.json()).toHaveLength(5);
    expect(exact.headers.link).toBeUndefined();
  });

  it('with another member’s cursor show nothing of that member', async () => {
    const { headers } = await dora.call('GET', '/api/contacts');
    const url = nextPageOf(headers.link) ?? '';
    expect((await dora.call('GET', url)).json()).toHaveLength(100);
    const answer = await bob.call('GET', url);
    expect(answer.statusCode).toBe(200);
    const own = (await contactsOf(bob)).map(({ id }) => id);
    expect(answer.json<Contact[]>().filter(({ id }) => !own.includes(id))).toEqual([]);
  });

  it.each(['limit=0', 'limit=201', 'limit=x', 'limit=', 'cursor=x', 'cursor=', 'limit=1&limit=2'])(
    'refuse %s',
    async (query) => {
      const answer = await dora.call('GET', `/api/contacts?${query}`);
      expect(answer.statusCode).toBe(400);
      expect(answer.json().code).toBe('INVALID_INPUT');
    },
  );
});

describe('DELETE /api/contacts/{id}', () => {
  it('removes the contact and its handles', async () => {
    const contact = await addPerson(ana);
    const url = `/api/contacts/${contact.id}`;
    const answer = await ana.call('DELETE', url);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ message: 'Contact removed' });
    const rows = await listContactRows(test);
    expect(rows.contacts.filter(({ id }) => id === contact.id)).toEqual([]);
    expect(rows.accounts.filter(({ contact_id }) => contact_id === contact.id)).toEqual([]);
    expect((await ana.call('DELETE', url)).statusCode).toBe(404);
  });

  it('does not delete another member’s contact', async () => {
    const contact = await addPerson(ana);
    const before = await listContactRows(test);
    const answer = await bob.call('DELETE', `/api/contacts/${contact.id}`);
    expect(answer.statusCode).toBe(404);
    expect(await listContactRows(test)).toEqual(before);
  });
});

describe('the limit', () => {
  it(`is ${CONTACTS_MAX} contacts a member, also for many at once, and says so`, async () => {
    const carla = await test.loginAs({ name: 'Carla Full', username: 'carla' });
    await insertContacts(carla.id, CONTACTS_MAX - 2);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => carla.call('POST', '/api/add-person', { body: person })),
    );
    const refused = answers.filter(({ statusCode }) => statusCode !== 201);
    expect(answers.length - refused.length).toBe(2);
    for (const answer of refused) {
      expect(answer.statusCode).toBe(409);
      expect(answer.json().code).toBe('TOO_MANY_CONTACTS');
      expect(answer.json().message).toBe(
        'You can keep up to 1,000 contacts. Please remove one before you add another.',
      );
    }
    const contacts = await contactsOf(carla);
    expect(contacts).toHaveLength(CONTACTS_MAX);

    // Removing one makes room for one, and other members are not affected.
    await carla.call('DELETE', `/api/contacts/${contacts[0]?.id}`);
    const again = await carla.call('POST', '/api/add-person', { body: person });
    expect(again.statusCode).toBe(201);
    await addPerson(ana);
  });
});
