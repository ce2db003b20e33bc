/** The part of JSON Schema that says where a text may be. */
export interface TextSchema {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  maxLength?: number;
  maxItems?: number;
  properties?: Record<string, TextSchema>;
  items?: TextSchema;
  anyOf?: TextSchema[];
}

interface Operation {
  requestBody?: { content: { 'application/json': { schema: TextSchema } } };
  parameters?: { in: string; name: string; schema: TextSchema }[];
  responses: Record<string, unknown>;
}

export interface Place {
  path: string[];
  schema: TextSchema;
}

const isFreeText = ({ type, enum: values, const: value }: TextSchema) =>
  type === 'string' && values === undefined && value === undefined;

/** Every text and every list of an input, with the keys that lead there. */
export function placesIn(schema: TextSchema, path: string[] = []): Place[] {
  if (schema.anyOf) return schema.anyOf.flatMap((each) => placesIn(each, path));
  if (schema.items) return [{ path, schema }, ...placesIn(schema.items, [...path, '0'])];
  if (schema.properties) {
    return Object.entries(schema.properties).flatMap(([name, part]) =>
      placesIn(part, [...path, name]),
    );
  }
  return isFreeText(schema) ? [{ path, schema }] : [];
}

export const textPlaces = (schema: TextSchema) =>
  placesIn(schema).filter(({ schema: { type } }) => type === 'string');

/** Texts and lists that have no maximum. */
export const unboundedPlaces = (schema: TextSchema) =>
  placesIn(schema)
    .filter(({ schema: { maxLength, maxItems } }) => (maxLength ?? maxItems) === undefined)
    .map(({ path }) => path.join('.'));

const SHORT = ['number', 'integer', 'boolean', 'null'];
const SHORT_BYTES = 40;

/** The bytes of the longest body that these fields allow: every character of a text written as an escape of six bytes. */
export function longestJson(schema: TextSchema): number {
  const { type = '', properties, items, anyOf, maxItems, maxLength } = schema;
  if (anyOf) return Math.max(...anyOf.map(longestJson));
  if (items && maxItems !== undefined) return 2 + maxItems * (longestJson(items) + 1);
  if (properties) {
    const parts = Object.entries(properties).map(
      ([name, part]) => name.length + longestJson(part) + 4,
    );
    return 2 + parts.reduce((sum, part) => sum + part, 0);
  }
  if (maxLength !== undefined) return 2 + 6 * maxLength;
  if (SHORT.includes(type) || schema.enum || schema.const !== undefined) return SHORT_BYTES;
  throw new Error(`How long is ${JSON.stringify(schema)}?`);
}

/** A value with this text at this place and nothing else. */
export function valueWith([key, ...rest]: string[], text: string): unknown {
  if (key === undefined) return text;
  const part = valueWith(rest, text);
  return key === '0' ? [part] : { [key]: part };
}

export interface ApiPaths {
  paths: Record<string, Record<string, Operation>>;
}

/** Every operation of the API's document. */
export function operationsOf(document: ApiPaths) {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { requestBody, parameters = [], responses }]) => ({
      name: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase() as 'GET',
      path,
      body: requestBody?.content['application/json'].schema,
      parameters,
      /** Where a picture may be sent, a large body needs a Content-Length. */
      mayHavePicture: '411' in responses,
    })),
  );
}
