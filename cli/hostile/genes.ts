import { type Call, RawBody, withField } from './call.ts';
import { drawPicture, type PictureName } from './pictures.ts';
import { type Field, fieldName } from './routes.ts';
import { describeText, renderText, type TextSpec } from './texts.ts';
import type { Role } from './world.ts';

/** One way in which a hostile request differs from the ordinary one. */
export type Gene =
  | { kind: 'text'; fields: Field[]; text: TextSpec }
  | { kind: 'header'; name: string; text: TextSpec }
  | { kind: 'value'; field: Field; value: string }
  | { kind: 'picture'; field: Field; picture: PictureName }
  | { kind: 'items'; field: Field; size: number }
  | { kind: 'nesting'; field: Field | undefined; size: number; isObject: boolean }
  | { kind: 'keys'; size: number; text: TextSpec }
  | { kind: 'parameters'; size: number; name: string }
  | { kind: 'page'; depth: number; query: [string, string][] }
  | { kind: 'role'; role: Role }
  | { kind: 'compressed' };

/** Node.js refuses a longer head; a body over 7 MiB is refused by every route. */
const HEAD_BYTES = 15_000;
const BODY_BYTES = 7_300_000;
const SAMPLE = 1_000;
/** JSON.stringify would overflow the stack with more. */
const NESTING_MAX = 2_000;

/** The text, cut where it would never get past the server's parser; its bytes are judged by a sample. */
function fitText(spec: TextSpec, limit: number, bytesOf: (text: string) => number): TextSpec {
  const sample = Math.min(spec.size, SAMPLE);
  const bytesPerUnit = bytesOf(renderText({ ...spec, size: sample })) / sample;
  return { ...spec, size: Math.max(1, Math.min(spec.size, Math.floor(limit / bytesPerUnit))) };
}

const urlBytes = (text: string) => encodeURIComponent(Buffer.from(text).toString()).length;
const jsonBytes = (text: string) => Buffer.byteLength(JSON.stringify(text));

/** The text as this place will contain it. */
function fittedText(gene: Extract<Gene, { kind: 'text' | 'header' }>): TextSpec {
  if (gene.kind === 'header') return fitText(gene.text, HEAD_BYTES, (text) => text.length);
  const isBody = gene.fields.every(({ place }) => place === 'body');
  const each = Math.max(1, gene.fields.length);
  return isBody
    ? fitText(gene.text, BODY_BYTES / each, jsonBytes)
    : fitText(gene.text, HEAD_BYTES / each, urlBytes);
}

/** The role is not part of the call; the sender adds the cookie. */
export async function applyGene(call: Call, gene: Gene): Promise<Call> {
  switch (gene.kind) {
    case 'text': {
      const text = renderText(fittedText(gene));
      return gene.fields.reduce((changed, field) => withField(changed, field, text), call);
    }
    case 'header': {
      const value = renderText(fittedText(gene));
      return { ...call, headers: { ...call.headers, [gene.name]: value } };
    }
    case 'value':
      return withField(call, gene.field, gene.value);
    case 'picture':
      return withField(call, gene.field, await drawPicture(gene.picture));
    case 'items': {
      const item = readField(call.body, [...gene.field.path, '0']);
      return withField(call, gene.field, Array(gene.size).fill(item));
    }
    case 'nesting': {
      const { size, isObject, field } = gene;
      if (field) return withField(call, field, nested(Math.min(size, NESTING_MAX), isObject));
      const [open, close] = isObject ? ['{"a":', '}'] : ['[', ']'];
      return { ...call, body: new RawBody(`${open.repeat(size)}1${close.repeat(size)}`) };
    }
    case 'keys': {
      if (call.body instanceof RawBody) return call;
      const text = renderText(gene.text);
      const keys = Array.from({ length: gene.size }, (_, at) => [`${text}${at}`, 0]);
      return { ...call, body: { ...(call.body as object), ...Object.fromEntries(keys) } };
    }
    case 'parameters': {
      const more = Array.from({ length: gene.size }, (_, at): [string, string] => [
        gene.name || `p${at}`,
        '1',
      ]);
      return { ...call, query: [...call.query, ...more] };
    }
    case 'page':
      return { ...call, query: gene.query };
    case 'compressed':
      return { ...call, isCompressed: true };
    case 'role':
      return call;
  }
}

function readField(value: unknown, path: string[]): unknown {
  return path.reduce<unknown>(
    (at, name) => (at as Record<string, unknown> | undefined)?.[name],
    value,
  );
}

function nested(depth: number, isObject: boolean): unknown {
  let value: unknown = 1;
  for (let at = 0; at < depth; at += 1) value = isObject ? { a: value } : [value];
  return value;
}

const number = (value: number) => value.toLocaleString('en-US');

export function describeGene(gene: Gene): string {
  switch (gene.kind) {
    case 'text': {
      const { fields } = gene;
      const where =
        fields.length === 1 && fields[0] ? fieldName(fields[0]) : `${fields.length} fields`;
      return `${where} = ${describeText(fittedText(gene))}`;
    }
    case 'header':
      return `header ${gene.name} = ${describeText(fittedText(gene))}`;
    case 'value':
      return `${fieldName(gene.field)} = '${gene.value}'`;
    case 'picture':
      return `${fieldName(gene.field)} = ${gene.picture}`;
    case 'items':
      return `${number(gene.size)} items in ${fieldName(gene.field)}`;
    case 'nesting':
      return `${gene.field ? fieldName(gene.field) : 'body'} = ${number(gene.size)} ${gene.isObject ? 'objects' : 'lists'} in each other`;
    case 'keys':
      return `${number(gene.size)} unknown keys of ${describeText(gene.text)}`;
    case 'parameters':
      return `${number(gene.size)} × query parameter ${gene.name || 'p0, p1, …'}`;
    case 'page':
      return `page ${gene.depth} of ${gene.query.map(([k, v]) => `${k}=${v.slice(0, 12)}`).join('&')}`;
    case 'role':
      return `as ${gene.role}`;
    case 'compressed':
      return 'compressed';
  }
}

export function describe(genes: readonly Gene[]): string {
  return genes.map(describeGene).join('; ') || 'the ordinary request';
}
