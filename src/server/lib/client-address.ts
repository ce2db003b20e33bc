import type { IncomingHttpHeaders } from 'node:http';
import ipaddr from 'ipaddr.js';
import { canonicalAddress } from './network-of.ts';

/** None, a number of proxies in a row, or their addresses and networks. */
export type TrustedProxies = false | number | string[];

interface Incoming {
  headers: IncomingHttpHeaders;
  socket: { remoteAddress?: string | undefined };
}

const MAX_PROXIES = 10;

const NAMED_NETWORKS = new Map([
  ['loopback', ['127.0.0.0/8', '::1/128']],
  ['linklocal', ['169.254.0.0/16', 'fe80::/10']],
  ['uniquelocal', ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7']],
]);

/** Reads TRUST_PROXY; throws an Error of one line where it is not valid. */
export function parseTrustedProxies(value: string | undefined): TrustedProxies {
  if (value === undefined || value === 'off') return false;
  if (value === 'on') {
    throw new Error(
      "TRUST_PROXY must be the number of proxies in front (such as 1), or a comma-separated list of their addresses or networks; 'on' would trust every caller",
    );
  }
  if (/^\d+$/.test(value) && Number(value) >= 1 && Number(value) <= MAX_PROXIES)
    return Number(value);
  const proxies = value
    .split(',')
    .map((proxy) => proxy.trim())
    .filter((proxy) => proxy !== '');
  const isKnown = (proxy: string) => NAMED_NETWORKS.has(proxy) || parseNetwork(proxy);
  if (proxies.length > 0 && proxies.every(isKnown)) return proxies;
  throw new Error(
    `TRUST_PROXY must be 'off', a number of proxies from 1 to ${MAX_PROXIES}, or a comma-separated list of IP addresses, networks such as 10.0.0.0/8, loopback, linklocal and uniquelocal`,
  );
}

/**
 * Returns a function that finds a request's client address: it walks from the socket to the left
 * through X-Forwarded-For, past trusted proxies only, and stops before anything that is not an address.
 */
export function clientAddressReader(trusted: TrustedProxies): (request: Incoming) => string {
  if (trusted === false) return socketAddress;
  const isTrusted = trustFunction(trusted);
  return (request) => {
    let address = socketAddress(request);
    let rest = request.headers['x-forwarded-for'];
    for (let hop = 0; hop < MAX_PROXIES; hop += 1) {
      if (typeof rest !== 'string' || !isTrusted(address, hop)) return address;
      const comma = rest.lastIndexOf(',');
      const next = canonicalAddress(rest.slice(comma + 1).trim());
      if (next === undefined) return address;
      address = next;
      rest = comma === -1 ? undefined : rest.slice(0, comma);
    }
    return address;
  };
}

function socketAddress({ socket }: Incoming): string {
  return canonicalAddress(socket.remoteAddress ?? '') ?? 'unknown';
}

type IsTrusted = (address: string, hop: number) => boolean;

function trustFunction(trusted: number | string[]): IsTrusted {
  if (typeof trusted === 'number') return (_address, hop) => hop < trusted;
  const networks = trusted
    .flatMap((proxy) => NAMED_NETWORKS.get(proxy) ?? [proxy])
    .map(parseNetwork)
    .filter((network) => network !== undefined);
  return (text) => {
    if (text === 'unknown') return false;
    const address = ipaddr.parse(text);
    return networks.some(
      ([network, bits]) =>
        address.kind() === network.kind() && address.match(network as typeof address, bits),
    );
  };
}

/** Undefined if the text is neither an address nor a network, or it covers all addresses. */
function parseNetwork(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] | undefined {
  const [address = '', bits, ...more] = text.split('/');
  const canonical = canonicalAddress(address);
  if (canonical === undefined || more.length > 0) return undefined;
  const parsed = ipaddr.parse(canonical);
  const max = parsed.kind() === 'ipv4' ? 32 : 128;
  if (bits === undefined) return [parsed, max];
  const prefix = /^\d{1,3}$/.test(bits) ? Number(bits) : 0;
  return prefix >= 1 && prefix <= max ? [parsed, prefix] : undefined;
}
