import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.close());

interface Schema {
  type?: string;
  maxLength?: number;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
}
interface Operation {
  requestBody?: { content: { 'application/json': { schema: Schema } } };
  parameters?: { in: string; name: string }[];
}

/** More than any text may have, and short enough for an address. */
const ENDLESS = 'x'.repeat(5_000);

/** Every place of a body that takes free text, as the names that lead there. */
function textPlaces(schema: Schema, place: string[] = []): string[][] {
  if (schema.anyOf) return schema.anyOf.flatMap((each) => textPlaces(each, place));
  if (schema.items) return textPlaces(schema.items, [...place, '0']);
  if (schema.properties) {
    return Object.entries(schema.properties).flatMap(([name, part]) =>
      textPlaces(part, [...place, name]),
    );
  }
  return schema.type === 'string' && !schema.enum ? [place] : [];
}

/** A body with this text at this place and nothing else. */
function bodyWith([name = '', ...rest]: string[], text: string): object {
  const part = rest.length > 0 ? bodyWith(rest, text) : text;
  return name === '0' ? [part] : { [name]: part };
}

it('there is a longest length for every text that anybody can send', async () => {
  const { call } = await test.loginAs({ isAdmin: true });
  const document = (await test.call('GET', '/api/openapi.json')).json();
  const paths = Object.entries<Record<string, Operation>>(document.paths);
  const taken: string[] = [];
  let texts = 0;
  for (const [path, operations] of paths) {
    for (const [method, { requestBody, parameters = [] }] of Object.entries(operations)) {
      const send = (url: string, body?: object) =>
        call(method.toUpperCase() as 'GET', url, body === undefined ? {} : { body });
      const schema = requestBody?.content['application/json'].schema;
      for (const place of schema ? textPlaces(schema) : []) {
        // It must be the same as the password, which has one.
        if (place[0] === 'confirmPassword') continue;
        texts += 1;
        const tooLong = place.includes('profileImage') ? 'x'.repeat(7_200_000) : ENDLESS;
        const answer = await send(path.replace(/\{\w+\}/g, '1'), bodyWith(place, tooLong));
        // Refused for this very text, not only for what is missing beside it.
        const isRefused = answer.statusCode === 413 || place.join('.') in answer.json().fields;
        if (!isRefused) taken.push(`${method} ${path} ${place.join('.')}: ${answer.body}`);
      }
      for (const { in: where, name } of parameters) {
        texts += 1;
        const url =
          where === 'path'
            ? path.replace(`{${name}}`, ENDLESS)
            : `${path.replace(/\{\w+\}/g, '1')}?${name}=${ENDLESS}`;
        const { statusCode } = await send(url);
        if (statusCode < 400 || statusCode >= 500) taken.push(`${method} ${path} ${name}`);
      }
    }
  }
  expect(texts).toBeGreaterThan(40);
  expect(taken).toEqual([]);
});
