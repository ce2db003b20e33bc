import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface LoadBalancer {
  url: string;
  close(): Promise<void>;
}

/**
 * Takes turns between servers and passes over one that refuses the connection. A caller's address is
 * told in X-Forwarded-For, as every real one does; tests name theirs in X-Test-Caller.
 */
export async function openLoadBalancer(servers: string[]): Promise<LoadBalancer> {
  let turn = 0;
  const balancer = createServer(async (incoming, outgoing) => {
    const body = Buffer.concat(await incoming.toArray());
    for (let tries = 0; tries < servers.length; tries += 1) {
      turn = (turn + 1) % servers.length;
      const answer = await forward(servers[turn] ?? '', incoming, body).catch(() => undefined);
      if (!answer) continue;
      await pass(answer, servers[turn] ?? '', outgoing);
      return;
    }
    outgoing.writeHead(502).end();
  });
  balancer.listen(0, '127.0.0.1');
  await once(balancer, 'listening');
  const { port } = balancer.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      balancer.closeAllConnections();
      balancer.close();
      await once(balancer, 'close');
    },
  };
}

async function forward(server: string, incoming: IncomingMessage, body: Buffer) {
  const caller = incoming.headers['x-test-caller'] ?? incoming.socket.remoteAddress;
  const onward = request(new URL(incoming.url ?? '/', server), {
    method: incoming.method,
    headers: { ...incoming.headers, 'x-forwarded-for': String(caller) },
    agent: false,
  });
  onward.end(body);
  const [answer] = (await once(onward, 'response')) as [IncomingMessage];
  return answer;
}

async function pass(answer: IncomingMessage, server: string, outgoing: ServerResponse) {
  const body = Buffer.concat(await answer.toArray());
  outgoing.writeHead(answer.statusCode ?? 502, { ...answer.headers, 'x-test-server': server });
  outgoing.end(body);
}
