import { describe, expect, it } from 'vitest';
import { storedCaution, withCurrentCaution } from './caution.ts';

const DAY = 86_400_000;
const NOW = Date.parse('2026-11-16T12:00:00Z');
const nobody = { isVerified: false, lookalikeOf: null };
const cardWith = (caution: unknown) => JSON.stringify({ name: 'Maya "caution":null}', caution });
const cautionSent = (caution: unknown, now: number) =>
  JSON.parse(withCurrentCaution(cardWith(caution), now)).caution;

describe('a changed handle', () => {
  const caution = storedCaution(nobody, [
    { platform: 'venmo', since: NOW - 6 * DAY },
    { platform: 'cashapp', since: NOW - 2 * DAY },
  ]);
  const venmo = { platform: 'venmo', since: '2026-11-10T12:00:00.000Z' };
  const cashapp = { platform: 'cashapp', since: '2026-11-14T12:00:00.000Z' };

  it('is a caution, the latest change first', () => {
    expect(cautionSent(caution, NOW)).toEqual({ kind: 'changed', ...cashapp, others: [venmo] });
  });

  it('ends 7 days after each change, to the millisecond', () => {
    expect(cautionSent(caution, NOW + DAY - 1).others).toEqual([venmo]);
    expect(cautionSent(caution, NOW + DAY)).toEqual({ kind: 'changed', ...cashapp, others: [] });
    expect(cautionSent(caution, NOW + 5 * DAY - 1)).toMatchObject(cashapp);
    expect(cautionSent(caution, NOW + 5 * DAY)).toBeNull();
  });
});

describe('a look-alike', () => {
  const lookalikeOf = { name: 'Maya Okafor', username: 'maya' };
  const replaced = [{ platform: 'venmo', since: NOW } as const];

  it('does not end, and counts more than a change', () => {
    const caution = storedCaution({ isVerified: false, lookalikeOf }, replaced);
    expect(caution).toEqual({ kind: 'lookalike', of: lookalikeOf });
    expect(cautionSent(caution, NOW + 1_000 * DAY)).toEqual(caution);
  });

  it('is never verified', () => {
    expect(storedCaution({ isVerified: true, lookalikeOf }, [])).toBeNull();
  });
});

it('a card without a caution is sent as it is', () => {
  const card = cardWith(null);
  expect(withCurrentCaution(card, NOW)).toBe(card);
});
