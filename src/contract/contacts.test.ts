import { describe, expect, it } from 'vitest';
import { problems } from '#tests/support/problems.ts';
import { addPersonInput, updateContactInput } from './contacts.ts';

const person = {
  name: 'Ana Ruiz',
  screenName: 'Ana from work',
  paymentPlatform: 'cashapp',
  paymentUsername: 'ana',
};

describe('addPersonInput', () => {
  it('keeps names in one spelling and the Cash App handle with its $', () => {
    expect(addPersonInput.parse({ ...person, name: '  Ａｎａ\u200b   Ruiz ' })).toEqual({
      ...person,
      paymentUsername: '$ana',
    });
  });

  it('names every wrong field at once, so that a form can show them all', () => {
    const wrong = {
      name: 'A',
      screenName: '',
      paymentPlatform: 'venmo',
      paymentUsername: 'a b',
    };
    expect(problems(addPersonInput, wrong)).toEqual({
      name: 'Name must be at least 2 characters',
      screenName: 'Screen name must be at least 2 characters',
      paymentUsername: expect.stringContaining('Enter the Venmo name alone'),
    });
  });

  it('has a message of its own for every field that is missing', () => {
    expect(problems(addPersonInput, {})).toEqual({
      name: 'Name must be at least 2 characters',
      screenName: 'Screen name must be at least 2 characters',
      paymentPlatform: 'Please select a payment platform',
      paymentUsername: 'Username is required',
    });
  });

  it('counts characters as the database does: one emoji is one', () => {
    expect(problems(addPersonInput, { ...person, name: '🙂' })).toEqual({
      name: 'Name must be at least 2 characters',
    });
    expect(addPersonInput.safeParse({ ...person, name: '🙂'.repeat(100) }).success).toBe(true);
    expect(addPersonInput.safeParse({ ...person, name: '🙂'.repeat(101) }).success).toBe(false);
  });

  it('measures a name after it was brought to one spelling', () => {
    // One sign that stands for a phrase of 18 letters.
    expect(addPersonInput.safeParse({ ...person, screenName: '\ufdfa'.repeat(3) }).success).toBe(
      false,
    );
  });
});

describe('updateContactInput', () => {
  it('leaves out what was left out and clears with null or an empty text', () => {
    expect(updateContactInput.parse({})).toEqual({});
    expect(
      updateContactInput.parse({ nickname: '', phoneNumber: ' ', relationship: null }),
    ).toEqual({
      nickname: null,
      phoneNumber: null,
      relationship: null,
    });
  });

  it('keeps the lines of a note', () => {
    expect(updateContactInput.parse({ notes: ' one\r\ntwo\n\tthree ' })).toEqual({
      notes: 'one\ntwo\n\tthree',
    });
  });

  it('makes the first account the default where none is', () => {
    const accounts = [
      { platform: 'venmo', username: '@ana-r' },
      { platform: 'cashapp', username: '@ana', isDefault: false },
    ];
    expect(updateContactInput.parse({ accounts })).toEqual({
      accounts: [
        { platform: 'venmo', username: '@ana-r', isDefault: true },
        { platform: 'cashapp', username: '$ana', isDefault: false },
      ],
    });
  });
});
