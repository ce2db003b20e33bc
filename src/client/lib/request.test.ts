import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { RequestError, request, requestJson, sentenceOf } from './request.ts';

const fetchMock = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.stubGlobal('fetch', fetchMock);
});
afterEach(() => {
  vi.unstubAllGlobals();
  fetchMock.mockReset();
});

function answer(status: number, body: string) {
  fetchMock.mockResolvedValueOnce(new Response(body, { status, statusText: 'Some Status' }));
}

/** The helper logs what it rethrows: here that is expected. */
async function caught(run: () => Promise<unknown>): Promise<{ error: unknown; logged: unknown[] }> {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  const error = await run().catch((reason: unknown) => reason);
  const logged = log.mock.calls.map(([line]) => line);
  log.mockClear();
  return { error, logged };
}

describe('request', () => {
  test('sends JSON with the cookie', async () => {
    answer(200, '{}');
    await request('POST', '/api/add-person', { name: 'Ana' });
    expect(fetchMock).toHaveBeenCalledWith('/api/add-person', {
      method: 'POST',
      credentials: 'include',
      headers: { 'Content-Type': 'application/json' },
      body: '{"name":"Ana"}',
      signal: undefined,
    });
  });

  test('throws "status: body text" and has the message separately', async () => {
    const body = '{"error":"Taken","message":"Taken","code":"TAKEN","fields":{"email":"Taken"}}';
    answer(409, body);
    const { error, logged } = await caught(() => request('PATCH', '/api/me', {}));
    expect(error).toBeInstanceOf(RequestError);
    expect(error).toMatchObject({
      message: `409: ${body}`,
      status: 409,
      code: 'TAKEN',
      fields: { email: 'Taken' },
    });
    expect(sentenceOf(error, 'Failed')).toBe('Taken');
    expect(logged).toEqual(['PATCH /api/me']);
  });

  test('an empty body gives the status text, and the fallback is what people see', async () => {
    answer(502, '');
    const { error } = await caught(() => request('GET', '/api/contacts'));
    expect(error).toMatchObject({ message: '502: Some Status' });
    expect(sentenceOf(error, 'Failed')).toBe('Failed');
  });

  test('an exception is logged with method and URL and rethrown', async () => {
    fetchMock.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    const { error, logged } = await caught(() => request('GET', '/api/contacts'));
    expect(error).toEqual(new TypeError('Failed to fetch'));
    expect(logged).toEqual(['GET /api/contacts']);
  });

  test.each([
    '/api/login',
    '/api/register',
    '/api/register-with-accounts',
    '/api/logout',
    '/api/users/search?query=ana',
    '/api/recommendations',
  ])('%s returns a failure', async (url) => {
    answer(401, '{"error":"No"}');
    expect((await request('GET', url)).status).toBe(401);
  });

  test('requestJson throws for those too', async () => {
    answer(401, '{"error":"Invalid email or password"}');
    const error = await requestJson('POST', '/api/login', {}).catch((reason: unknown) => reason);
    expect(sentenceOf(error, 'Login failed')).toBe('Invalid email or password');
  });
});
