import type { AddressInfo, Socket } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorResponse } from '#contract/errors.ts';
import { startPlaceholderServer } from '#server/lib/placeholder-server.ts';
import { type RawResponse, sendRaw } from '#tests/support/raw-connection.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';
import { eventually } from '#tests/support/within.ts';

const SECURITY_HEADERS = {
  'content-security-policy': expect.stringContaining("default-src 'none';script-src 'self'"),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-frame-options': 'DENY',
};

let test: TestApp;
let port: number;
let cookie: string;
beforeAll(async () => {
  test = await buildTestApp({
    isProduction: true,
    metrics: true,
    rateLimits: true,
    publicUrl: 'https://pay.example.com',
  });
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  port = (test.app.server.address() as AddressInfo).port;
  const { cookies } = await test.loginAs();
  cookie = Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');
});
afterAll(() => test.close());

/** The bytes of a request. Header lines come on top of Host. */
function request(line: string, headers: string[] = [], body = ''): string {
  const length = body ? [`Content-Length: ${Buffer.byteLength(body)}`] : [];
  return [`${line} HTTP/1.1`, 'Host: pay.example.com', ...headers, ...length, '', body].join(
    '\r\n',
  );
}

const JSON_TYPE = 'Content-Type: application/json';

function expectError(response: RawResponse, status: number, code: string) {
  expect(response.status, response.body).toBe(status);
  const body = errorResponse.strict().parse(JSON.parse(response.body));
  expect(body.code).toBe(code);
  expect(body.error).toBe(body.message);
  expect(response.headers).toMatchObject({
    ...SECURITY_HEADERS,
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(response.body)),
  });
}

describe('every error has the error body and the security headers', () => {
  it.each<[string, string, number, string]>([
    // The router's own.
    ['a broken percent code', request('GET /api/%'), 400, 'BAD_URL'],
    ['a percent code that is no UTF-8', request('GET /api/%ff%fe'), 400, 'BAD_URL'],
    ['a broken percent code in a page', request('GET /%zz'), 400, 'BAD_URL'],
    ['a long parameter', request(`GET /api/avatars/${'a'.repeat(301)}`), 404, 'NOT_FOUND'],
    ['an unknown path', request('GET /api/nothing'), 404, 'NOT_FOUND'],
    ['an unknown path, POST', request('POST /nothing'), 404, 'NOT_FOUND'],
    ['a method without a route', request('PUT /api/login'), 404, 'NOT_FOUND'],
    ['TRACE', request('TRACE /api/user'), 404, 'NOT_FOUND'],
    ['PROPFIND', request('PROPFIND /api/user'), 404, 'NOT_FOUND'],
    ['OPTIONS *', request('OPTIONS *'), 404, 'NOT_FOUND'],
    // Node's HTTP parser.
    ['an unknown method', request('NONSENSE /'), 400, 'MALFORMED_REQUEST'],
    ['no HTTP at all', 'hello\r\n\r\n', 400, 'MALFORMED_REQUEST'],
    [
      'TLS on the plain port',
      '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
      400,
      'MALFORMED_REQUEST',
    ],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400, 'MALFORMED_REQUEST'],
    ['a header without a colon', request('GET /', ['nonsense']), 400, 'MALFORMED_REQUEST'],
    [
      'two lengths of one body',
      request('POST /api/login', ['Content-Length: 3', 'Transfer-Encoding: chunked']),
      400,
      'MALFORMED_REQUEST',
    ],
    [
      'a broken chunk',
      `${request('POST /api/login', [JSON_TYPE, 'Transfer-Encoding: chunked'])}zz\r\n`,
      400,
      'MALFORMED_REQUEST',
    ],
    ['no Host', 'GET /api/user HTTP/1.1\r\n\r\n', 400, 'MALFORMED_REQUEST'],
    [
      'headers that are too long',
      request('GET /', [`X-Long: ${'a'.repeat(20_000)}`]),
      431,
      'HEADERS_TOO_LARGE',
    ],
    [
      'an address that is too long',
      request(`GET /${'a'.repeat(20_000)}`),
      431,
      'HEADERS_TOO_LARGE',
    ],
    ['an unknown Expect', request('GET /healthz', ['Expect: nonsense']), 417, 'EXPECTATION_FAILED'],
    ['CONNECT', request('CONNECT example.com:443'), 400, 'MALFORMED_REQUEST'],
    // Bodies.
    ['a body that is no JSON', request('POST /api/login', [JSON_TYPE], '{"a'), 400, 'INVALID_JSON'],
    [
      'a body of another type',
      request('POST /api/login', ['Content-Type: text/xml'], '<a/>'),
      415,
      'NOT_JSON',
    ],
    ['a body of no type', request('POST /api/login', [], 'a=b'), 415, 'NOT_JSON'],
    [
      'a body that is too large',
      request('POST /api/login', [JSON_TYPE, `Content-Length: ${1024 ** 3}`]),
      413,
      'TOO_LARGE',
    ],
    ['an invalid body', request('POST /api/login', [JSON_TYPE], '{}'), 400, 'INVALID_INPUT'],
    ['an invalid query', request('GET /api/users/search?limit=x'), 400, 'INVALID_INPUT'],
    [
      'an upgrade',
      request('GET /api/user', ['Connection: Upgrade', 'Upgrade: websocket']),
      401,
      'NOT_SIGNED_IN',
    ],
    // Our own hooks.
    ['nobody signed in', request('GET /api/user'), 401, 'NOT_SIGNED_IN'],
    [
      'another site',
      request('POST /api/logout', ['Sec-Fetch-Site: cross-site']),
      403,
      'FORGED_REQUEST',
    ],
  ])('%s', async (_, bytes, status, code) => {
    expectError(await sendRaw(port, bytes), status, code);
  });

  it('a member who is no admin', async () => {
    const bytes = request('GET /api/admin/users', [`Cookie: ${cookie}`]);
    expectError(await sendRaw(port, bytes), 403, 'NOT_ALLOWED');
  });

  it('a rate limit', async () => {
    let response = await sendRaw(port, request('GET /api/qrcode?type=profile&username=nobody'));
    for (let tries = 0; response.status === 404 && tries < 1_000; tries += 1) {
      response = await sendRaw(port, request('GET /api/qrcode?type=profile&username=nobody'));
    }
    expectError(response, 429, 'TOO_MANY_REQUESTS');
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('a request that takes too long to arrive', async () => {
    test.app.server.once('connection', (socket: Socket) => {
      // As Node reports it when a request exceeds the server's requestTimeout.
      const timeout = Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
      test.app.server.emit('clientError', timeout, socket);
    });
    expectError(await sendRaw(port, 'GET / HT'), 408, 'REQUEST_TIMEOUT');
  });

  it('a file range that does not exist', async () => {
    const bytes = request('GET /favicon.svg', ['Range: bytes=999999999-']);
    expectError(await sendRaw(port, bytes), 416, 'INVALID_REQUEST');
  });

  it('a request while the server starts', async () => {
    const starting = await startPlaceholderServer({
      port: 0,
      host: '127.0.0.1',
      isProduction: true,
    });
    for (const path of ['/', '/api/user', '//', '/%']) {
      expectError(await sendRaw(starting.port, request(`GET ${path}`)), 503, 'STARTING');
    }
    expectError(await sendRaw(starting.port, 'nonsense\r\n\r\n'), 400, 'MALFORMED_REQUEST');
    const alive = await sendRaw(starting.port, request('GET /healthz'));
    expect(alive.status).toBe(200);
    expect(alive.headers).toMatchObject(SECURITY_HEADERS);
    await starting.stop();
  });
});

describe('early rejections have the error body and the security headers', () => {
  it('under too much load', async () => {
    const node = await test.anotherNode({ maxEventLoopDelay: 0, maxHeapUsedBytes: 1 });
    await node.listen({ port: 0, host: '127.0.0.1' });
    await eventually(() => expect(node.isUnderPressure()).toBe(true));
    const nodePort = (node.server.address() as AddressInfo).port;
    const response = await sendRaw(nodePort, request('GET /api/db-heartbeat'));
    expectError(response, 503, 'OVERLOADED');
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
  });
});

describe('every other response has the security headers', () => {
  it.each([
    ['/', 200],
    ['/healthz', 200],
    ['/readyz', 200],
    ['/metrics', 200],
    ['/api/docs', 200],
    ['/api/openapi.json', 200],
    ['/api/keep-alive', 200],
    ['/favicon.svg', 200],
    ['/no/such/screen', 404],
    ['//', 404],
    ['///', 404],
    ['//evil.example/', 404],
    ['/\\evil.example', 404],
    ['http://evil.example//', 404],
    ['/?search=//', 200],
    ['/?search=%', 200],
  ])('GET and HEAD %s: %i', async (path, status) => {
    for (const method of ['GET', 'HEAD']) {
      const response = await sendRaw(port, request(`${method} ${path}`));
      expect(response.status, `${method} ${response.body.slice(0, 200)}`).toBe(status);
      expect(response.headers).toMatchObject(SECURITY_HEADERS);
    }
  });

  it('a file that has not changed', async () => {
    const { headers } = await sendRaw(port, request('GET /favicon.svg'));
    const bytes = request('GET /favicon.svg', [`If-None-Match: ${headers.etag}`]);
    const response = await sendRaw(port, bytes);
    expect(response.status).toBe(304);
    expect(response.headers).toMatchObject(SECURITY_HEADERS);
  });
});

describe('generated addresses', () => {
  it('are never a 5xx and always have the security headers', async () => {
    const piece = fc.constantFrom(
      ...[
        '/',
        '//',
        '%',
        '%00',
        '%2f',
        '%2e%2e',
        '%ff',
        '%25',
        '%E0%A4%A',
        '..',
        '.',
        '\\',
        ':',
        '@',
      ],
      ...['*', '?', '&', '=', '#', ';', 'search', 'api', 'users', 'avatars', 'assets', '[', ']'],
      ...['http:', 'a', '1', '~', '|', '"', '<', '__proto__', 'x'.repeat(400)],
    );
    const target = fc.array(piece, { maxLength: 12 }).map((pieces) => `/${pieces.join('')}`);
    const method = fc.constantFrom('GET', 'HEAD', 'POST', 'OPTIONS', 'DELETE');
    await fc.assert(
      fc.asyncProperty(method, target, async (verb, path) => {
        const response = await sendRaw(port, request(`${verb} ${path}`));
        expect(response.status, `${verb} ${path}`).toBeLessThan(500);
        expect(response.headers).toMatchObject(SECURITY_HEADERS);
      }),
      { numRuns: 300 },
    );
  });
});
