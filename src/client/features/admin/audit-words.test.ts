import { expect, it } from 'vitest';
import type { AuditEntry } from '#contract/admin.ts';
import { actionWords, changedValues, remarkOf } from './audit-words.ts';

const entry = (action: string, details: AuditEntry['details'] = {}): AuditEntry => ({
  id: 1,
  at: '2026-11-16T12:00:00.000Z',
  action,
  actorId: 1,
  actor: null,
  subjectId: 2,
  subject: null,
  ip: null,
  details,
});

it.each([
  ['admin-granted', 'Admin granted'],
  ['handle-changed', 'Payment name changed'],
  ['review-suspended', 'Review: suspended'],
])('has words for %s', (action, words) => {
  expect(actionWords(entry(action))).toBe(words);
});

it.each<[string, AuditEntry['details'], unknown]>([
  ['user-verified', {}, [{ label: 'Verified', from: 'No', to: 'Yes' }]],
  ['admin-revoked', {}, [{ label: 'Admin', from: 'Yes', to: 'No' }]],
  [
    'handle-changed',
    { platform: 'cashapp', from: '$old', to: '$new' },
    [{ label: 'Cash App', from: '$old', to: '$new' }],
  ],
  ['username-changed', { from: 'a', to: 'b' }, [{ label: '', from: 'a', to: 'b' }]],
  [
    'verification-removed',
    { changed: { name: { from: 'A', to: 'B' }, venmo: { from: 'x', to: null } } },
    [
      { label: 'Name', from: 'A', to: 'B' },
      { label: 'Venmo', from: '@x', to: null },
    ],
  ],
  ['logged-in', { device: 'Firefox' }, []],
  ['handle-changed', { changed: { name: null, venmo: 'no object' } }, []],
])('%s has its old and new values', (action, details, expected) => {
  expect(changedValues(entry(action, details))).toEqual(expected);
});

it('has a remark', () => {
  expect(remarkOf(entry('user-suspended', { reason: 'Scam' }))).toBe('Scam');
  expect(remarkOf(entry('user-suspended', { reason: null }))).toBeUndefined();
});
