import fc, { type Arbitrary } from 'fast-check';
import type { InjectOptions } from 'fastify';
import { fitting, hostileText, hostileValue, type Schema } from './values.ts';

interface Parameter {
  in: 'path' | 'query' | 'header';
  name: string;
  schema: Schema;
}

export interface Operation {
  method: InjectOptions['method'] & string;
  path: string;
  parameters: Parameter[];
  body: Schema | undefined;
  /** The schema of a response by its status; undefined for pages and files, which have no document. */
  responses: Record<string, Schema | undefined> | undefined;
}

export interface Role {
  role: 'visitor' | 'member' | 'admin';
}

export interface FuzzRequest extends Role {
  operation: Operation;
  url: string;
  headers: Record<string, string>;
  payload: string | undefined;
}

interface Media {
  content?: { 'application/json'?: { schema?: Schema } };
}
export interface ApiDocument {
  components: { schemas: Record<string, Schema> };
  paths: Record<
    string,
    Record<
      string,
      { parameters?: Parameter[]; requestBody?: Media; responses?: Record<string, Media> }
    >
  >;
}

const schemaOf = (media: Media | undefined) => media?.content?.['application/json']?.schema;

/** With every reference replaced by the schema that it names. */
function withoutReferences<T extends ApiDocument>(document: T): T {
  const replace = (_key: string, value: unknown): unknown => {
    const name = /^#\/components\/schemas\/(.+)$/.exec(
      (value as { $ref?: string })?.$ref ?? '',
    )?.[1];
    return name ? JSON.parse(JSON.stringify(document.components.schemas[name]), replace) : value;
  };
  return JSON.parse(JSON.stringify(document), replace);
}

/** Every route of the document, and the pages, which are not in it. */
export function listOperations(document: ApiDocument): Operation[] {
  const listed = Object.entries(withoutReferences(document).paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(
      ([method, { parameters = [], requestBody, responses = {} }]) => ({
        method: method.toUpperCase(),
        path,
        parameters,
        body: schemaOf(requestBody),
        responses: Object.fromEntries(
          Object.entries(responses).map(([status, media]) => [status, schemaOf(media)]),
        ),
      }),
    ),
  );
  const hidden = ['/api/openapi.json', '/api/docs', '/', '/profile', '/{anything}'].map((path) => ({
    method: 'GET',
    path,
    parameters: path.includes('{')
      ? [{ in: 'path' as const, name: 'anything', schema: { type: 'string' } }]
      : [{ in: 'query' as const, name: 'search', schema: { type: 'string' } }],
    body: undefined,
    responses: undefined,
  }));
  return [...listed, ...hidden] as Operation[];
}

/** Mostly valid: a request that is invalid everywhere never gets past the first check. */
const mostly = <T>(right: Arbitrary<T>, wrong: Arbitrary<T>) =>
  fc.oneof({ weight: 4, arbitrary: right }, { weight: 1, arbitrary: wrong });

export function requestTo(operation: Operation): Arbitrary<FuzzRequest> {
  const { method, body } = operation;
  return fc
    .record({
      role: fc.constantFrom('visitor' as const, 'member' as const, 'admin' as const),
      url: urlOf(operation),
      headers: headers(),
      sent: body ? bodyOf(body) : fc.constant(undefined),
      type: mostly(
        fc.constant('application/json'),
        fc.constantFrom(
          'text/plain',
          'application/x-www-form-urlencoded',
          'multipart/form-data; boundary=x',
          'application/json; charset=utf-16',
          'nonsense',
        ),
      ),
    })
    .map(({ role, url, headers: rest, sent, type }) => ({
      operation,
      role,
      url,
      headers: { ...rest, ...(sent === undefined ? {} : { 'content-type': type }) },
      payload: method === 'GET' ? undefined : sent,
    }));
}

function urlOf({ path, parameters }: Operation): Arbitrary<string> {
  const parts = parameters.map(({ in: place, name, schema }) =>
    fc.record({
      place: fc.constant(place),
      name: fc.constant(name),
      value: mostly(fitting(schema, name).map(String), hostileText),
      isSent: place === 'path' ? fc.constant(true) : fc.boolean(),
    }),
  );
  const extra = mostly(
    fc.constant(''),
    fc.constantFrom(
      '_t=1',
      'query=a&query=b',
      '__proto__[x]=1',
      'limit[]=1',
      '%',
      '%00=%E0%A4%A',
      '&&==&',
    ),
  );
  return fc.tuple(fc.tuple(...parts), extra).map(([values, more]) => {
    let filled = path;
    const query: string[] = [];
    for (const { place, name, value, isSent } of values) {
      // Half a character cannot be part of an address.
      const text = encodeURIComponent(Buffer.from(value).toString());
      if (place === 'path') filled = filled.replace(`{${name}}`, text || '%20');
      else if (isSent) query.push(`${name}=${text}`);
    }
    if (more) query.push(more);
    return query.length > 0 ? `${filled}?${query.join('&')}` : filled;
  });
}

function headers(): Arbitrary<Record<string, string>> {
  return mostly(
    fc.constant({ 'sec-fetch-site': 'same-origin' }),
    fc.constantFrom<Record<string, string>>(
      {},
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'same-origin', 'x-app-version': '99999999999.x' },
      { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': "1.1.1.1, ' OR 1=1" },
      { 'sec-fetch-site': 'same-origin', 'accept-encoding': 'br;q=x, gzip' },
      { 'sec-fetch-site': 'same-origin', range: 'bytes=9-1', 'if-none-match': '*' },
      { 'sec-fetch-site': 'same-origin', cookie: 'session=%00; wrote=FFFFFFFFF/1' },
    ),
  );
}

const POLLUTION = ['__proto__', 'constructor', 'prototype', 'isAdmin', 'id', 'passwordHash'];

/** A body as text: valid, valid except for one field, of a wrong shape, or no JSON at all. */
function bodyOf(schema: Schema): Arbitrary<string | undefined> {
  const right = fitting(schema);
  const keys = Object.keys(schema.properties ?? { value: {} });
  const damaged = fc
    .record({ value: right, key: fc.constantFrom(...keys, ...POLLUTION), instead: hostileValue })
    .map(({ value, key, instead }) => withField(value, key, instead));
  const missing = fc
    .record({ value: right, key: fc.constantFrom(...keys) })
    .map(({ value, key }) => ({ ...(value as object), [key]: undefined }));
  return fc.oneof(
    { weight: 5, arbitrary: right.map((value) => JSON.stringify(value)) },
    { weight: 5, arbitrary: damaged },
    { weight: 1, arbitrary: missing.map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: hostileValue.map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: fc.constantFrom('', '{', '{"a":', 'undefined', '\0', '[', '{"a":1}}') },
    { weight: 1, arbitrary: fc.constant(undefined) },
  );
}

/** Written by hand, so that a key such as __proto__ really goes over the wire. */
function withField(value: unknown, key: string, instead: unknown): string {
  const others = Object.entries(value ?? {}).filter(([name]) => name !== key);
  const fields = [...others, [key, instead]].map(
    ([name, each]) => `${JSON.stringify(name)}:${JSON.stringify(each)}`,
  );
  return `{${fields.join(',')}}`;
}
