import { once } from 'node:events';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterEach, describe, expect, it } from 'vitest';
import { BOUNDS, type Bounds } from '#server/lib/bounds.ts';
import { pictureOfSize } from '#tests/support/pictures.ts';
import { openConnection, requestText } from '#tests/support/raw-connection.ts';
import { buildTestApp } from '#tests/support/test-app.ts';
import { createCleanups, eventually } from '#tests/support/within.ts';

const cleanups = createCleanups();
afterEach(() => cleanups.run());

const MEBIBYTE = 1024 * 1024;
const JSON_TYPE = { 'content-type': 'application/json' };
const CHUNKED = { ...JSON_TYPE, 'transfer-encoding': 'chunked' };
const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
const person = (email: string) => ({
  name: 'Maya Okafor',
  email,
  password: 'a long and unusual one',
});

async function listen(bounds: Partial<Bounds> = {}) {
  const test = await buildTestApp({}, bounds);
  cleanups.add('the app', () => test.close());
  const address = await test.app.listen({ port: 0, host: '127.0.0.1' });
  const port = Number(new URL(address).port);

  /** A client that declares a body of this length and sends only its beginning. */
  async function trickle(path: string, length: number, localAddress?: string) {
    const connection = await openConnection(port, localAddress);
    cleanups.add('the connection', async () => connection.close());
    const headers = { ...JSON_TYPE, 'content-length': length };
    connection.send(requestText('POST', path, headers, '{"name":"'));
    return connection;
  }
  return { test, port, trickle };
}

const responseOf = (text: string) => JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4));

describe('a body that arrives too slowly', () => {
  it('is refused with 408 at the request timeout', async () => {
    const { test, trickle } = await listen({ requestTimeoutMs: 300, timeoutCheckMs: 20 });
    const slow = await trickle('/api/register', 6.5 * MEBIBYTE);
    await slow.ended;
    const sentence = 'The request took too long to arrive. Please try again.';
    expect(slow.statuses()).toEqual([408]);
    expect(responseOf(slow.received())).toEqual({
      error: sentence,
      message: sentence,
      code: 'REQUEST_TIMEOUT',
    });
    await eventually(() => expect(test.app.load.inFlight).toBe(0));
    await eventually(() => expect(test.app.uploads.visitors.held()).toBe(0));
  });

  it('is refused after at most 31 s in the product', async () => {
    const { test } = await listen();
    expect(test.app.server.requestTimeout).toBe(30_000);
    expect(test.app.server.headersTimeout).toBeLessThanOrEqual(30_000);
    expect(test.app.bounds.timeoutCheckMs).toBe(1_000);
  });
});

describe('bodies of visitors over 1 MiB', () => {
  it('are at most 2 of one network, and the next is refused before it is read', async () => {
    const { test, trickle } = await listen();
    const held = await Promise.all([1, 2].map(() => trickle('/api/register', 6.5 * MEBIBYTE)));
    await eventually(() => expect(test.app.uploads.visitors.held()).toBe(2));
    const third = await trickle('/api/register-with-accounts', 6.5 * MEBIBYTE);
    await eventually(() => expect(third.statuses()).toEqual([429]));
    expect(third.received()).toMatch(/^retry-after: 5\r$/m);
    expect(responseOf(third.received())).toMatchObject({
      message: 'Your network is already uploading a lot. Please try again in a moment.',
      code: 'TOO_MANY_UPLOADS',
    });
    expect(held.flatMap((each) => each.statuses())).toEqual([]);

    for (const connection of held) connection.reset();
    await eventually(() => expect(test.app.uploads.visitors.held()).toBe(0));
    const profileImage = await pictureOfSize(2 * MEBIBYTE);
    const body = { ...person('large@example.com'), profileImage };
    const answer = await test.call('POST', '/api/register', { body });
    expect(answer.statusCode, answer.body).toBe(201);
    expect(test.app.uploads.visitors.held()).toBe(0);
  });

  it('are at most 8 of all networks, and the next is refused with 503', async () => {
    const { test, trickle } = await listen();
    for (let network = 2; network < 6; network += 1) {
      for (const path of ['/api/register', '/api/register-with-accounts']) {
        await trickle(path, 6.5 * MEBIBYTE, `127.0.0.${network}`);
      }
    }
    await eventually(() => expect(test.app.uploads.visitors.held()).toBe(8));
    const ninth = await trickle('/api/register', 6.5 * MEBIBYTE, '127.0.0.6');
    await eventually(() => expect(ninth.statuses()).toEqual([503]));
    expect(ninth.received()).toMatch(/^retry-after: 5\r$/m);
    expect(responseOf(ninth.received())).toMatchObject({ code: 'OVERLOADED' });
    const small = await test.call('POST', '/api/register', { body: person('small@example.com') });
    expect(small.statusCode, small.body).toBe(201);
  });

  it('are refused on every other route, and without a session before they are read', async () => {
    const { trickle, port } = await listen();
    const login = await trickle('/api/login', MEBIBYTE + 1);
    await eventually(() => expect(login.statuses()).toEqual([413]));
    const profile = await openConnection(port);
    const headers = { ...JSON_TYPE, 'content-length': 6.5 * MEBIBYTE };
    profile.send(requestText('PATCH', '/api/me', headers, '{"name":"'));
    await eventually(() => expect(profile.statuses()).toEqual([401]));
    profile.close();
  });

  it('need a Content-Length: a chunked one is 411 at 1 MiB, a smaller one is accepted', async () => {
    const { port } = await listen();
    const large = await openConnection(port);
    large.send(requestText('POST', '/api/register', CHUNKED), chunk('{"name":"'));
    large.send(chunk('a'.repeat(MEBIBYTE)));
    await eventually(() => expect(large.statuses()).toEqual([411]));
    expect(responseOf(large.received())).toMatchObject({ code: 'LENGTH_REQUIRED' });
    large.close();
    const small = await openConnection(port);
    small.send(requestText('POST', '/api/register', CHUNKED));
    small.send(chunk(JSON.stringify(person('chunked@example.com'))), chunk(''));
    await eventually(() => expect(small.statuses()).toEqual([201]));
    small.close();
  });
});

describe('bodies over 64 KiB on any route', () => {
  it('are bounded per network while they arrive; small ones are not', async () => {
    const { test, trickle } = await listen({ largeBodies: { total: 9, perKey: 2 } });
    for (const length of [BOUNDS.fieldBytes, 100_000]) await trickle('/api/login', length);
    await eventually(() => expect(test.app.load.inFlight).toBe(2));
    const third = await trickle('/api/login', 100_000);
    await eventually(() => expect(third.statuses()).toEqual([429]));
    const body = { email: 'nobody@example.com', password: 'wrong password' };
    expect((await test.call('POST', '/api/login', { body })).statusCode).toBe(401);
  });
});

describe('bodies over 128 KiB without a picture', () => {
  it('are refused before they are read', async () => {
    const { trickle } = await listen();
    const long = await trickle('/api/login', BOUNDS.fieldBytes + 1);
    await eventually(() => expect(long.statuses()).toEqual([400]));
    expect(responseOf(long.received())).toMatchObject({ code: 'BODY_TOO_LONG' });
  });

  it('are read up to that length where they are chunked', async () => {
    const { port } = await listen();
    const long = await openConnection(port);
    long.send(requestText('POST', '/api/login', CHUNKED), chunk('a'.repeat(BOUNDS.fieldBytes + 1)));
    await eventually(() => expect(long.statuses()).toEqual([400]));
    expect(responseOf(long.received())).toMatchObject({ code: 'BODY_TOO_LONG' });
    long.close();
    const short = await openConnection(port);
    const body = { email: 'nobody@example.com', password: 'wrong password' };
    short.send(requestText('POST', '/api/login', CHUNKED));
    short.send(chunk(JSON.stringify(body)), chunk(''));
    await eventually(() => expect(short.statuses()).toEqual([401]));
    short.close();
  });
});

describe('a chunked body that is not parsed', () => {
  it.each(['GET', 'HEAD', 'POST'])('of a %s may end with its connection', async (method) => {
    const { test, port } = await listen();
    const { server } = test.app;
    const connection = await openConnection(port);
    const arrived = once(server, 'request');
    const path = '/api/keep-alive?method=long-poll';
    const headers = { ...CHUNKED, 'content-type': 'text/plain', 'sec-fetch-site': 'same-origin' };
    connection.send(requestText(method, path, headers), chunk('hello'));
    await arrived;
    connection.reset();
    const countConnections = promisify(server.getConnections.bind(server));
    await eventually(async () => expect(await countConnections()).toBe(0));
    expect((await test.call('GET', '/readyz')).statusCode).toBe(200);
  });

  it.each([
    ['GET', '/readyz', 200],
    ['POST', '/api/undo', 415],
    ['POST', '/api/register', 415],
  ])(
    'of a %s %s is read to its end: the next request is answered',
    async (method, path, status) => {
      const { port } = await listen();
      const connection = await openConnection(port);
      const headers = { ...CHUNKED, 'content-type': 'text/plain', 'sec-fetch-site': 'same-origin' };
      connection.send(requestText(method, path, headers), chunk('x'.repeat(MEBIBYTE)), chunk(''));
      await eventually(() => expect(connection.statuses()).toEqual([status]));
      connection.send(requestText('GET', '/healthz'));
      await eventually(() => expect(connection.statuses()).toEqual([status, 200]));
      connection.close();
    },
  );
});

describe('pictures of members', () => {
  it('are uploaded one at a time by each member, and searches are served meanwhile', async () => {
    const { test } = await listen({ slots: 2 });
    const member = await test.loginAs();
    const profileImage = await pictureOfSize(3 * MEBIBYTE);
    const uploads = Array.from({ length: 40 }, () =>
      member.call('PATCH', '/api/me', { body: { profileImage } }),
    );
    const search = await test.call('GET', '/api/users/search?platform=all');
    expect(search.statusCode).toBe(200);
    const answers = await Promise.all(uploads);
    const stored = answers.filter(({ statusCode }) => statusCode === 200);
    const refused = answers.filter(({ statusCode }) => statusCode === 429);
    expect(stored.length).toBeGreaterThanOrEqual(1);
    expect(refused.length).toBeGreaterThanOrEqual(30);
    expect(stored.length + refused.length).toBe(40);
    expect(refused[0]?.headers['retry-after']).toBe('5');
    expect(refused[0]?.json()).toMatchObject({
      message: 'Your last picture is still being uploaded. Please try again in a moment.',
    });
    const next = await member.call('PATCH', '/api/me', { body: { profileImage } });
    expect(next.statusCode).toBe(200);
  });

  it('hold no slot while they are decoded, also small files with many pixels', async () => {
    const { test } = await listen({ slots: 1 });
    const create = { width: 5_000, height: 5_000, channels: 3 as const, background: '#3366cc' };
    const bytes = await sharp({ create }).png().toBuffer();
    expect(bytes.length).toBeLessThan(MEBIBYTE);
    const body = { profileImage: `data:image/png;base64,${bytes.toString('base64')}` };
    const members = await Promise.all([test.loginAs(), test.loginAs()]);
    let stored = 0;
    const uploads = members.flatMap(({ call }) =>
      [1, 2, 3].map(async () => {
        const { statusCode } = await call('PATCH', '/api/me', { body });
        if (statusCode === 200) stored += 1;
        return statusCode;
      }),
    );
    await eventually(() => expect(test.app.uploads.members.held()).toBe(2));
    // It needs a slot, and nothing that a busy machine could delay for longer than a picture takes.
    expect((await test.call('GET', '/api/check-updates')).statusCode).toBe(200);
    expect(stored).toBeLessThan(2);
    const statuses = await Promise.all(uploads);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    expect(test.app.uploads.members.held()).toBe(0);
  });
});
