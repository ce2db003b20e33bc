import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { HostAddress, Network } from '#server/lib/website/read-page.ts';

const PUBLIC_ADDRESS = '93.184.216.34';

export const toAddress = (address: string): HostAddress => ({
  address,
  family: address.includes(':') ? 6 : 4,
});

/**
 * Websites on this machine, behind a resolver and a connector of our own: whatever address a host has, connections to
 * it end here, and are listed.
 */
export async function openWebsites() {
  /** Pages by host and path, such as 'maya.example.com/'. */
  const pages = new Map<string, RequestListener>();
  /** The next answers of DNS; the last one stays. Hosts without any have a public address. */
  const answers = new Map<string, string[][]>();
  const resolved: string[] = [];
  const contacted: string[] = [];
  const requests: { host: string; headers: Record<string, unknown> }[] = [];
  const server = createServer((request, response) => {
    const host = String(request.headers.host);
    requests.push({ host, headers: request.headers });
    const page = pages.get(host + request.url);
    if (page) page(request, response);
    else response.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  const network: Network = {
    async resolve(hostname) {
      resolved.push(hostname);
      const next = answers.get(hostname) ?? [[PUBLIC_ADDRESS]];
      const answer = next.length > 1 ? next.shift() : next[0];
      return (answer ?? []).map(toAddress);
    },
    connectorTo: (addresses) => (_options, callback) => {
      contacted.push(...addresses.map(({ address }) => address));
      const socket = connect(port, '127.0.0.1');
      socket.once('error', (error) => callback(error, null));
      socket.once('connect', () => callback(null, socket));
    },
  };

  return {
    network,
    pages,
    answers,
    resolved,
    contacted,
    requests,
    /** A page of this HTML. */
    addPage(address: string, html: string) {
      pages.set(address, (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html);
      });
    },
    addRedirect(address: string, location: string, status = 302) {
      pages.set(address, (_request, response) => {
        // Headers hold bytes.
        const bytes = Buffer.from(location).toString('latin1');
        response.writeHead(status, { location: bytes }).end();
      });
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export type Websites = Awaited<ReturnType<typeof openWebsites>>;
