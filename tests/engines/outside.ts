import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { createCertificate } from './certificate.ts';

/**
 * A proxy that answers for every outside host by itself, so that windows open at their real
 * addresses and no test leaves the machine.
 */
export async function openOutside() {
  const answer: RequestListener = (_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end('<!doctype html><title>Outside</title><h1>Outside</h1>');
  };
  const sockets = new Set<Socket>();
  const secure = createSecureServer(createCertificate(), answer);
  // A browser that stops a download mid-way is no error.
  secure.on('tlsClientError', () => undefined);
  const proxy = createServer(answer);
  proxy.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  proxy.on('connect', (_request, socket) => {
    socket.on('error', () => undefined);
    socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
    secure.emit('connection', socket);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    proxy: `127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    async close() {
      for (const socket of sockets) socket.destroy();
      proxy.close();
      await once(proxy, 'close');
    },
  };
}
