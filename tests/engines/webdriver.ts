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

export function callsTo(address: string): Call {
  return async <T>(method: string, path: string, body: object = {}) => {
    const response = await fetch(address + path, {
      method,
      ...(method === 'POST' ? { body: JSON.stringify(body) } : {}),
    });
    const { value } = (await response.json()) as { value: { error: string; message: string } };
    if (!response.ok) throw new Error(`${method} ${path}: ${value.error}: ${value.message}`);
    return value as T;
  };
}

interface NewSession {
  sessionId: string;
}

/** Starts a browser and returns the calls to it. */
export async function openSession(call: Call, capabilities: object): Promise<Call> {
  const { sessionId } = await call<NewSession>('POST', '/session', {
    capabilities: { alwaysMatch: capabilities },
  });
  return (method, path, body) => call(method, `/session/${sessionId}${path}`, body);
}

/** Runs a function in the page. Elements in the arguments and the result are references. */
export function runScript<T>(call: Call, script: (...args: never[]) => unknown, args: unknown[]) {
  return call<T>('POST', '/execute/sync', {
    script: `return (${script}).apply(null, arguments)`,
    args,
  });
}
