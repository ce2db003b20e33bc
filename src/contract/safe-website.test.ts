import { expect, test } from 'vitest';
import { safeWebsite, shownWebsite } from './safe-website.ts';

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

test.each([
  ['https://www.ana.example', 'ana.example'],
  ['http://ana.example:8443/', 'ana.example:8443'],
  ['https://github.com/maya#top', 'github.com/maya'],
  ['https://social.example/profile?id=7', 'social.example/profile?id=7'],
  ['https://sites.example/View/maya/', 'sites.example/View/maya'],
  ['https://раураl.com/me', 'xn--l-7sba6dbr.com/me'],
  ['https://ana.example/%E2%80%AEmaya', 'ana.example/%E2%80%AEmaya'],
  ['https://ana.example//', 'ana.example'],
  [`https://ana.example/maya/${'x'.repeat(60)}`, `ana.example/maya/${'x'.repeat(33)}…`],
  [`https://${'long.'.repeat(12)}example/maya`, `${'long.'.repeat(12)}example/maya`],
])('%s is shown as %s', (address, shown) => {
  expect(shownWebsite(new URL(address))).toBe(shown);
});
