import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Confirmation, confirmIdentity, onConfirmation } from './confirm-identity.ts';
import {
  isCanceled,
  RequestError,
  request,
  requestJson,
  sentenceOf,
  setShownUser,
} from './request.ts';

const fetchMock = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.stubGlobal('fetch', fetchMock);
});
afterEach(() => {
  vi.unstubAllGlobals();
  fetchMock.mockReset();
  onConfirmation(undefined);
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
  test('sends the ID of the user that the page shows', async () => {
    setShownUser(7);
    answer(200, '[]');
    await request('GET', '/api/contacts');
    setShownUser(undefined);
    answer(200, '[]');
    await request('GET', '/api/contacts');
    const headers = fetchMock.mock.calls.map(([, options]) => options?.headers);
    expect(headers).toEqual([{ 'x-user-id': '7' }, {}]);
  });

  /** While the call is on its way, the page comes to show this user. */
  function answerAfterChange(shown: number | undefined, respond: () => Response) {
    fetchMock.mockImplementationOnce(async () => {
      setShownUser(shown);
      return respond();
    });
  }

  test.each([
    ['a response', () => new Response('{}')],
    ['a refusal', () => new Response('{}', { status: 401 })],
    [
      'a failure',
      () => {
        throw new TypeError('Failed to fetch');
      },
    ],
  ])('is canceled if %s comes after somebody else signed in', async (_, respond) => {
    setShownUser(7);
    answerAfterChange(8, respond);
    const { error, logged } = await caught(() => request('PUT', '/api/saved-people/ana'));
    setShownUser(undefined);
    expect(isCanceled(error)).toBe(true);
    expect(logged).toEqual([]);
  });

  /** Responds only when it is aborted. */
  const hang: typeof fetch = (_, options) =>
    new Promise((_resolve, reject) => {
      options?.signal?.addEventListener('abort', () => reject(options.signal?.reason));
    });

  test('a GET without a response fails after 30 seconds', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    fetchMock.mockImplementationOnce(hang);
    const failed = caught(() => request('GET', '/api/contacts'));
    await vi.advanceTimersByTimeAsync(29_999);
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    const { error, logged } = await failed;
    expect(error).toMatchObject({ message: 'No response' });
    expect(logged).toEqual(['GET /api/contacts']);
  });

  test('a GET has no time limit once its response begins, and can still be canceled', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const controller = new AbortController();
    answer(200, '[]');
    await request('GET', '/api/contacts', undefined, { signal: controller.signal });
    expect(vi.getTimerCount()).toBe(0);
    controller.abort();
    expect(fetchMock.mock.calls[0]?.[1]?.signal?.aborted).toBe(true);
  });

  test.each(['before', 'after'])(
    'a GET that is canceled %s it is sent logs nothing',
    async (when) => {
      fetchMock.mockImplementationOnce(async (_, options) => {
        options?.signal?.throwIfAborted();
        return hang('', options);
      });
      const controller = new AbortController();
      if (when === 'before') controller.abort();
      const failed = caught(() =>
        request('GET', '/api/contacts', undefined, { signal: controller.signal }),
      );
      controller.abort();
      const { error, logged } = await failed;
      expect(error).toMatchObject({ name: 'AbortError' });
      expect(logged).toEqual([]);
    },
  );

  test('is canceled if somebody else signs in before the whole body is there', async () => {
    setShownUser(7);
    answerAfterChange(7, () => {
      const pull = (controller: ReadableStreamDefaultController) => {
        setShownUser(8);
        controller.enqueue(new TextEncoder().encode('{}'));
        controller.close();
      };
      // Nothing is pulled before it is read.
      const body = new ReadableStream({ pull }, { highWaterMark: 0 });
      return new Response(body);
    });
    const { error } = await caught(() => requestJson('GET', '/api/me/export'));
    setShownUser(undefined);
    expect(isCanceled(error)).toBe(true);
  });

  test('is answered if the response comes after logging out', async () => {
    setShownUser(7);
    answerAfterChange(undefined, () => new Response('{"done":true}'));
    expect(await requestJson('PUT', '/api/saved-people/ana')).toEqual({ done: true });
  });

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

describe('a call that needs a recent authentication', () => {
  const REFUSED = '{"message":"Please confirm it\'s you.","code":"REAUTHENTICATE"}';

  /** Settles what the dialog was asked for when the test says so. */
  function openDialogs(): Confirmation[] {
    const asked: Confirmation[] = [];
    onConfirmation((confirmation) => asked.push(confirmation));
    return asked;
  }

  test('is repeated once, with the same body, after the identity is confirmed', async () => {
    const asked = openDialogs();
    answer(403, REFUSED);
    answer(200, '{"done":true}');
    const change = ['You’re changing your email to ', 'a@example.com', '.'];
    const call = requestJson('PATCH', '/api/me', { email: 'a@example.com' }, { change });
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    expect(asked[0]?.change).toEqual(change);
    expect(fetchMock).toHaveBeenCalledTimes(1);
    asked[0]?.settle(true);
    expect(await call).toEqual({ done: true });
    expect(fetchMock.mock.calls[1]).toEqual(fetchMock.mock.calls[0]);
  });

  test('fails for good if the repeated call is refused too', async () => {
    const asked = openDialogs();
    answer(403, REFUSED);
    answer(403, REFUSED);
    const call = caught(() => request('GET', '/api/me/export'));
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    asked[0]?.settle(true);
    const { error } = await call;
    expect(sentenceOf(error, 'Failed')).toBe("Please confirm it's you.");
    expect(isCanceled(error)).toBe(false);
    expect(asked).toHaveLength(1);
  });

  test('is canceled without a log entry when the dialog is closed', async () => {
    const asked = openDialogs();
    answer(403, REFUSED);
    const call = caught(() => request('DELETE', '/api/user/1'));
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    asked[0]?.settle(false);
    const { error, logged } = await call;
    expect(isCanceled(error)).toBe(true);
    expect(logged).toEqual([]);
    expect(fetchMock).toHaveBeenCalledTimes(1);
  });

  test('is not asked of somebody who signed in meanwhile', async () => {
    const asked = openDialogs();
    setShownUser(7);
    fetchMock.mockImplementationOnce(async () => {
      setShownUser(8);
      return new Response(REFUSED, { status: 403 });
    });
    const { error } = await caught(() => request('DELETE', '/api/user/7'));
    setShownUser(undefined);
    expect(isCanceled(error)).toBe(true);
    expect(asked).toEqual([]);
  });

  test('shares one dialog with others that need it at the same time', async () => {
    const asked = openDialogs();
    const both = Promise.all([confirmIdentity(), confirmIdentity()]);
    expect(asked).toHaveLength(1);
    asked[0]?.settle(true);
    expect(await both).toEqual([true, true]);
    const next = confirmIdentity();
    expect(asked).toHaveLength(2);
    asked[1]?.settle(false);
    expect(await next).toBe(false);
  });
});
