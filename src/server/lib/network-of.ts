import { isIPv4, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The longest text that can be an address, with room for a zone such as %eth0. */
const MAX_LENGTH = 64;

/** IPv4, an IPv4-mapped address as IPv4, IPv6 in its shortest form without a zone; else undefined. */
export function canonicalAddress(text: string): string | undefined {
  return parseAddress(text)?.toString();
}

/**
 * What the limits count as one caller: an IPv4 address, or an IPv6 network. One household or server
 * gets a whole /64, one customer of a provider often a /48.
 */
export function networkOf(ip: string, ipv6Prefix: 48 | 64 = 64): string {
  const address = parseAddress(ip);
  if (typeof address !== 'object') return address ?? ip;
  const embedded = embeddedIPv4(address);
  if (embedded) return embedded;
  const groups = address.parts.slice(0, ipv6Prefix / 16).map((group) => group.toString(16));
  return `${groups.join(':')}::/${ipv6Prefix}`;
}

/** The IPv4 address of a caller behind 6to4 or NAT64, who would otherwise count as two. */
function embeddedIPv4({ parts }: ipaddr.IPv6): string | undefined {
  const [a = 0, b = 0, c = 0] = parts;
  const toText = (high = 0, low = 0) => [high >> 8, high & 255, low >> 8, low & 255].join('.');
  if (a === 0x2002) return toText(b, c);
  const isNat64 = a === 0x64 && b === 0xff9b && parts.slice(2, 6).every((part) => part === 0);
  return isNat64 ? toText(parts[6], parts[7]) : undefined;
}

/** IPv4 stays text: it is what most callers have, and this runs with every request. */
function parseAddress(text: string): string | ipaddr.IPv6 | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  if (isIPv4(text)) return text;
  const [withoutZone = ''] = text.split('%', 1);
  if (!isIPv6(withoutZone)) return undefined;
  const address = ipaddr.IPv6.parse(withoutZone);
  return address.isIPv4MappedAddress() ? address.toIPv4Address().toString() : address;
}
