import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Contact } from '#contract/contacts.ts';
import {
  addPerson,
  contactsOf,
  listContactRows,
  type Member,
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

const NAME_SHORT = 'Name must be at least 2 characters';
const NO_USERNAME = 'Username is required';

describe('PATCH /api/contacts/{id}', () => {
  let contact: Contact;
  beforeEach(async () => {
    contact = await addPerson(ana);
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
    expect((await contactsOf(ana))[0]).toEqual(changed);
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
    expect((await contactsOf(ana))[0]).toEqual(fewer.json());
  });

  it('clears with null and with an empty text', async () => {
    await patch({ phoneNumber: '15551234567', relationship: 'Friend', notes: 'x', nickname: 'M' });
    const answer = await patch({ phoneNumber: '', relationship: null, notes: ' ', nickname: null });
    expect(answer.json()).toEqual({ ...contact, nickname: null });
  });

  it('changes nothing for an empty body', async () => {
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
    ['no accounts', { accounts: [] }, { accounts: 'Please keep at least one payment name' }],
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
    const before = await listContactRows(test);
    const answer = await patch({ relationship: 'Friend', ...changes });
    expect(answer.statusCode, answer.body).toBe(400);
    expect(answer.json()).toEqual(refusal(fields));
    expect(await listContactRows(test)).toEqual(before);
  });

  it('returns the same 404 for another member’s contact and for one that does not exist', async () => {
    const before = await listContactRows(test);
    const others = await patch({ name: 'Not Yours' }, bob);
    const nobodys = await patch({ name: 'Not There' }, bob, 2_147_483_647);
    expect(others.statusCode).toBe(404);
    expect(others.json()).toEqual({
      error: 'Contact not found',
      message: 'Contact not found',
      code: 'NOT_FOUND',
    });
    expect(nobodys.json()).toEqual(others.json());
    expect(await listContactRows(test)).toEqual(before);
  });

  it.each(['0', '-1', '1.5', 'abc', '1e3', '2147483648', '99999999999999999999', '%00'])(
    'refuses the id %s',
    async (id) => {
      for (const method of ['PATCH', 'DELETE'] as const) {
        const options = method === 'PATCH' ? { body: {} } : {};
        const answer = await ana.call(method, `/api/contacts/${id}`, options);
        expect(answer.statusCode).toBe(400);
        expect(answer.json().fields).toEqual({ id: 'This id is not valid' });
      }
    },
  );

  it('applies one of two simultaneous changes as a whole', async () => {
    const sets = [
      ['cashapp', 'venmo'],
      ['paypal', 'venmo'],
    ].map((platforms) => platforms.map((platform) => ({ platform, username: 'maya' })));
    for (let round = 0; round < 10; round += 1) {
      const answers = await Promise.all(sets.map((accounts) => patch({ accounts })));
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
      const platforms = (await contactsOf(ana))[0]?.accounts.map(({ platform }) => platform);
      expect([
        ['cashapp', 'venmo'],
        ['paypal', 'venmo'],
      ]).toContainEqual(platforms);
    }
  });
});
