import { describe, expect, it } from 'vitest';
import { canonicalAddress, networkOf } from './network-of.ts';

describe('the network of an address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['unknown', 'unknown'],
  ])('%s is in %s', (ip, network) => {
    expect(networkOf(ip)).toBe(network);
  });

  it('separates neighbors and keeps a household together', () => {
    expect(networkOf('2001:db8:1:2::1')).toBe(networkOf('2001:db8:1:2:ffff::1'));
    expect(networkOf('2001:db8:1:2::1')).not.toBe(networkOf('2001:db8:1:3::1'));
  });

  it('is a /48 where the caller asks for one; IPv4 stays as it is', () => {
    expect(networkOf('2001:db8:1:2::1', 48)).toBe('2001:db8:1::/48');
    expect(networkOf('2001:db8:1:ffff::1', 48)).toBe('2001:db8:1::/48');
    expect(networkOf('2001:db8:2::1', 48)).toBe('2001:db8:2::/48');
    expect(networkOf('203.0.113.7', 48)).toBe('203.0.113.7');
  });

  it('are one with the IPv4 address inside 6to4 and NAT64', () => {
    expect(networkOf('2002:cb00:7107::1')).toBe('203.0.113.7');
    expect(networkOf('64:ff9b::203.0.113.7', 48)).toBe('203.0.113.7');
    expect(networkOf('64:ff9b:1::203.0.113.7')).toBe('64:ff9b:1:0::/64');
  });
});

describe('the canonical form of an address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::FFFF:203.0.113.7', '203.0.113.7'],
    ['2001:0DB8:0:0::1', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    [`fe80::1%${'a'.repeat(6_000)}`, undefined],
    ['', undefined],
    ['unknown', undefined],
    ['1', undefined],
    ['0x7f.1', undefined],
    ['0177.0.0.1', undefined],
    ['203.0.113.7:443', undefined],
    ['203.0.113.7, 1', undefined],
    ['x'.repeat(6_000), undefined],
  ])('%s is %s', (text, canonical) => {
    expect(canonicalAddress(text)).toBe(canonical);
  });
});
