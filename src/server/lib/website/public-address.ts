import ipaddr from 'ipaddr.js';

/** IPv6 outside of global unicast is never routed on the internet, whatever ipaddr.js calls it. */
const GLOBAL_UNICAST: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];

/** Public by its number, but Azure's service for the machines that it hosts. */
const AZURE_HOST = '168.63.129.16';

/**
 * Whether this address, as DNS returned it, belongs to a host on the internet: not to this machine, its network, its
 * provider's metadata service, or an IPv4 address inside of an IPv6 one.
 */
export function isPublicAddress(text: string): boolean {
  // Only the four-part decimal form: 0177.1 and 2130706433 are addresses too.
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) {
    return text !== AZURE_HOST && ipaddr.IPv4.parse(text).range() === 'unicast';
  }
  if (!ipaddr.IPv6.isValid(text) || text.includes('%')) return false;
  const address = ipaddr.IPv6.parse(text);
  return address.range() === 'unicast' && address.match(...GLOBAL_UNICAST);
}
