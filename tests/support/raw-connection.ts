import { once } from 'node:events';
import { connect } from 'node:net';

type Headers = Record<string, string | number>;

export interface RawResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
}

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
    /** Waits until `read` finds what it looks for in what was received; undefined if the connection ends first. */
    async receive<T>(read: (received: string) => T | undefined): Promise<T | undefined> {
      const found = new Promise<void>((resolve) => {
        socket.on('data', () => read(received) !== undefined && resolve());
      });
      await Promise.race([found, ended]);
      return read(received);
    },
    /** The status codes of all responses so far. */
    statuses: () => [...received.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, code]) => Number(code)),
    send: (...texts: string[]) => void socket.write(texts.join('')),
    stopReading: () => void socket.pause(),
    halfClose: () => void socket.end(),
    reset: () => void socket.resetAndDestroy(),
    close: () => void socket.destroy(),
  };
}

/** Sends exactly this text and reads one response, also where no HTTP client would send it. */
export async function sendRaw(port: number, text: string): Promise<RawResponse> {
  const connection = await openConnection(port);
  const isHead = text.startsWith('HEAD ');
  const response = connection.receive((received) => parseResponse(received, isHead));
  connection.send(text);
  const whole = await response;
  connection.close();
  if (!whole) throw new Error(`No whole response: ${connection.received()}`);
  return whole;
}

/** Undefined until the whole response is there. Every response of ours has a Content-Length. */
function parseResponse(text: string, isHead: boolean): RawResponse | undefined {
  const headEnd = text.indexOf('\r\n\r\n');
  if (headEnd === -1) return undefined;
  const [statusLine = '', ...lines] = text.slice(0, headEnd).split('\r\n');
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const colon = line.indexOf(':');
    headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
  }
  const rest = text.slice(headEnd + 4);
  const isWhole = isHead || rest.length >= Number(headers['content-length'] ?? 0);
  const body = Buffer.from(rest, 'latin1').toString('utf8');
  return isWhole ? { status: Number(statusLine.split(' ')[1]), headers, body } : undefined;
}
