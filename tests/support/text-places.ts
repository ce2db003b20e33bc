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
