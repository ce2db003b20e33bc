import { describe, expect, it } from 'vitest';
import { isPayLinkOf } from './link-handles.ts';
import type { Platform } from './platforms/registry.ts';

const isLink = (platform: Platform, handle: string, address: string) =>
  isPayLinkOf(platform, handle, new URL(address));

describe('a pay link', () => {
  it.each<[Platform, string, string]>([
    ['cashapp', '$maya', 'https://cash.app/$maya'],
    ['cashapp', '$Maya', 'https://cash.app/$maYA/25'],
    ['cashapp', '$maya', 'https://cash.app/%24maya?from=site'],
    ['cashapp', '$maya', 'http://www.cash.app/$maya/'],
    ['paypal', '@maya', 'https://paypal.me/maya/10'],
    ['paypal', 'maya', 'https://www.paypal.com/paypalme/maya'],
    ['paypal', 'maya', 'https://www.paypal.com/PayPalMe/Maya'],
    ['venmo', '@maya-o', 'https://venmo.com/u/maya-o'],
    ['venmo', 'maya-o', 'https://account.venmo.com/u/Maya-O'],
    ['venmo', '@maya-o', 'https://venmo.com/maya-o'],
  ])('of %s leads to %s: %s', (platform, handle, address) => {
    expect(isLink(platform, handle, address)).toBe(true);
  });

  it.each<[Platform, string, string]>([
    ['cashapp', '$maya', 'https://cash.app/$mayao'],
    ['cashapp', '$maya', 'https://cash.app/'],
    ['cashapp', '$maya', 'https://cash.app.example.com/$maya'],
    ['cashapp', '$maya', 'https://example.com/cash.app/$maya'],
    ['cashapp', '$maya', 'https://cash.app:8443/$maya'],
    ['cashapp', '$maya', 'https://cash.app/help/$maya'],
    ['cashapp', '$maya', 'mailto:cash.app/$maya'],
    ['cashapp', '$maya', 'https://venmo.com/u/maya'],
    ['venmo', 'u', 'https://venmo.com/u/maya-o'],
    ['paypal', 'maya@example.com', 'https://paypal.me/maya@example.com'],
    // There is no such link.
    ['applepay', 'maya', 'https://apple.pay/maya'],
  ])('of %s does not lead to %s: %s', (platform, handle, address) => {
    expect(isLink(platform, handle, address)).toBe(false);
  });
});
