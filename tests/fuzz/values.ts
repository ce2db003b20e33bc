import fc, { type Arbitrary } from 'fast-check';

/** The part of JSON Schema that the API's document uses. */
export interface Schema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  minimum?: number;
  maximum?: number;
  pattern?: string;
}

/** Valid values by the name of the field: the document has the types, not what a handle looks like. */
const FITTING: Record<string, string[]> = {
  email: ['fuzz@example.com', 'FUZZ@example.com', 'other@example.com', 'taken@example.com'],
  password: ['a long enough password', 'another long password'],
  confirmPassword: ['a long enough password', 'another long password'],
  currentPassword: ['a long enough password'],
  newPassword: ['a long enough password', 'another long password'],
  name: ['Ana Fuzz', 'Ünïcödé Ñame', '李小龍', 'Ana Fuzz-Test O’Neil'],
  screenName: ['Fuzzy', 'fuzzy', 'Screen Name'],
  nickname: ['Fuzzy'],
  username: ['fuzzy', 'victim', '$fuzzy', '@fuzzy', 'fuzz.y-1'],
  paymentUsername: ['fuzzy', '$fuzzy'],
  phoneNumber: ['+15551234567', '15551234567'],
  websiteUrl: ['https://example.com', 'http://example.com/a?b=c'],
  profileImage: [
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'data:image/gif;base64,R0lGODlhAQABAAAAACw=',
    'data:image/svg+xml;base64,PHN2Zy8+',
  ],
  token: ['A'.repeat(43)],
  query: ['ana', 'victim', 'a', ''],
  limit: ['1', '20', '50', '0', '999'],
  id: ['1', '2', '3', '4', '5', '2147483647', '2147483648'],
  file: ['1-0123456789abcdef.webp'],
  amount: ['1', '0.01', '12.5'],
};

const LONG = [31, 101, 255, 301, 2_001, 20_000].map((length) => 'x'.repeat(length));

/** Text that has broken programs before. */
const HOSTILE_TEXT = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\u202eevil',
  '\u200b',
  '\ufeff',
  '👩‍👩‍👧‍👦'.repeat(20),
  'ﷺ'.repeat(50),
  'a\u0300'.repeat(100),
  "' OR 1=1 --",
  '"; DROP TABLE users; --',
  '%',
  '_%_%',
  '\\',
  '../../../../etc/passwd',
  '<script>alert(1)</script>',
  'javascript:alert(1)',
  'http://user:pass@example.com',
  'data:image/png;base64,AAAA',
  '__proto__',
  'constructor',
  'null',
  'NaN',
  '-1',
  '1e309',
  '9'.repeat(400),
  '\r\nset-cookie: a=b',
  '{{7*7}}#{7*7}',
  ...LONG,
];

export const hostileText: Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...HOSTILE_TEXT) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
);

export const hostileValue: Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.constantFrom(null, true, false, 0, -1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308),
  fc.constantFrom([], {}, [[]], [null], { a: 1 }, JSON.parse('{"__proto__":{"isAdmin":true}}')),
  fc.constant(JSON.parse(`${'['.repeat(200)}${']'.repeat(200)}`)),
  fc.jsonValue({ maxDepth: 3 }),
);

/** A valid value of the schema. */
export function fitting(schema: Schema, name = ''): Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((choice) => fitting(choice, name)));
  if (Array.isArray(schema.type)) {
    return fc.oneof(...schema.type.map((type) => fitting({ ...schema, type }, name)));
  }
  switch (schema.type) {
    case 'object':
      return fittingObject(schema);
    case 'array':
      return fc.array(fitting(schema.items ?? {}, name), { maxLength: 5 });
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -5, max: schema.maximum ?? 1_000 });
    case 'number':
      return fc.double({ noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'string':
      return fc.constantFrom(...(FITTING[name] ?? ['text', 'More text', '1']));
    default:
      return fc.jsonValue({ maxDepth: 1 });
  }
}

function fittingObject({ properties = {}, required = [] }: Schema): Arbitrary<unknown> {
  const fields = Object.entries(properties).map(
    ([name, field]) => [name, fitting(field, name)] as const,
  );
  const requiredKeys = required.filter((key) => key in properties);
  return fc.record(Object.fromEntries(fields), { requiredKeys });
}
