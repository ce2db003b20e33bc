import { describe, expect, it } from 'vitest';
import { pageLink, pagePath, readPageRequest } from './pages.ts';

describe('the address of a page', () => {
  it('carries a valid request only', () => {
    expect(pagePath('maya')).toBe('/@maya');
    expect(pagePath('maya', { amount: '5', note: 'A & B' })).toBe(
      '/@maya?amount=5&note=A%20%26%20B',
    );
    expect(pagePath('maya', { amount: 'x', note: 'a\u202Eb' })).toBe('/@maya');
    expect(pageLink('https://pay.example/', 'maya')).toBe('https://pay.example/@maya');
  });

  it('asks for nothing with an invalid amount', () => {
    expect(readPageRequest('x', 'Dinner')).toEqual({});
    expect(readPageRequest('', 'Dinner')).toEqual({ amount: undefined, note: 'Dinner' });
    expect(readPageRequest('12.5', '')).toEqual({ amount: '12.50', note: undefined });
  });
});
