import { randomBytes } from 'node:crypto';

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
}

export interface HttpMember {
  email: string;
  password: string;
  cookie: string;
  /** A call in the member's name to whichever server is meant. */
  call(base: string, method: string, path: string, body?: object): Promise<Answer>;
}

/** One call over real HTTP, as our own pages make it, read to its last byte. */
export async function callServer(
  base: string,
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const answer = await fetch(base + path, {
    method,
    // The longest that is held on purpose is a long poll of 20 s.
    signal: AbortSignal.timeout(60_000),
    headers: {
      'sec-fetch-site': 'same-origin',
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

/** An answer that is no success where one was needed. */
export class Refused extends Error {
  readonly status: number;
  constructor({ status, text }: Answer) {
    super(`No session cookie came: ${status} ${text}`);
    this.status = status;
  }
}

/** The session cookie that an answer sets, as a browser would send it back. */
export function cookieOf(answer: Answer): string {
  const cookie = answer.headers.getSetCookie().find((each) => /^(__Host-)?session=./.test(each));
  if (!cookie) throw new Refused(answer);
  return cookie.split(';', 1)[0] ?? '';
}

/** Registers somebody new through the real API. */
export async function registerMember(base: string): Promise<HttpMember> {
  const mark = randomBytes(5).toString('hex');
  const email = `member-${mark}@example.com`;
  const password = `a long password ${mark}`;
  const body = { name: `Member ${mark}`, email, password };
  const answer = await callServer(base, 'POST', '/api/register', body);
  const cookie = cookieOf(answer);
  return {
    email,
    password,
    cookie,
    call: (server, method, path, input) => callServer(server, method, path, input, { cookie }),
  };
}
