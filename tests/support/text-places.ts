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

/** The bytes of the longest body that these fields allow: every character of a text written as \\uXXXX. */
export function longestJson({ properties, items, anyOf, maxItems, maxLength }: TextSchema): number {
  if (anyOf) return Math.max(...anyOf.map(longestJson));
  if (items) return 2 + (maxItems ?? Number.POSITIVE_INFINITY) * (longestJson(items) + 1);
  if (properties) {
    const parts = Object.entries(properties).map(
      ([name, part]) => name.length + longestJson(part) + 4,
    );
    return 2 + parts.reduce((sum, part) => sum + part, 0);
  }
  // Numbers, booleans and the values of an enum are short.
  return maxLength === undefined ? 40 : 2 + 6 * maxLength;
}

/** A value with this text at this place and nothing else. */
export function valueWith([key, ...rest]: string[], text: string): unknown {
  if (key === undefined) return text;
  const part = valueWith(rest, text);
  return key === '0' ? [part] : { [key]: part };
}

/** Every operation of the API's document. */
export function operationsOf(document: { paths: Record<string, Record<string, Operation>> }) {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { requestBody, parameters = [] }]) => ({
      name: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase() as 'GET',
      path,
      body: requestBody?.content['application/json'].schema,
      parameters,
    })),
  );
}
