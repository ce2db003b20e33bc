import { Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { Agent, buildConnector, type Dispatcher, request } from 'undici';
import { PRODUCT_NAME } from '#contract/product.ts';
import { createLinkCollector, type PageLinks } from './page-links.ts';
import { isPublicAddress } from './public-address.ts';
import { UnreadablePageError } from './unreadable-page.ts';

const REDIRECTS_MAX = 3;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const BODY_MAX_BYTES = 1_000_000;
const TOTAL_MS = 5_000;
const HEADERS_MAX_BYTES = 16_384;

export interface HostAddress {
  address: string;
  family: number;
}

/** What the reader needs of the network; tests have their own. */
export interface Network {
  /** Asked once for each host. */
  resolve(hostname: string): Promise<HostAddress[]>;
  /** Opens connections to these addresses, and to no other. */
  connectorTo(addresses: HostAddress[]): buildConnector.connector;
}

export interface ReadPage {
  /** The URL after redirects. */
  url: URL;
  links: PageLinks;
}

const NOT_OPENED =
  'We could not open your website. Check that it opens in a private window, with https.';

export const INTERNET: Network = {
  resolve: resolveByDns,
  connectorTo: (addresses) =>
    buildConnector({
      lookup: pinnedLookup(addresses),
      autoSelectFamily: true,
      timeout: TOTAL_MS,
    }),
};

/** Not dns.lookup: a DNS server that hangs would hold a thread that passwords and pictures need. */
async function resolveByDns(hostname: string): Promise<HostAddress[]> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  const found = await Promise.allSettled([
    resolver.resolve4(hostname),
    resolver.resolve6(hostname),
  ]);
  return found.flatMap((each, at) =>
    each.status === 'fulfilled'
      ? each.value.map((address) => ({ address, family: at === 0 ? 4 : 6 }))
      : [],
  );
}

/** DNS is not asked again: a second answer could be another one. */
function pinnedLookup(addresses: HostAddress[]): LookupFunction {
  return (_hostname, { all }, callback) => {
    const [first] = addresses;
    if (all) callback(null, addresses);
    else if (first) callback(null, first.address, first.family);
    else callback(new Error('There is no address to connect to.'), '', 0);
  };
}

/**
 * The only request that the server makes to an address from user input: https on its own port, public addresses only,
 * without cookies or credentials, within 5 s and 1 MB. Every redirect is checked like the first address.
 */
export async function readPage(
  address: string,
  { network = INTERNET, totalMs = TOTAL_MS }: { network?: Network; totalMs?: number } = {},
): Promise<ReadPage> {
  const signal = AbortSignal.timeout(totalMs);
  let url = checkedUrl(address);
  for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects += 1) {
    const agent = new Agent({
      connect: network.connectorTo(await resolvePublic(url, network, signal)),
      maxHeaderSize: HEADERS_MAX_BYTES,
      pipelining: 0,
    });
    try {
      const response = await open(url, agent, signal);
      // Closing the connection fails a body that is not read to its end.
      response.body.on('error', () => undefined);
      const target = redirectOf(response);
      if (target === undefined) return { url, links: await readLinks(url, response, signal) };
      url = checkedUrl(target, url);
    } catch (error) {
      throw error instanceof UnreadablePageError ? error : notOpened(error);
    } finally {
      agent.destroy().catch(() => undefined);
    }
  }
  throw new UnreadablePageError('Your website redirects too often. Save the address it leads to.');
}

const notOpened = (cause: unknown) => new UnreadablePageError(NOT_OPENED, { cause });

function checkedUrl(address: string, base?: URL): URL {
  if (!URL.canParse(address, base?.href)) throw notOpened(new Error('The address is not valid.'));
  const url = new URL(address, base);
  if (url.protocol !== 'https:') {
    throw new UnreadablePageError(
      'Your website must use https. Save its address with https:// and try again.',
    );
  }
  const { hostname, port, username, password } = url;
  const isLiteral = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
  if (isLiteral || port !== '' || username !== '' || password !== '') {
    throw new UnreadablePageError(
      'Your website must have a name such as example.com, without a port or a login.',
    );
  }
  url.hash = '';
  return url;
}

/** All addresses of a host must be public: it is not for us to choose among them. */
async function resolvePublic(
  { hostname }: URL,
  network: Network,
  signal: AbortSignal,
): Promise<HostAddress[]> {
  const addresses = await Promise.race([network.resolve(hostname), rejectWhen(signal)]).catch(
    (error: unknown) => {
      throw notOpened(error);
    },
  );
  if (addresses.length > 0 && addresses.every(({ address }) => isPublicAddress(address))) {
    return addresses;
  }
  throw notOpened(new Error('The host has an address that is not public.'));
}

function rejectWhen(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason as Error);
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}

function open(url: URL, dispatcher: Agent, signal: AbortSignal) {
  return request(url, {
    dispatcher,
    signal,
    headers: {
      accept: 'text/html, application/xhtml+xml',
      'accept-encoding': 'gzip, identity',
      'user-agent': `${PRODUCT_NAME}-Website-Check/1.0`,
    },
  });
}

function redirectOf({ statusCode, headers }: Dispatcher.ResponseData): string | undefined {
  if (!REDIRECTS.has(statusCode)) return undefined;
  const { location } = headers;
  return typeof location === 'string' ? location : undefined;
}

async function readLinks(
  url: URL,
  { statusCode, headers, body }: Dispatcher.ResponseData,
  signal: AbortSignal,
): Promise<PageLinks> {
  if (statusCode !== 200) {
    throw new UnreadablePageError(`Your website answered with an error (status ${statusCode}).`);
  }
  if (!/^(?:text\/html|application\/xhtml\+xml)\b/i.test(String(headers['content-type']))) {
    throw new UnreadablePageError('Your website did not answer with a web page.');
  }
  const collector = createLinkCollector(url);
  const decoder = new TextDecoder();
  const encoding = String(headers['content-encoding'] ?? 'identity').toLowerCase();
  if (encoding !== 'identity' && encoding !== 'gzip') {
    throw new UnreadablePageError('Your website answered in an encoding that we cannot read.');
  }
  const isCompressed = encoding === 'gzip';
  for await (const chunk of isCompressed ? unpacked(body, signal) : bounded(body)) {
    collector.write(decoder.decode(chunk, { stream: true }));
  }
  return collector.end();
}

/** The beginning of a larger page counts: what follows is not read. */
async function* bounded(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let left = BODY_MAX_BYTES;
  for await (const chunk of source) {
    yield chunk.subarray(0, left);
    left -= chunk.length;
    if (left <= 0) return;
  }
}

/** Bounded before and after unpacking. */
async function* unpacked(body: Readable, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip();
  const packed = pipeline(bounded(body), gunzip, { signal }).catch((error: unknown) =>
    gunzip.destroy(error as Error),
  );
  try {
    yield* bounded(gunzip);
  } finally {
    gunzip.destroy();
    await packed;
  }
}
