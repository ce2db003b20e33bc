import { expect, it } from 'vitest';
import { completeCard } from './read-card.ts';

const CARD = '{"id":7,"phoneNumber":null,"caution":null}';
const MEMBER = { isMember: true, now: 1_000 };
const VISITOR = { isMember: false, now: 1_000 };

it('is sent as it is stored if nothing depends on the reader', () => {
  expect(completeCard({ card: CARD, atRead: null }, MEMBER)).toBe(CARD);
});

it('has the phone number for members only', () => {
  const atRead = '{"membersPhone":"+14155550188"}';
  expect(JSON.parse(completeCard({ card: CARD, atRead }, VISITOR)).phoneNumber).toBeNull();
  expect(JSON.parse(completeCard({ card: CARD, atRead }, MEMBER)).phoneNumber).toBe('+14155550188');
});

it.each([
  [999, null],
  [1_000, null],
  [1_001, { kind: 'reported' }],
])('reported until %i, read at 1,000: %j', (reportedUntil, caution) => {
  const atRead = JSON.stringify({ reportedUntil });
  const card = completeCard({ card: CARD, atRead }, VISITOR);
  expect(JSON.parse(card).caution).toEqual(caution);
});

it.each([
  ['lookalike', 'lookalike'],
  // A reported person could otherwise hide the reports behind a change of one handle.
  ['changed', 'reported'],
])('reported and %s: says %s', (stored, shown) => {
  const cautious = CARD.replace('"caution":null', `"caution":{"kind":"${stored}"}`);
  const card = completeCard({ card: cautious, atRead: '{"reportedUntil":2000}' }, VISITOR);
  expect(JSON.parse(card).caution).toEqual({ kind: shown });
});
