import { describe, expect, it } from 'vitest';
import { clientAddressReader, parseTrustedProxies } from './client-address.ts';

function addressOf(setting: string, socket: string | undefined, forwarded?: string) {
  const read = clientAddressReader(parseTrustedProxies(setting));
  return read({
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
    socket: { remoteAddress: socket },
  });
}

describe('the client address', () => {
  it.each([
    ['off', '10.0.0.1', '203.0.113.7', '10.0.0.1'],
    ['1', '10.0.0.1', undefined, '10.0.0.1'],
    ['1', '10.0.0.1', '198.51.100.1, 203.0.113.7', '203.0.113.7'],
    ['2', '10.0.0.1', '198.51.100.1, 203.0.113.7, 10.0.0.2', '203.0.113.7'],
    ['2', '10.0.0.1', '203.0.113.7', '203.0.113.7'],
    ['10.0.0.0/8', '10.0.0.1', '198.51.100.1, 203.0.113.7, 10.0.0.2', '203.0.113.7'],
    ['10.0.0.0/8', '::ffff:10.0.0.1', '203.0.113.7', '203.0.113.7'],
    ['10.0.0.0/8', '192.0.2.9', '203.0.113.7', '192.0.2.9'],
    ['loopback', '::1', '2001:DB8::7', '2001:db8::7'],
    ['loopback', '127.0.0.9', '203.0.113.7', '203.0.113.7'],
    ['uniquelocal', 'fd00::1', '203.0.113.7', '203.0.113.7'],
    ['linklocal', 'fe80::1%eth0', '203.0.113.7', '203.0.113.7'],
    ['10.0.0.1, 2001:db8:9::/48', '10.0.0.1', '203.0.113.7, 2001:db8:9::4', '203.0.113.7'],
  ])('TRUST_PROXY=%s, socket %s, header %s: %s', (setting, socket, forwarded, address) => {
    expect(addressOf(setting, socket, forwarded)).toBe(address);
  });

  it.each([
    ['text', 'nonsense'],
    ['a port', '203.0.113.7:1234'],
    ['an octal number', '0177.0.0.1'],
    ['an empty entry', '203.0.113.7,'],
    ['6 kB', 'x'.repeat(6_000)],
    ['6 kB of zone', `fe80::1%${'a'.repeat(6_000)}`],
    ['6 kB of commas', ','.repeat(6_000)],
  ])('is the last valid one where the header holds %s', (_, forwarded) => {
    expect(addressOf('1', '10.0.0.1', forwarded)).toBe('10.0.0.1');
    expect(addressOf('10.0.0.0/8', '10.0.0.1', forwarded)).toBe('10.0.0.1');
    expect(addressOf('2', '10.0.0.1', `${forwarded}, 10.0.0.2`)).toBe('10.0.0.2');
  });

  it('follows at most ten proxies', () => {
    const chain = Array.from({ length: 50 }, (_, index) => `10.0.0.${100 - index}`);
    expect(addressOf('10.0.0.0/8', '10.0.0.1', chain.join(', '))).toBe('10.0.0.60');
  });

  it('is "unknown" where the connection is closed already', () => {
    expect(addressOf('off', undefined)).toBe('unknown');
    expect(addressOf('loopback', undefined, '203.0.113.7')).toBe('unknown');
  });
});

describe('TRUST_PROXY', () => {
  it.each([
    'on',
    'true',
    'everyone!',
    '0',
    '11',
    '0x2',
    ',',
    '1.5',
    '-1',
    '10.0.0.0/33',
    '10.0.0.0/0',
    '::/0',
    '10.0.0/8',
    '2001:db8::/129',
    '::ffff:10.0.0.0/104',
    '10.0.0.300',
    'loopback, nonsense',
    'hasOwnProperty',
  ])('%s is refused', (value) => {
    expect(() => parseTrustedProxies(value)).toThrow(/^TRUST_PROXY must be [^\n]+$/);
  });

  it('on: the message says what to use instead', () => {
    expect(() => parseTrustedProxies('on')).toThrow(
      /number of proxies.*addresses or networks.*'on' would trust every caller/,
    );
  });
});
