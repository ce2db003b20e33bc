import { expect, test } from 'vitest';
import { hasSearched, readSearch, searchAddress } from './search-address.ts';

test.each([
  ['', { query: '', platform: null }, '/'],
  ['?search=ana', { query: 'ana', platform: null }, '/?search=ana'],
  ['?platform=all', { query: '', platform: 'all' }, '/?platform=all'],
  [
    'search=ana%20ruiz&platform=venmo',
    { query: 'ana ruiz', platform: 'venmo' },
    '/?search=ana+ruiz&platform=venmo',
  ],
  ['?search=%20ana%20', { query: 'ana', platform: null }, '/?search=ana'],
  ['?platform=stripe&_t=5', { query: '', platform: null }, '/'],
  ['?search=%26%3D%3F', { query: '&=?', platform: null }, '/?search=%26%3D%3F'],
] as const)('%j is read and written', (address, search, written) => {
  expect(readSearch(address)).toEqual(search);
  expect(searchAddress(search)).toBe(written);
  expect(readSearch(written.slice(1))).toEqual(search);
});

test('a query longer than the server takes is cut', () => {
  expect(readSearch(`?search=${'x'.repeat(150)}`).query).toHaveLength(100);
});

test('only an empty address means that nobody has searched', () => {
  expect(hasSearched({ query: '', platform: null })).toBe(false);
  expect(hasSearched({ query: 'a', platform: null })).toBe(true);
  expect(hasSearched({ query: '', platform: 'all' })).toBe(true);
});
