import { once } from 'node:events';
import { connect } from 'node:net';

type Headers = Record<string, string | number>;

/** One HTTP request as text. Without a `content-length` of its own it gets the body's. */
export function requestText(
  method: string,
  path: string,
  headers: Headers = {},
  body = '',
): string {
  const all: Headers = { host: '127.0.0.1', ...headers };
  if (body !== '' && !('content-length' in all) && !('transfer-encoding' in all)) {
    all['content-length'] = Buffer.byteLength(body);
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}

/**
 * A connection that sends exactly what a test says. It reads until it is stopped. Any 127.x.y.z can be
 * its local address: each is a network of its own.
 */
export async function openConnection(port: number, localAddress = '127.0.0.1') {
  const socket = connect({ port, host: '127.0.0.1', localAddress, allowHalfOpen: true });
  let received = '';
  socket.setEncoding('latin1');
  socket.on('data', (text: string) => {
    received += text;
  });
  // A reset is one of the ways in which these connections end.
  socket.on('error', () => {});
  const ended = new Promise<void>((resolve) => {
    socket.once('end', resolve);
    socket.once('close', () => resolve());
  });
  await once(socket, 'connect');
  return {
    /** The server ended the connection, or it was closed here. */
    ended,
    received: () => received,
    /** The status codes of all responses so far. */
    statuses: () => [...received.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, code]) => Number(code)),
    send: (...texts: string[]) => void socket.write(texts.join('')),
    stopReading: () => void socket.pause(),
    halfClose: () => void socket.end(),
    reset: () => void socket.resetAndDestroy(),
    close: () => void socket.destroy(),
  };
}
