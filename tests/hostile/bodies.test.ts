import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BOUNDS } from '#server/lib/bounds.ts';
import { readApiDocument } from '#tests/support/api-document.ts';
import { cpuRatio } from '#tests/support/cpu-cost.ts';
import { pictureOfSize } from '#tests/support/pictures.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';
import { type ApiPaths, longestJson, operationsOf } from '#tests/support/text-places.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.close());

const JSON_TYPE = { 'content-type': 'application/json' };
const SIZE = Math.floor(6.9 * 1024 * 1024);
const ana = { name: 'Ana', email: 'ana@example.com', password: 'correct horse' };

const register = (payload: string | Buffer, headers: Record<string, string> = {}) =>
  test.call('POST', '/api/register', { body: payload, headers: { ...JSON_TYPE, ...headers } });

/** A body of about `SIZE` bytes made of many copies of one piece. */
const filled = (start: string, piece: string, end = '') =>
  start + piece.repeat((SIZE - start.length - end.length) / piece.length) + end;

function unknownKeys() {
  const keys: string[] = [];
  for (let at = 0; at < SIZE / 12; at += 1) keys.push(`"${at + 1_000_000}":1`);
  return `{${keys.join(',')}}`;
}

const ATTACKS: [string, string][] = [
  ['unknown keys', unknownKeys()],
  ['empty objects', filled('[{}', ',{}', ']')],
  ['numbers', filled('[1', ',1', ']')],
  ['nested lists', filled('', '[')],
  ['nested objects', filled('', '{"a":')],
  ['accounts', filled('{"accounts":[{}', ',{"platform":"x"}', ']}')],
];

describe('a body of 6.9 MiB', () => {
  it.each(ATTACKS)('of %s costs no more than a picture of that size', async (_, attack) => {
    const picture = JSON.stringify({ ...ana, name: '', profileImage: 'x'.repeat(SIZE - 1_000) });
    const send = async (payload: string) => {
      const answer = await register(payload);
      expect(answer.statusCode).toBe(400);
      expect(answer.body.length).toBeLessThan(5_000);
    };
    const ratio = await cpuRatio(
      () => send(attack),
      () => send(picture),
      3,
    );
    expect(ratio).toBeLessThan(3);
  });

  it('is refused with a clear message if it has too many parts', async () => {
    const answer = await register(ATTACKS[0]?.[1] ?? '');
    expect(answer.json()).toEqual({
      code: 'TOO_MANY_PARTS',
      error: 'The request body has too many fields or is nested too deeply.',
      message: 'The request body has too many fields or is nested too deeply.',
    });
  });

  it('may be one key: the response stays small', async () => {
    const answer = await register(JSON.stringify({ ['k'.repeat(SIZE - 100)]: 1 }));
    expect(answer.statusCode).toBe(400);
    expect(answer.body.length).toBeLessThan(5_000);
  });

  it('may be one number or one text of escapes', async () => {
    for (const payload of ['1'.repeat(SIZE), `"${'\\"'.repeat(SIZE / 2 - 1)}"`]) {
      const answer = await register(payload);
      expect(answer.statusCode).toBe(400);
      expect(answer.body.length).toBeLessThan(5_000);
    }
  });
});

describe('a body without a picture', () => {
  it.each([
    ['non-Latin text', JSON.stringify({ token: '字'.repeat(300_000) })],
    ['text of escapes', `{"token":"${'\\u5b57'.repeat(150_000)}"}`],
    ['unknown keys', unknownKeys().slice(0, 900_000)],
  ])('that is longer than its fields can be is refused: %s', async (_, payload) => {
    const answer = await test.call('POST', '/api/undo', { body: payload, headers: JSON_TYPE });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toEqual({
      code: 'BODY_TOO_LONG',
      error: 'The request body is longer than its fields allow.',
      message: 'The request body is longer than its fields allow.',
    });
  });

  it('has fields that add up to less than that, on every route', async () => {
    const operations = operationsOf(await readApiDocument<ApiPaths>(test));
    const pictures = operations.filter(({ mayHavePicture }) => mayHavePicture);
    expect(pictures.map(({ name }) => name).sort()).toEqual([
      'PATCH /api/me',
      'POST /api/register',
      'POST /api/register-with-accounts',
    ]);
    for (const { name, body, mayHavePicture } of operations) {
      if (body && !mayHavePicture) expect(longestJson(body), name).toBeLessThan(BOUNDS.fieldBytes);
    }
  });

  it.each([
    ['is parsed', 0, 'INVALID_INPUT'],
    ['is not', 1, 'BODY_TOO_LONG'],
  ])('of 128 KiB %s with %i more', async (_, more, code) => {
    const token = 'x'.repeat(BOUNDS.fieldBytes - JSON.stringify({ token: '' }).length + more);
    const answer = await test.call('POST', '/api/undo', { body: { token } });
    expect(answer.json().code).toBe(code);
  });
});

describe('an error', () => {
  it('lists at most 20 fields', async () => {
    const keys = Array.from({ length: 1_000 }, (_, index) => [`extra${index}`, 1]);
    const { fields } = (await register(JSON.stringify(Object.fromEntries(keys)))).json();
    expect(Object.keys(fields)).toHaveLength(20);
    expect(fields.name).toBe('Name must be at least 2 characters');
  });

  it('shortens long keys', async () => {
    const { fields } = (await register(JSON.stringify({ ...ana, ['k'.repeat(500)]: 1 }))).json();
    const short = `${'k'.repeat(50)}…`;
    expect(fields).toEqual({ [short]: `Unknown field: ${short}` });
  });
});

describe('a compressed body', () => {
  const body = Buffer.from(JSON.stringify(ana));
  it.each([
    ['gzip', gzipSync(body)],
    ['deflate', deflateSync(body)],
    ['br', brotliCompressSync(body)],
    ['gzip, gzip', gzipSync(gzipSync(body))],
    ['gzip', body],
    ['zstd', body],
    ['x', body],
  ])('(%s) is 415 and is not read', async (encoding, payload) => {
    const answer = await register(payload, { 'content-encoding': encoding });
    expect(answer.statusCode).toBe(415);
    expect(answer.json()).toMatchObject({
      code: 'COMPRESSED_BODY',
      message: 'Please send the request body uncompressed.',
    });
  });

  it('that unpacks to 6.9 MiB costs no more than an ordinary one', async () => {
    const bomb = gzipSync(JSON.stringify({ ...ana, name: 'a'.repeat(SIZE - 1_000) }));
    const ratio = await cpuRatio(
      () => register(bomb, { 'content-encoding': 'gzip' }),
      () => register('{}'),
      10,
    );
    expect(ratio).toBeLessThan(10);
  });

  it('is not what Content-Encoding: identity means', async () => {
    const answer = await register('{}', { 'content-encoding': 'identity' });
    expect(answer.json().code).toBe('INVALID_INPUT');
  });
});

describe('an ordinary body', () => {
  it('of a large picture is accepted', async () => {
    const profileImage = await pictureOfSize(5 * 1024 * 1024);
    const answer = await register(JSON.stringify({ ...ana, profileImage }));
    expect(answer.statusCode).toBe(201);
  });

  it('may have notes full of quotes, brackets and escapes', async () => {
    const member = await test.loginAs();
    const person = {
      name: 'Bo',
      screenName: 'Bo',
      paymentPlatform: 'venmo',
      paymentUsername: 'bo',
    };
    const { id } = (await member.call('POST', '/api/add-person', { body: person })).json();
    const notes = '{"[\\,:}]'.repeat(250);
    const answer = await member.call('PATCH', `/api/contacts/${id}`, { body: { notes } });
    expect(answer.statusCode).toBe(200);
    expect(answer.json().notes).toBe(notes);
  });
});
