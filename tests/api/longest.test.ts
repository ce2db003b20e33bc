import { afterAll, beforeAll, expect, it } from 'vitest';
import { readApiDocument } from '#tests/support/api-document.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';
import {
  type ApiPaths,
  operationsOf,
  textPlaces,
  unboundedPlaces,
  valueWith,
} from '#tests/support/text-places.ts';

let test: TestApp;
let operations: ReturnType<typeof operationsOf>;
beforeAll(async () => {
  test = await buildTestApp();
  operations = operationsOf(await readApiDocument<ApiPaths>(test));
});
afterAll(() => test.close());

/** More than any text may have, and short enough for an address. */
const ENDLESS = 'x'.repeat(5_000);

it('every text and every list in the API document has a maximum', () => {
  const unbounded = operations.flatMap(({ name, body, parameters }) => [
    ...(body ? unboundedPlaces(body) : []).map((place) => `${name} ${place}`),
    ...parameters.flatMap((parameter) =>
      unboundedPlaces(parameter.schema).map(() => `${name} ?${parameter.name}`),
    ),
  ]);
  expect(unbounded).toEqual([]);
});

it('every text in a request is refused above its maximum length', async () => {
  const { call } = await test.loginAs({ isAdmin: true });
  const taken: string[] = [];
  let texts = 0;
  for (const { name, method, path, body, parameters } of operations) {
    for (const { path: place } of body ? textPlaces(body) : []) {
      texts += 1;
      const tooLong = place.includes('profileImage') ? 'x'.repeat(7_200_000) : ENDLESS;
      const answer = await call(
        method,
        path.replace('{platform}', 'paypal').replace(/\{\w+\}/g, '1'),
        {
          body: valueWith(place, tooLong) as object,
        },
      );
      // Refused for this very text, not only for what is missing beside it.
      const isRefused = answer.statusCode === 413 || place.join('.') in answer.json().fields;
      if (!isRefused) taken.push(`${name} ${place.join('.')}: ${answer.body}`);
    }
    for (const { in: where, name: parameter } of parameters) {
      texts += 1;
      const url =
        where === 'path'
          ? path.replace(`{${parameter}}`, ENDLESS)
          : `${path.replace('{platform}', 'paypal').replace(/\{\w+\}/g, '1')}?${parameter}=${ENDLESS}`;
      const { statusCode } = await call(method, url);
      if (statusCode < 400 || statusCode >= 500) taken.push(`${name} ?${parameter}`);
    }
  }
  expect(texts).toBeGreaterThan(40);
  expect(taken).toEqual([]);
});
