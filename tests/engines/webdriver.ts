import { failOn } from './engine.ts';

/** The WebDriver protocol of the W3C: JSON over HTTP. */
export type Call = <T>(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: object,
) => Promise<T>;

/** The key under which the protocol sends a reference to an element. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
export type ElementReference = Record<typeof ELEMENT, string>;

export const idOf = (reference: ElementReference) => reference[ELEMENT];

/** The protocol's code for the Ctrl key, held until the end of the text. */
export const CONTROL = '\uE009';

class WebDriverError extends Error {
  /** One of the protocol's own names, such as 'no such alert'. */
  readonly code: string;
  constructor(code: string, message: string) {
    super(`${code}: ${message}`);
    this.code = code;
  }
}

export function callsTo(address: string): Call {
  return async <T>(method: string, path: string, body: object = {}) => {
    const response = await fetch(address + path, {
      method,
      ...(method === 'POST' ? { body: JSON.stringify(body) } : {}),
    }).catch((cause) => {
      throw new Error(`The driver does not answer ${method} ${path}`, { cause });
    });
    const { value } = (await response.json()) as { value: { error: string; message: string } };
    if (!response.ok) throw new WebDriverError(value.error, `${method} ${path}: ${value.message}`);
    return value as T;
  };
}

interface NewSession {
  sessionId: string;
}

/** Starts a browser; returns the calls to it, and a promise that rejects once a call finds it gone. */
export async function openSession(call: Call, capabilities: object) {
  const { sessionId } = await call<NewSession>('POST', '/session', {
    capabilities: { alwaysMatch: capabilities },
  });
  let fail: (reason: string) => void;
  const died = failOn((failWith) => {
    fail = failWith;
  });
  const callSession: Call = async (method, path, body) => {
    try {
      return await call(method, `/session/${sessionId}${path}`, body);
    } catch (error) {
      const isGone = error instanceof WebDriverError && error.code === 'invalid session id';
      if (isGone) fail(`The browser ended. ${error.message}`);
      throw error;
    }
  };
  return { call: callSession, died };
}

/** Runs a function in the page. Elements in the arguments and the result are references. */
export function runScript<T>(call: Call, script: (...args: never[]) => unknown, args: unknown[]) {
  return call<T>('POST', '/execute/sync', {
    script: `return (${script}).apply(null, arguments)`,
    args,
  });
}
