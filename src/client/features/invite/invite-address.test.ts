import { expect, test } from 'vitest';
import { inviteAddress, isInvitable } from './invite-address.ts';

test.each([
  ['ana@example.com', true],
  ['a@b.c', true],
  ['ana', false],
  ['ana@example', false],
  ['ana @example.com', false],
  [' ana@example.com', false],
  ['ana@exa@mple.com', false],
  ['', false],
])('%j can be invited: %s', (email, expected) => {
  expect(isInvitable(email)).toBe(expected);
});

test('the mail has the subject and leads to this site', () => {
  expect(inviteAddress('ana+x@example.com', 'https://pay.example')).toBe(
    'mailto:ana%2Bx%40example.com?subject=Check%20out%20Payfolk%20-%20Your%20Payment%20App&body=The%20easiest%20way%20to%20pay%20and%20get%20paid%3A%20https%3A%2F%2Fpay.example',
  );
});
