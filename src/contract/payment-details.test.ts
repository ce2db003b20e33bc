import { describe, expect, it } from 'vitest';
import { formatAmount } from './payment-details.ts';

describe('formatAmount', () => {
  it.each([
    ['5', '$5.00'],
    ['12.50', '$12.50'],
    ['999', '$999.00'],
    ['1250', '$1,250.00'],
    ['100000', '$100,000.00'],
  ])('%s is %s', (amount, shown) => {
    expect(formatAmount(amount)).toBe(shown);
  });
});
