import { isIPv6 } from 'node:net';

/**
 * What counts as one visitor: an IPv4 address, or the /64 of an IPv6 one, because a single household
 * or server is given a whole /64 and could otherwise take a new address for every try.
 */
export function networkOf(ip: string): string {
  const address = ip.split('%', 1)[0] ?? '';
  const mapped = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i.exec(address)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  if (tail !== undefined) {
    const after = tail === '' ? [] : tail.split(':');
    // A dotted end, as in ::10.0.0.1, stands for two groups.
    const width = after.length + (tail.includes('.') ? 1 : 0);
    while (groups.length + width < 8) groups.push('0');
    groups.push(...after);
  }
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}
