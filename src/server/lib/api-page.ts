import { escapeHtml } from '#contract/html.ts';

interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
}

interface Operation {
  summary?: string;
  description?: string;
  parameters?: { name: string; in: string; required?: boolean; schema?: JsonSchema }[];
  requestBody?: { content?: Record<string, { schema?: JsonSchema }> };
  responses?: Record<
    string,
    { description?: string; content?: Record<string, { schema?: JsonSchema }> }
  >;
}

export interface ApiDocument {
  info: { title: string; version: string; description?: string };
  paths?: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, JsonSchema> };
}

/** A schema in one line: {name: string, phone?: string}. */
function describeSchema(schema: JsonSchema | undefined): string {
  if (!schema) return 'anything';
  const { $ref, anyOf, oneOf, properties, required, items, type } = schema;
  if ($ref) return $ref.slice($ref.lastIndexOf('/') + 1);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const choices = anyOf ?? oneOf;
  if (choices) return choices.map(describeSchema).join(' | ');
  if (properties) {
    const parts = Object.entries(properties).map(
      ([name, property]) =>
        `${name}${required?.includes(name) ? '' : '?'}: ${describeSchema(property)}`,
    );
    return `{${parts.join(', ')}}`;
  }
  if (items) return `${describeSchema(items)}[]`;
  return Array.isArray(type) ? type.join(' | ') : (type ?? 'anything');
}

function jsonSchemaOf(
  content: Record<string, { schema?: JsonSchema }> | undefined,
): JsonSchema | undefined {
  return content?.['application/json']?.schema;
}

function renderOperation(method: string, path: string, operation: Operation): string {
  const rows: string[] = [];
  for (const parameter of operation.parameters ?? []) {
    const need = parameter.required ? '' : ' (optional)';
    rows.push(
      `<dt>${escapeHtml(parameter.in)} <code>${escapeHtml(parameter.name)}</code>${need}</dt><dd><code>${escapeHtml(describeSchema(parameter.schema))}</code></dd>`,
    );
  }
  const body = jsonSchemaOf(operation.requestBody?.content);
  if (body) rows.push(`<dt>body</dt><dd><code>${escapeHtml(describeSchema(body))}</code></dd>`);
  for (const [status, response] of Object.entries(operation.responses ?? {})) {
    const schema = jsonSchemaOf(response.content);
    const text = schema ? describeSchema(schema) : (response.description ?? '');
    rows.push(`<dt>${escapeHtml(status)}</dt><dd><code>${escapeHtml(text)}</code></dd>`);
  }
  const { summary = '', description = '' } = operation;
  const words = description ? `${summary}. ${description}` : summary;
  return `<section><h2><span>${escapeHtml(method.toUpperCase())}</span> ${escapeHtml(path)}</h2>${
    words ? `<p>${escapeHtml(words)}</p>` : ''
  }<dl>${rows.join('')}</dl></section>`;
}

function renderSchemas(schemas: Record<string, JsonSchema>): string {
  const rows = Object.entries(schemas).map(
    ([name, schema]) =>
      `<dt>${escapeHtml(name)}</dt><dd><code>${escapeHtml(describeSchema(schema))}</code></dd>`,
  );
  return `<section><h2>Schemas</h2><dl>${rows.join('')}</dl></section>`;
}

/** The OpenAPI document as plain HTML, styled by the app's api-docs.css. */
export function renderApiPage(document: ApiDocument): string {
  const { info, paths, components } = document;
  const sections = Object.entries(paths ?? {}).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) =>
      renderOperation(method, path, operation),
    ),
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(info.title)}</title>
<link rel="stylesheet" href="/api-docs.css">
</head>
<body>
<main>
<h1>${escapeHtml(info.title)} ${escapeHtml(info.version)}</h1>
<p>${escapeHtml(info.description ?? '')} The same for programs: <a href="/api/openapi.json">/api/openapi.json</a>.</p>
${sections.join('\n')}
${renderSchemas(components?.schemas ?? {})}
</main>
</body>
</html>`;
}
