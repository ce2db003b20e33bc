import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The longest text that can be an address, with room for a zone such as %eth0. */
const MAX_LENGTH = 64;

/** IPv4, an IPv4-mapped address as IPv4, IPv6 in its shortest form without a zone; else undefined. */
export function canonicalAddress(text: string): string | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  if (isIPv4(text)) return text;
  // ipaddr.js also reads numbers such as 0x7f.1 as IPv4; no proxy writes those.
  if (!ipaddr.IPv6.isValid(text)) return undefined;
  const address = ipaddr.IPv6.parse(text);
  if (address.isIPv4MappedAddress()) return address.toIPv4Address().toString();
  address.zoneId = undefined;
  return address.toString();
}

/**
 * What the limits count as one caller: an IPv4 address, or an IPv6 network. One household or server
 * gets a whole /64, one customer of a provider often a /48.
 */
export function networkOf(ip: string, ipv6Prefix: 48 | 64 = 64): string {
  const address = canonicalAddress(ip);
  if (address === undefined || !address.includes(':')) return address ?? ip;
  const network = ipaddr.IPv6.networkAddressFromCIDR(`${address}/${ipv6Prefix}`);
  return `${network}/${ipv6Prefix}`;
}
