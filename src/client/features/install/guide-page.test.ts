import { expect, test } from 'vitest';
import { guidePage, systemOf } from './guide-page.ts';

test.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', 5, 'ios'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 5, 'ios'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 0, 'desktop'],
  ['Mozilla/5.0 (Linux; Android 15; Pixel 9)', 5, 'android'],
  ['Mozilla/5.0 (X11; Linux x86_64)', 0, 'desktop'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 10, 'desktop'],
] as const)('%s is %s', (userAgent, touchPoints, system) => {
  expect(systemOf(userAgent, touchPoints)).toBe(system);
});

test.each(['ios', 'android', 'desktop'] as const)('the %s guide stands alone', (system) => {
  const page = guidePage(system, 'https://pay.example');
  expect(page.match(/<li>/g)).toHaveLength(4);
  expect(page).toContain('href="https://pay.example/install-guide.css"');
  expect(page).not.toMatch(/<script|style=|<style/);
});
