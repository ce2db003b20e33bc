import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CONTACTS_MAX, type Contact } from '#contract/contacts.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';

let test: TestApp;
let ana: Awaited<ReturnType<TestApp['loginAs']>>;
let bob: Awaited<ReturnType<TestApp['loginAs']>>;

beforeAll(async () => {
  test = await buildTestApp();
  ana = await test.loginAs({ name: 'Ana Ruiz', username: 'ana' });
  bob = await test.loginAs({ name: 'Bob Stone', username: 'bob' });
});
afterAll(() => test.close());

const person = {
  name: 'Maya Okafor',
  screenName: 'Maya from the gym',
  paymentPlatform: 'cashapp',
  paymentUsername: 'mayaokafor',
};

async function add(changes: Record<string, unknown> = {}): Promise<Contact> {
  const answer = await ana.call('POST', '/api/add-person', { body: { ...person, ...changes } });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
}

async function listOf(member: typeof ana): Promise<Contact[]> {
  const answer = await member.call('GET', '/api/contacts');
  expect(answer.statusCode).toBe(200);
  return answer.json();
}

/** Everything stored about contacts, whoever owns it: nothing may come and go unseen. */
async function everyRow() {
  const { pool } = test;
  const contacts = await pool.query('SELECT * FROM contacts ORDER BY id');
  const accounts = await pool.query('SELECT * FROM contact_payment_accounts ORDER BY id');
  return { contacts: contacts.rows, accounts: accounts.rows };
}

const NAME_SHORT = 'Name must be at least 2 characters';
const SCREEN_NAME_SHORT = 'Screen name must be at least 2 characters';
const NO_PLATFORM = 'Please select a payment platform';
const NO_USERNAME = 'Username is required';

describe('POST /api/add-person', () => {
  it('keeps the person for the member, with the screen name as the nickname', async () => {
    const contact = await add();
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
    expect((await listOf(ana))[0]).toEqual(contact);
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
    const { accounts } = await add({ paymentPlatform, paymentUsername });
    expect(accounts).toEqual([{ platform: paymentPlatform, username, isDefault: true }]);
  });

  it('keeps names of any script in one spelling', async () => {
    const contact = await add({ name: ' Ｍａｙａ\u200b  Окафор ', screenName: '王芳' });
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
    const before = await everyRow();
    const answer = await ana.call('POST', '/api/add-person', { body: { ...person, ...changes } });
    expect(answer.statusCode).toBe(400);
    const [sentence] = Object.values(fields);
    expect(answer.json()).toEqual({
      error: sentence,
      message: sentence,
      code: 'INVALID_INPUT',
      fields,
    });
    expect(await everyRow()).toEqual(before);
  });

  it.each(['null', '[]', '"maya"', '5'])('refuses a body that is %s', async (body) => {
    const before = await everyRow();
    const answer = await ana.call('POST', '/api/add-person', {
      headers: { 'content-type': 'application/json' },
      body,
    });
    expect(answer.statusCode).toBe(400);
    expect(await everyRow()).toEqual(before);
  });

  it('is for members', async () => {
    const before = await everyRow();
    const answer = await test.call('POST', '/api/add-person', { body: person });
    expect(answer.statusCode).toBe(401);
    expect(await everyRow()).toEqual(before);
  });
});

describe('GET /api/contacts', () => {
  it('lists the member’s own, the newest first', async () => {
    const first = await add({ name: 'First Person' });
    const second = await add({ name: 'Second Person' });
    const [newest, next] = await listOf(ana);
    expect([newest, next]).toEqual([second, first]);
  });

  it('shows nothing of them to another member or a visitor', async () => {
    await add();
    expect(await listOf(bob)).toEqual([]);
    const answer = await test.call('GET', '/api/contacts');
    expect(answer.statusCode).toBe(401);
    expect(answer.body).not.toContain('Maya');
  });
});

describe('PATCH /api/contacts/{id}', () => {
  let contact: Contact;
  beforeEach(async () => {
    contact = await add();
  });

  const patch = (body: object, member = ana, id: number | string = contact.id) =>
    member.call('PATCH', `/api/contacts/${id}`, { body });

  it('changes what it is given and leaves the rest', async () => {
    const changes = {
      phoneNumber: '+15551234567',
      relationship: ' Trainer ',
      notes: 'Mondays\nat 7',
    };
    const answer = await patch(changes);
    expect(answer.statusCode, answer.body).toBe(200);
    const changed = { ...contact, ...changes, relationship: 'Trainer' };
    expect(answer.json()).toEqual(changed);
    expect((await listOf(ana))[0]).toEqual(changed);
  });

  it('keeps several handles and one default, the default first', async () => {
    const answer = await patch({
      accounts: [
        { platform: 'venmo', username: '@maya-lifts' },
        { platform: 'applepay', username: 'maya@icloud.com', isDefault: true },
        { platform: 'cashapp', username: '@maya' },
      ],
    });
    expect(answer.json<Contact>().accounts).toEqual([
      { platform: 'applepay', username: 'maya@icloud.com', isDefault: true },
      { platform: 'cashapp', username: '$maya', isDefault: false },
      { platform: 'venmo', username: '@maya-lifts', isDefault: false },
    ]);
    const fewer = await patch({ accounts: [{ platform: 'paypal', username: 'maya' }] });
    expect(fewer.json<Contact>().accounts).toEqual([
      { platform: 'paypal', username: 'maya', isDefault: true },
    ]);
    expect((await listOf(ana))[0]).toEqual(fewer.json());
  });

  it('clears with null and with an empty text', async () => {
    await patch({ phoneNumber: '15551234567', relationship: 'Friend', notes: 'x', nickname: 'M' });
    const answer = await patch({ phoneNumber: '', relationship: null, notes: ' ', nickname: null });
    expect(answer.json()).toEqual({ ...contact, nickname: null });
  });

  it('takes an empty change as none', async () => {
    const answer = await patch({});
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual(contact);
  });

  const venmo = { platform: 'venmo', username: '@maya-lifts' };
  const BAD_PHONE = 'Please enter a valid phone number';
  it.each<[string, Record<string, unknown>, Record<string, string>]>([
    ['name null', { name: null }, { name: NAME_SHORT }],
    ['name short', { name: 'M' }, { name: NAME_SHORT }],
    ['name too long', { name: 'a'.repeat(101) }, { name: 'Name must be at most 100 characters' }],
    ['nickname a number', { nickname: 5 }, { nickname: 'Nickname must be text' }],
    [
      'nickname too long',
      { nickname: 'a'.repeat(51) },
      { nickname: 'Nickname must be at most 50 characters' },
    ],
    [
      'nickname turned around',
      { nickname: 'a\u202eb' },
      { nickname: 'Nickname contains characters that are not allowed' },
    ],
    ['phoneNumber a number', { phoneNumber: 15551234567 }, { phoneNumber: BAD_PHONE }],
    ['phoneNumber with a leading zero', { phoneNumber: '0555' }, { phoneNumber: BAD_PHONE }],
    ['phoneNumber one digit', { phoneNumber: '+5' }, { phoneNumber: BAD_PHONE }],
    ['phoneNumber 16 digits', { phoneNumber: '1'.repeat(16) }, { phoneNumber: BAD_PHONE }],
    ['phoneNumber with letters', { phoneNumber: '+1555CALL' }, { phoneNumber: BAD_PHONE }],
    ['relationship a list', { relationship: [] }, { relationship: 'Relationship must be text' }],
    [
      'relationship too long',
      { relationship: 'a'.repeat(51) },
      { relationship: 'Relationship must be at most 50 characters' },
    ],
    [
      'relationship with a control character',
      { relationship: 'a\u0007b' },
      { relationship: 'Relationship contains characters that are not allowed' },
    ],
    ['notes an object', { notes: {} }, { notes: 'Notes must be text' }],
    [
      'notes too long',
      { notes: 'a'.repeat(2001) },
      { notes: 'Notes must be at most 2,000 characters' },
    ],
    [
      'notes with a null byte',
      { notes: 'a\u0000b' },
      { notes: 'Notes contains characters that are not allowed' },
    ],
    ['accounts an object', { accounts: {} }, { accounts: 'Accounts must be a list' }],
    ['accounts null', { accounts: null }, { accounts: 'Accounts must be a list' }],
    ['no accounts', { accounts: [] }, { accounts: 'Please keep at least one payment username' }],
    [
      'an account without a platform',
      { accounts: [{ username: 'maya' }] },
      {
        'accounts.0.platform':
          "Platform must be either 'paypal', 'cashapp', 'applepay', or 'venmo'",
      },
    ],
    [
      'an account on all',
      { accounts: [{ ...venmo, platform: 'all' }] },
      {
        'accounts.0.platform':
          "Platform must be either 'paypal', 'cashapp', 'applepay', or 'venmo'",
      },
    ],
    [
      'an account without a handle',
      { accounts: [venmo, { platform: 'paypal' }] },
      { 'accounts.1.username': NO_USERNAME },
    ],
    [
      'a blank handle',
      { accounts: [{ ...venmo, username: ' ' }] },
      { 'accounts.0.username': NO_USERNAME },
    ],
    [
      'a handle of a wrong alphabet',
      { accounts: [{ ...venmo, username: 'm/m' }] },
      { 'accounts.0.username': expect.stringContaining('Enter the Venmo name alone') },
    ],
    [
      'an isDefault that is no boolean',
      { accounts: [{ ...venmo, isDefault: 'yes' }] },
      { 'accounts.0.isDefault': 'isDefault must be true or false' },
    ],
    [
      'one platform twice',
      { accounts: [venmo, venmo] },
      { 'accounts.1.platform': 'Each platform can be given only once' },
    ],
    [
      'two defaults',
      {
        accounts: [
          { ...venmo, isDefault: true },
          { platform: 'paypal', username: 'maya', isDefault: true },
        ],
      },
      { 'accounts.1.isDefault': 'Only one account can be the default' },
    ],
    [
      'an unknown field in an account',
      { accounts: [{ ...venmo, id: 5 }] },
      { 'accounts.0.id': 'Unknown field: id' },
    ],
    ['an unknown field', { screenName: 'Maya' }, { screenName: 'Unknown field: screenName' }],
    ['another owner', { userId: 2 }, { userId: 'Unknown field: userId' }],
  ])('refuses %s and changes nothing', async (_, changes, fields) => {
    const before = await everyRow();
    const answer = await patch({ relationship: 'Friend', ...changes });
    expect(answer.statusCode, answer.body).toBe(400);
    const [sentence] = Object.values(fields);
    expect(answer.json()).toEqual({
      error: sentence,
      message: sentence,
      code: 'INVALID_INPUT',
      fields,
    });
    expect(await everyRow()).toEqual(before);
  });

  it('answers 404 for another member’s contact and for none, all the same', async () => {
    const before = await everyRow();
    const others = await patch({ name: 'Not Yours' }, bob);
    const nobodys = await patch({ name: 'Not There' }, bob, 2_147_483_647);
    expect(others.statusCode).toBe(404);
    expect(others.json()).toEqual({
      error: 'Contact not found',
      message: 'Contact not found',
      code: 'NOT_FOUND',
    });
    expect(nobodys.json()).toEqual(others.json());
    expect(await everyRow()).toEqual(before);
  });

  it.each(['0', '-1', '1.5', 'abc', '1e3', '2147483648', '99999999999999999999', '%00'])(
    'refuses the id %s',
    async (id) => {
      for (const method of ['PATCH', 'DELETE'] as const) {
        const options = method === 'PATCH' ? { body: {} } : {};
        const answer = await ana.call(method, `/api/contacts/${id}`, options);
        expect(answer.statusCode).toBe(400);
        expect(answer.json().fields).toEqual({ id: 'Invalid contact id' });
      }
    },
  );

  it('lets of two changes at once one win whole', async () => {
    const sets = [
      ['cashapp', 'venmo'],
      ['paypal', 'venmo'],
    ].map((platforms) => platforms.map((platform) => ({ platform, username: 'maya' })));
    for (let round = 0; round < 10; round += 1) {
      const answers = await Promise.all(sets.map((accounts) => patch({ accounts })));
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
      const platforms = (await listOf(ana))[0]?.accounts.map(({ platform }) => platform);
      expect([
        ['cashapp', 'venmo'],
        ['paypal', 'venmo'],
      ]).toContainEqual(platforms);
    }
  });
});

describe('DELETE /api/contacts/{id}', () => {
  it('removes the contact and its handles', async () => {
    const contact = await add();
    const url = `/api/contacts/${contact.id}`;
    const answer = await ana.call('DELETE', url);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ message: 'Contact removed' });
    const rows = await everyRow();
    expect(rows.contacts.filter(({ id }) => id === contact.id)).toEqual([]);
    expect(rows.accounts.filter(({ contact_id }) => contact_id === contact.id)).toEqual([]);
    expect((await ana.call('DELETE', url)).statusCode).toBe(404);
  });

  it('leaves another member’s alone', async () => {
    const contact = await add();
    const before = await everyRow();
    const answer = await bob.call('DELETE', `/api/contacts/${contact.id}`);
    expect(answer.statusCode).toBe(404);
    expect(await everyRow()).toEqual(before);
  });
});

describe('the limit', () => {
  it(`is ${CONTACTS_MAX} contacts a member, also for many at once, and says so`, async () => {
    const carla = await test.loginAs({ name: 'Carla Full', username: 'carla' });
    await test.pool.query(
      `INSERT INTO contacts (user_id, name)
       SELECT $1, 'Person ' || number FROM generate_series(1, $2::int) AS number`,
      [carla.id, CONTACTS_MAX - 2],
    );
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
    const contacts = await listOf(carla);
    expect(contacts).toHaveLength(CONTACTS_MAX);

    // One out, one in; and others are not concerned.
    await carla.call('DELETE', `/api/contacts/${contacts[0]?.id}`);
    const again = await carla.call('POST', '/api/add-person', { body: person });
    expect(again.statusCode).toBe(201);
    await add();
  });
});
