import { gzipSync } from 'node:zlib';
import type { Field } from './routes.ts';

/** A request before it is put on the wire: what generators change. */
export interface Call {
  method: string;
  /** A path as in the API's document, such as /api/contacts/{id}. */
  path: string;
  params: Record<string, string>;
  query: [string, string][];
  body: unknown;
  headers: Record<string, string>;
  isCompressed: boolean;
}

/** A body that JSON.stringify could not write, such as a very deep one. */
export class RawBody {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export interface Wire {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer | undefined;
}

/** Lone surrogates have no encoding; they become U+FFFD. */
const encode = (text: string) => encodeURIComponent(Buffer.from(text).toString());

export function toWire({ method, path, params, query, body, headers, isCompressed }: Call): Wire {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encode(params[name] ?? ''));
  const search = query.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&');
  const target = search === '' ? filled : `${filled}${path.includes('?') ? '&' : '?'}${search}`;
  if (body === undefined) return { method, path: target, headers, body: undefined };
  const plain = Buffer.from(body instanceof RawBody ? body.text : JSON.stringify(body));
  const sent = isCompressed ? gzipSync(plain) : plain;
  const described = {
    'content-type': 'application/json',
    'content-length': String(sent.length),
    ...(isCompressed ? { 'content-encoding': 'gzip' } : {}),
  };
  return { method, path: target, headers: { ...described, ...headers }, body: sent };
}

export function wireBytes({ path, headers, body }: Wire): number {
  const head = Object.entries(headers).reduce(
    (sum, [name, value]) => sum + name.length + value.length + 4,
    0,
  );
  return path.length + head + (body?.length ?? 0);
}

/** The same call with another value in one field. */
export function withField(call: Call, { place, path }: Field, value: unknown): Call {
  if (place === 'body' && call.body instanceof RawBody) return call;
  const [name = '', ...rest] = path;
  if (place === 'params') return { ...call, params: { ...call.params, [name]: String(value) } };
  if (place === 'query') {
    const others = call.query.filter(([other]) => other !== name);
    return { ...call, query: [...others, [name, String(value)]] };
  }
  return { ...call, body: withValue(call.body, [name, ...rest], value) };
}

function withValue(target: unknown, [name, ...rest]: string[], value: unknown): unknown {
  if (name === undefined) return value;
  if (Array.isArray(target)) {
    const at = Number(name);
    return target.length > at
      ? target.with(at, withValue(target[at], rest, value))
      : [withValue({}, rest, value)];
  }
  const object = (target ?? {}) as Record<string, unknown>;
  return { ...object, [name]: withValue(object[name], rest, value) };
}
