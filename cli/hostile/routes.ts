/** A place in a request that a caller fills. */
export interface Field {
  place: 'params' | 'query' | 'body';
  /** ['user', 'name']; '0' is the first item of a list. */
  path: string[];
  kind: 'text' | 'picture' | 'list' | 'other';
  /** What the document allows, where it names the values. */
  choices: string[];
}

export interface Route {
  /** 'POST /api/login' */
  name: string;
  method: string;
  path: string;
  fields: Field[];
  parameters: Parameter[];
  bodySchema: Schema | undefined;
}

export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  items?: Schema;
}

interface Parameter {
  in: string;
  name: string;
  schema?: Schema;
}

interface Operation {
  parameters?: Parameter[];
  requestBody?: { content?: Record<string, { schema?: Schema }> };
}

export interface ApiDocument {
  paths: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, Schema> };
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

export const fieldName = ({ place, path }: Field) => `${place}.${path.join('.')}`;

/** Every operation of the API's own document. */
export function routesOf(document: ApiDocument): Route[] {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    METHODS.flatMap((method) => {
      const operation = operations[method];
      return operation ? [routeOf(method.toUpperCase(), path, operation, document)] : [];
    }),
  );
}

function routeOf(method: string, path: string, operation: Operation, document: ApiDocument): Route {
  const body = operation.requestBody?.content?.['application/json']?.schema;
  const bodySchema = body && resolveRefs(body, document);
  const parameters = operation.parameters ?? [];
  const fields = parameters.flatMap(({ in: where, name, schema = {} }): Field[] => {
    if (where !== 'path' && where !== 'query') return [];
    const { kind, choices } = classifyField(resolveRefs(schema, document), name);
    return [{ place: where === 'path' ? 'params' : 'query', path: [name], kind, choices }];
  });
  if (bodySchema) fields.push(...bodyFields(bodySchema, []));
  return { name: `${method} ${path}`, method, path, fields, parameters, bodySchema };
}

/** A page or file that is not in the document; {name} in its path is a field. */
export function pageRoute(name: string, path: string, searchField?: string): Route {
  const params = [...path.matchAll(/\{(\w+)\}/g)].map(([, param = '']) => ({
    in: 'path',
    name: param,
  }));
  const query = searchField ? [{ in: 'query', name: searchField }] : [];
  const parameters = [...params, ...query];
  const fields = parameters.map(({ in: where, name: field }): Field => {
    return {
      place: where === 'path' ? 'params' : 'query',
      path: [field],
      kind: 'text',
      choices: [],
    };
  });
  return { name, method: 'GET', path, fields, parameters, bodySchema: undefined };
}

function resolveRefs(schema: Schema, document: ApiDocument, depth = 0): Schema {
  if (depth > 10) return {};
  const inner = (each: Schema) => resolveRefs(each, document, depth + 1);
  const { $ref, anyOf, properties, items, ...rest } = schema;
  if ($ref) return inner(document.components?.schemas?.[$ref.split('/').at(-1) ?? ''] ?? {});
  return {
    ...rest,
    ...(anyOf ? { anyOf: anyOf.map(inner) } : {}),
    ...(items ? { items: inner(items) } : {}),
    ...(properties
      ? {
          properties: Object.fromEntries(Object.entries(properties).map(([k, v]) => [k, inner(v)])),
        }
      : {}),
  };
}

/** An object may stand in an anyOf beside null. */
export function alternatives(schema: Schema): Schema[] {
  return schema.anyOf ? schema.anyOf.flatMap(alternatives) : [schema];
}

function bodyFields(schema: Schema, path: string[]): Field[] {
  const all = alternatives(schema);
  const object = all.find(({ properties }) => properties);
  if (object?.properties) {
    return Object.entries(object.properties).flatMap(([name, each]) =>
      bodyFields(each, [...path, name]),
    );
  }
  const list = all.find(({ items }) => items);
  if (list?.items) {
    const field: Field = { place: 'body', path, kind: 'list', choices: [] };
    return [field, ...bodyFields(list.items, [...path, '0'])];
  }
  return [{ place: 'body', path, ...classifyField(schema, path.at(-1) ?? '') }];
}

function classifyField(schema: Schema, name: string): Pick<Field, 'kind' | 'choices'> {
  const all = alternatives(schema);
  const choices = all.flatMap(({ enum: values }) => values ?? []).map(String);
  const isText = all.some(({ type }) => [type].flat().includes('string') || type === undefined);
  if (!isText) return { kind: 'other', choices };
  return { kind: /image|picture|photo/i.test(name) ? 'picture' : 'text', choices };
}
