import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { INTERNET, readPage } from '#server/lib/website/read-page.ts';
import { UnreadablePageError } from '#server/lib/website/unreadable-page.ts';
import { openWebsites, type Websites } from '#tests/support/websites.ts';

/** What DNS could answer for a member's website. */
const NEVER_CONTACTED = [
  // This machine.
  ['loopback', '127.0.0.1'],
  ['the end of loopback', '127.255.255.254'],
  ['loopback in short', '127.1'],
  ['loopback in octal', '0177.0.0.1'],
  ['loopback in hexadecimal', '0x7f000001'],
  ['loopback as a number', '2130706433'],
  ['IPv6 loopback', '::1'],
  ['IPv6 loopback in full', '0:0:0:0:0:0:0:1'],
  ['mapped loopback', '::ffff:127.0.0.1'],
  ['mapped loopback in hexadecimal', '::ffff:7f00:1'],
  ['compatible loopback', '::127.0.0.1'],
  ['unspecified', '0.0.0.0'],
  ['this network', '0.1.2.3'],
  ['IPv6 unspecified', '::'],
  // Its network.
  ['private 10', '10.0.0.1'],
  ['private 172', '172.16.0.1'],
  ['the end of private 172', '172.31.255.254'],
  ['private 192', '192.168.1.1'],
  ['mapped private', '::ffff:10.0.0.1'],
  ['carrier-grade NAT', '100.64.0.1'],
  ['the end of carrier-grade NAT', '100.127.255.254'],
  ['unique local', 'fd00::1'],
  ['the start of unique local', 'fc00::1'],
  ['link-local', '169.254.1.1'],
  ['IPv6 link-local', 'fe80::1'],
  ['IPv6 link-local with a zone', 'fe80::1%eth0'],
  ['site-local', 'fec0::1'],
  // Its provider.
  ['the metadata service', '169.254.169.254'],
  ['the mapped metadata service', '::ffff:169.254.169.254'],
  ['the IPv6 metadata service', 'fd00:ec2::254'],
  ['the metadata service of Alibaba', '100.100.100.200'],
  ['the metadata service of Oracle', '192.0.0.192'],
  ['the host service of Azure', '168.63.129.16'],
  // IPv4 inside of IPv6.
  ['NAT64 of loopback', '64:ff9b::7f00:1'],
  ['NAT64 of a private address', '64:ff9b::10.0.0.1'],
  ['local NAT64', '64:ff9b:1::a00:1'],
  ['6to4 of loopback', '2002:7f00:1::1'],
  ['6to4 of the metadata service', '2002:a9fe:a9fe::1'],
  ['Teredo', '2001:0:7f00:1::1'],
  ['translated loopback', '::ffff:0:127.0.0.1'],
  // Reserved.
  ['broadcast', '255.255.255.255'],
  ['multicast', '224.0.0.1'],
  ['IPv6 multicast', 'ff02::1'],
  ['the future', '240.0.0.1'],
  ['documentation', '203.0.113.1'],
  ['IPv6 documentation', '2001:db8::1'],
  ['benchmarks', '198.18.0.1'],
  ['protocol assignments', '192.0.0.1'],
  ['the 6to4 relay', '192.88.99.1'],
  ['discarded', '100::1'],
  ['segment routing', '5f00::1'],
  ['not an address', 'localhost'],
  ['nothing', ''],
] as const;

let websites: Websites;
beforeEach(async () => {
  websites = await openWebsites();
  websites.addPage('maya.example.com/', '<a rel="me" href="/me">');
});
afterEach(() => websites.close());

const read = (address: string, totalMs?: number) =>
  readPage(address, { network: websites.network, ...(totalMs ? { totalMs } : {}) });

async function expectRefused(address: string) {
  await expect(read(address)).rejects.toBeInstanceOf(UnreadablePageError);
}

describe('an address that is not public', () => {
  it.each(NEVER_CONTACTED)('%s is never contacted', async (_name, address) => {
    websites.answers.set('maya.example.com', [[address]]);
    await expectRefused('https://maya.example.com/');
    expect(websites.contacted).toEqual([]);
  });

  it.each(NEVER_CONTACTED)(
    '%s beside a public one is not contacted either',
    async (_name, address) => {
      websites.answers.set('maya.example.com', [['93.184.216.34', address]]);
      await expectRefused('https://maya.example.com/');
      expect(websites.contacted).toEqual([]);
    },
  );

  it.each(NEVER_CONTACTED)('a redirect to %s is never followed', async (_name, address) => {
    websites.answers.set('inside.example.com', [[address]]);
    websites.addPage('inside.example.com/', '<p>');
    websites.addRedirect('maya.example.com/', 'https://inside.example.com/');
    await expectRefused('https://maya.example.com/');
    expect(websites.contacted).toEqual(['93.184.216.34']);
    expect(websites.requests.map(({ host }) => host)).toEqual(['maya.example.com']);
  });
});

const REFUSED_ADDRESSES = [
  'http://maya.example.com/',
  'ftp://maya.example.com/',
  'file:///etc/passwd',
  'https://maya.example.com:8443/',
  'https://maya.example.com:22/',
  'https://user@maya.example.com/',
  'https://user:secret@maya.example.com/',
  'https://127.0.0.1/',
  'https://127.1/',
  'https://0177.0.0.1/',
  'https://0x7f.0.0.1/',
  'https://2130706433/',
  'https://%31%32%37.0.0.1/',
  'https://①②⑦.0.0.1/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[fd00:ec2::254]/',
  'https://169.254.169.254/latest/meta-data/',
  'https://93.184.216.34/',
  'https://',
  'not an address',
];

describe('what is not a website', () => {
  it.each(REFUSED_ADDRESSES)('%s is never read', async (address) => {
    await expectRefused(address);
    expect([websites.resolved, websites.contacted]).toEqual([[], []]);
  });

  it.each(REFUSED_ADDRESSES.filter((address) => address.includes(':')))(
    'a redirect to the address %s is not followed',
    async (address) => {
      websites.addRedirect('maya.example.com/', address);
      await expectRefused('https://maya.example.com/');
      expect(websites.resolved).toEqual(['maya.example.com']);
      expect(websites.requests).toHaveLength(1);
    },
  );
});

describe('a connection', () => {
  it('a host is resolved once, and the connection goes to that answer', async () => {
    websites.answers.set('maya.example.com', [['93.184.216.34'], ['127.0.0.1']]);
    await read('https://maya.example.com/');
    expect(websites.resolved).toEqual(['maya.example.com']);
    expect(websites.contacted).toEqual(['93.184.216.34']);
  });

  it('is checked again for a redirect to the same host, whose answer may have changed', async () => {
    websites.answers.set('maya.example.com', [['93.184.216.34'], ['127.0.0.1']]);
    websites.addRedirect('maya.example.com/', '/home');
    websites.addPage('maya.example.com/home', '<p>');
    await expectRefused('https://maya.example.com/');
    expect(websites.contacted).toEqual(['93.184.216.34']);
  });

  it('of the product itself goes to the pinned address, whatever DNS says, with TLS for the host', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const arrived = once(server, 'connection').then(async ([socket]) => {
      const [hello] = (await once(socket, 'data')) as [Buffer];
      socket.destroy();
      return hello;
    });
    const connector = INTERNET.connectorTo([{ address: '127.0.0.1', family: 4 }]);
    const hostname = 'pinned.example.com';
    const options = { hostname, host: hostname, protocol: 'https:', port: String(port) };
    const failed = new Promise((resolve) => connector(options, (...[error]) => resolve(error)));
    const hello = await arrived;
    // A TLS handshake that names the host.
    expect(hello[0]).toBe(0x16);
    expect(hello.toString('latin1')).toContain(hostname);
    expect(await failed).toBeInstanceOf(Error);
    server.close();
  });

  it('sends no cookie, also after a redirect that sets one, and no credentials', async () => {
    websites.pages.set('maya.example.com/', (_request, response) => {
      response.writeHead(302, { location: '/home', 'set-cookie': 'a=b' }).end();
    });
    websites.addPage('maya.example.com/home', '<p>');
    await read('https://maya.example.com/');
    expect(websites.requests).toHaveLength(2);
    for (const { headers } of websites.requests) {
      expect(Object.keys(headers).sort()).toEqual([
        'accept',
        'accept-encoding',
        'connection',
        'host',
        'user-agent',
      ]);
    }
  });
});

describe('a website', () => {
  it('may redirect three times, not four', async () => {
    websites.addRedirect('maya.example.com/1', '/2', 301);
    websites.addRedirect('maya.example.com/2', 'https://www.example.com/3', 307);
    websites.addRedirect('www.example.com/3', 'https://maya.example.com/', 308);
    const { url } = await read('https://maya.example.com/1');
    expect(url.href).toBe('https://maya.example.com/');
    websites.addRedirect('maya.example.com/0', '/1');
    await expect(read('https://maya.example.com/0')).rejects.toThrow('redirects too often');
  });

  it('that never answers is given up, at every step', async () => {
    websites.pages.set('maya.example.com/', () => undefined);
    await expect(read('https://maya.example.com/', 50)).rejects.toThrow('could not open');
    websites.pages.set('maya.example.com/', (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).write('<p>');
    });
    await expect(read('https://maya.example.com/', 50)).rejects.toThrow('could not open');
    const network = { ...websites.network, resolve: () => new Promise<never>(() => undefined) };
    const never = readPage('https://maya.example.com/', { network, totalMs: 50 });
    await expect(never).rejects.toThrow('could not open');
  });

  it('of more than 1 MB is read to that point only', async () => {
    const link = '<a rel="me" href="https://payfolk.example/@maya">';
    const padding = '<p>'.padEnd(999_900, 'x');
    websites.addPage('maya.example.com/', `${padding}${link}${link.padStart(2_000, ' ')}`);
    const { links } = await read('https://maya.example.com/');
    expect(links).toHaveLength(1);
  });

  it('a page that unpacks to more than 1 MB is read to that point only', async () => {
    const link = Buffer.from('<a rel="me" href="https://payfolk.example/@maya">');
    const bomb = gzipSync(Buffer.concat([link, Buffer.alloc(64_000_000, ' '), link]));
    expect(bomb.length).toBeLessThan(100_000);
    websites.pages.set('maya.example.com/', (_request, response) => {
      const headers = { 'content-type': 'text/html', 'content-encoding': 'gzip' };
      response.writeHead(200, headers).end(bomb);
    });
    const { links } = await read('https://maya.example.com/');
    expect(links).toHaveLength(1);
  });

  it.each([
    ['broken gzip', { 'content-type': 'text/html', 'content-encoding': 'gzip' }],
    ['another encoding', { 'content-type': 'text/html', 'content-encoding': 'br' }],
    ['two encodings', { 'content-type': 'text/html', 'content-encoding': 'gzip, gzip' }],
    ['a picture', { 'content-type': 'image/png' }],
    ['no type', {}],
    ['very long headers', { 'content-type': 'text/html', 'x-long': 'a'.repeat(20_000) }],
  ])('with %s is refused with a sentence', async (_name, headers) => {
    websites.pages.set('maya.example.com/', (_request, response) => {
      response.writeHead(200, headers as Record<string, string>).end('not what it says');
    });
    await expectRefused('https://maya.example.com/');
  });

  it('with thousands of links has a bounded number of them', async () => {
    websites.addPage('maya.example.com/', '<a href="/x">'.repeat(20_000));
    expect((await read('https://maya.example.com/')).links).toHaveLength(5_000);
  });

  it('tells the member nothing about the server’s own network', async () => {
    websites.answers.set('inside.example.com', [['10.0.0.1']]);
    websites.answers.set('missing.example.com', [[]]);
    const sentence = (host: string) =>
      read(`https://${host}/`).catch((error: unknown) => (error as Error).message);
    expect(await sentence('inside.example.com')).toBe(await sentence('missing.example.com'));
  });
});
