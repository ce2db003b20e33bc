import { expect, test } from 'vitest';
import { toasts } from './toasts.ts';

test('the day of a badge is that of UTC', () => {
  const words = 'Checked by this site’s admin on Nov 2, 2026. Not by PayPal or Cash App.';
  expect(toasts.verifiedMeaning('2026-11-02T00:00:00.000Z').description).toBe(words);
  expect(toasts.verifiedMeaning('2026-11-02T23:59:59.999Z').description).toBe(words);
  expect(toasts.verifiedMeaning(null).description).toBe(
    'Checked by this site’s admin. Not by PayPal or Cash App.',
  );
});
