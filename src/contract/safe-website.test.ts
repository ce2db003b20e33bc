import { expect, test } from 'vitest';
import { safeWebsite } from './safe-website.ts';

test.each(['https://ana.example', 'http://ana.example/me'])('%s is a link', (address) => {
  expect(safeWebsite(address)?.host).toBe('ana.example');
});

test.each([
  null,
  '',
  'ana.example',
  'javascript:alert(1)',
  'data:text/html,x',
  ' java\nscript:alert(1)',
])('%j is not', (address) => {
  expect(safeWebsite(address)).toBeNull();
});

test('a host that only looks like another is shown in its ASCII form', () => {
  // Its first letters are Cyrillic.
  expect(safeWebsite('https://раураl.com/me')?.host).toBe('xn--l-7sba6dbr.com');
});
