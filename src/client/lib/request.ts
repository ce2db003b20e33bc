import { USER_HEADER } from '#contract/constants.ts';
import { type ChangeSentence, confirmIdentity } from './confirm-identity.ts';
import { noticeBuild } from './new-version.ts';

/** The callers of these handle failed responses themselves. */
const CALLER_HANDLES_FAILURE = [
  '/api/login',
  '/api/register',
  '/api/logout',
  '/api/users/search',
  '/api/recommendations',
];

/** The window event after a request without a response: the status of the server is checked. */
export const UNREACHABLE = 'server-unreachable';

/** The limit for a GET to begin to respond. Others may be uploads, or may have changed something already. */
const RESPONSE_MS = 30_000;

let shownUserId: number | undefined;

/** The user that the page shows: the server refuses requests for anybody else. */
export function setShownUser(id: number | undefined): void {
  shownUserId = id;
}

/** Neither a response nor a failure concerns somebody who signed in meanwhile. */
const isForAnother = (sender: number | undefined) =>
  sender !== undefined && shownUserId !== undefined && sender !== shownUserId;

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

interface RequestOptions {
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** What the dialog says if the server wants the identity confirmed first. */
  change?: ChangeSentence;
}

/** What went wrong, in the form 'status: body text'. The parts people may see are beside it. */
export class RequestError extends Error {
  readonly status: number;
  /** The server's own sentence, if its body had one. */
  readonly sentence: string | undefined;
  readonly code: string | undefined;
  /** Messages by the path of their field: `name`, `user.email`, `accounts.0.username`. */
  readonly fields: Record<string, string>;

  constructor(status: number, text: string) {
    super(`${status}: ${text}`);
    this.name = 'RequestError';
    this.status = status;
    const body = readErrorBody(text);
    this.sentence = body.error ?? body.message;
    this.code = body.code;
    this.fields = body.fields ?? {};
  }
}

interface FailureBody {
  error?: string;
  message?: string;
  code?: string;
  fields?: Record<string, string>;
}

function readErrorBody(text: string): FailureBody {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? body : {};
  } catch {
    return {};
  }
}

export async function toRequestError(response: Response): Promise<RequestError> {
  const text = (await response.text()) || response.statusText;
  return new RequestError(response.status, text);
}

/** The one way to call the API: JSON, with the session's cookie. */
export async function request(
  method: Method,
  url: string,
  body?: unknown,
  { headers, signal, change }: RequestOptions = {},
): Promise<Response> {
  const sender = shownUserId;
  const send = async () => {
    const response = await fetchInTime(url, {
      method,
      credentials: 'include',
      headers: {
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(sender === undefined ? {} : { [USER_HEADER]: String(sender) }),
        ...headers,
      },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal,
    });
    noticeBuild(response);
    if (!response.ok && !CALLER_HANDLES_FAILURE.some((path) => url.includes(path))) {
      throw await toRequestError(response);
    }
    return response;
  };
  const screen = globalThis.location?.pathname;
  try {
    const response = await send().catch(async (error) => {
      if (codeOf(error) !== 'REAUTHENTICATE') throw error;
      // The dialog belongs to the screen and the user that sent the request.
      const isLeft = screen !== globalThis.location?.pathname || isForAnother(sender);
      if (isLeft || !(await confirmIdentity(change))) throw canceled();
      return send();
    });
    if (!isForAnother(sender)) return response;
    // Read to its end, or the connection stays open.
    await response.text();
    throw canceled();
  } catch (error) {
    if (isForAnother(sender)) throw canceled();
    // A canceled request is not a failure.
    if (!signal?.aborted && !isCanceled(error)) {
      console.error(`${method} ${url}`, error);
      if (!(error instanceof RequestError))
        globalThis.window?.dispatchEvent(new Event(UNREACHABLE));
    }
    throw error;
  }
}

/** A connection that hangs fails like one that is lost, so that the screen offers a retry. */
async function fetchInTime(url: string, options: RequestInit): Promise<Response> {
  const { method, signal } = options;
  if (method !== 'GET') return fetch(url, options);
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new Error('No response')), RESPONSE_MS);
  const cancel = () => controller.abort(signal?.reason);
  if (signal?.aborted) cancel();
  signal?.addEventListener('abort', cancel);
  try {
    return await fetch(url, { ...options, signal: controller.signal });
  } finally {
    clearTimeout(timer);
  }
}

type Call = Parameters<typeof request>;

/** The whole body. A failure always throws, also for the paths above. */
export async function requestBody<T>(
  call: Call,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  const sender = shownUserId;
  const response = await request(...call);
  if (!response.ok) throw await toRequestError(response);
  const body = await read(response);
  // The body may take longer than the headers.
  if (isForAnother(sender)) throw canceled();
  return body;
}

export const requestJson = <T>(...call: Call): Promise<T> =>
  requestBody(call, (response) => response.json());

export function codeOf(error: unknown): string | undefined {
  return error instanceof RequestError ? error.code : undefined;
}

const canceled = () => new RequestError(0, '{"code":"CANCELED"}');

/** The person closed the dialog 'Confirm it’s you', or somebody else signed in. */
export function isCanceled(error: unknown): boolean {
  return codeOf(error) === 'CANCELED';
}

/** The text to show: the server's sentence, never the 'status: body' form. */
export function sentenceOf(error: unknown, fallback: string): string {
  return (error instanceof RequestError && error.sentence) || fallback;
}
