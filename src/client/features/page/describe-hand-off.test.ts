import { expect, it } from 'vitest';
import { describeHandOff } from './describe-hand-off.ts';

const BOTH = { amount: '25', note: 'Dinner' };

it.each([
  ['cashapp', '$maya', BOTH, 'Fills in the amount.'],
  ['paypal', '@maya', BOTH, 'Fills in the amount.'],
  ['venmo', '@maya', BOTH, 'Fills in the amount and note.'],
  ['venmo', '@maya', { amount: '25' }, 'Fills in the amount.'],
  ['venmo', '@maya', { note: 'Dinner' }, 'Fills in the note.'],
  ['cashapp', '$maya', { note: 'Dinner' }, undefined],
  ['paypal', 'maya@example.com', BOTH, 'Copies the email. Type $25.00.'],
  ['applepay', 'maya', BOTH, 'Copies the name. Type $25.00.'],
  ['applepay', '+15550100', BOTH, 'Copies the phone number. Type $25.00.'],
  ['applepay', 'maya', {}, undefined],
] as const)('%s %s %j: %s', (platform, handle, details, words) => {
  expect(describeHandOff(platform, handle, details, true)).toBe(words);
});

it('promises no copy where there is no code to do it', () => {
  expect(describeHandOff('applepay', 'maya', BOTH, false)).toBe('Type the name and $25.00 there.');
});
