import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { clientErrorHandler } from './raw-errors.ts';

it('never writes an error into the middle of another response', async () => {
  const server = createServer((_request, response) => {
    response.writeHead(200).write('the first half');
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  server.on('clientError', clientErrorHandler({}));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let received = '';
  socket.setEncoding('latin1').on('data', (text) => {
    if (received === '') socket.write('nonsense\r\n\r\n');
    received += text;
  });
  socket.on('error', () => {});
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await once(socket, 'close');
  expect(received).toContain('the first half');
  expect(received.match(/HTTP\/1.1/g)).toHaveLength(1);
});
