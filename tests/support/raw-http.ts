import { once } from 'node:events';
import { connect } from 'node:net';

export interface RawResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Sends exactly these bytes and reads one response, also where no HTTP client would send them. */
export async function sendRaw(port: number, bytes: string | Buffer): Promise<RawResponse> {
  const socket = connect(port, '127.0.0.1');
  const chunks: Buffer[] = [];
  const isHead = bytes.toString('latin1').startsWith('HEAD ');
  let response: RawResponse | undefined;
  const ended = new Promise<void>((resolve, reject) => {
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      response = parseResponse(Buffer.concat(chunks).toString('latin1'), isHead);
      if (response) resolve();
    });
    socket.on('close', () => resolve());
    socket.on('error', (error) => (chunks.length > 0 ? resolve() : reject(error)));
  });
  await once(socket, 'connect');
  socket.write(bytes);
  await ended;
  socket.destroy();
  if (!response) throw new Error(`No whole response: ${Buffer.concat(chunks).toString('latin1')}`);
  return response;
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
