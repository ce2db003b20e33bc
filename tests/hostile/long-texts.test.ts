import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readApiDocument } from '#tests/support/api-document.ts';
import { cpuRatio } from '#tests/support/cpu-cost.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';
import { type ApiPaths, operationsOf, textPlaces, valueWith } from '#tests/support/text-places.ts';

let test: TestApp;
let member: Awaited<ReturnType<TestApp['loginAs']>>;
beforeAll(async () => {
  test = await buildTestApp();
  member = await test.loginAs({ isAdmin: true });
});
afterAll(() => test.close());

/** Normalization sorts the marks on a letter, which is quadratic in their number. */
const MARKS = `a${'\u0301'.repeat(8_000)}${'\u0316'.repeat(8_000)}`;
/** Ordinary text of the same size. */
const PLAIN = `a${'é'.repeat(16_000)}`;
/** Far more than a request of the same size varies by, far less than quadratic work. */
const RATIO = 10;

describe('16,000 combining marks', () => {
  it('cost no more than plain text of that size, in any text of any route', async () => {
    const document = await readApiDocument<ApiPaths>(test);
    const places = operationsOf(document).flatMap(({ name, method, path, body }) =>
      (body ? textPlaces(body) : []).map((place) => ({ name, method, path, place: place.path })),
    );
    expect(places.length).toBeGreaterThan(25);
    for (const { name, method, path, place } of places) {
      const url = path.replace(/\{\w+\}/g, '1');
      const send = async (text: string) => {
        const { statusCode } = await member.call(method, url, {
          body: valueWith(place, text) as object,
        });
        expect(statusCode).toBe(400);
      };
      const ratio = await cpuRatio(
        () => send(MARKS),
        () => send(PLAIN),
        RATIO,
      );
      expect(ratio, `${name} ${place.join('.')}`).toBeLessThan(RATIO);
    }
  });

  it('are refused with the message of a long name', async () => {
    const answer = await test.call('POST', '/api/register', {
      body: { name: MARKS, email: 'ana@example.com', password: 'correct horse' },
    });
    expect(answer.json().fields).toEqual({ name: 'Name must be at most 100 characters' });
  });
});

describe('a website address', () => {
  it('with a long non-Latin host is refused before it is parsed', async () => {
    // Punycode is quadratic in the number of different characters.
    const label = String.fromCharCode(...Array.from({ length: 20_000 }, (_, at) => 0x4e00 + at));
    const send = async (websiteUrl: string) => {
      const answer = await member.call('PATCH', '/api/me', { body: { websiteUrl } });
      expect(answer.json().fields).toEqual({
        websiteUrl: 'Website must be at most 300 characters',
      });
    };
    const ratio = await cpuRatio(
      () => send(`https://${label}.example`),
      () => send(`https://example.com/${'é'.repeat(30_000)}`),
      RATIO,
    );
    expect(ratio).toBeLessThan(RATIO);
  });

  it('with a short non-Latin host is accepted', async () => {
    const websiteUrl = 'https://例え.テスト/';
    const answer = await member.call('PATCH', '/api/me', { body: { websiteUrl } });
    expect(answer.statusCode).toBe(200);
  });
});

describe('a search', () => {
  const search = (query: string) =>
    test.call('GET', `/api/users/search?query=${encodeURIComponent(query)}`);

  it.each([
    ['100 signs of 18 letters each', '\ufdfa'.repeat(100)],
    ['6 signs of 18 letters each', '\ufdfa'.repeat(6)],
    ['51 letters that become two each', 'ß'.repeat(51)],
  ])('for %s is refused, because it is over 100 characters once folded', async (_, query) => {
    const answer = await search(query);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().fields.query).toMatch(/^Please search with at most 100 characters/);
  });

  it('for 100 signs of 18 letters costs no more than one for a name', async () => {
    const ratio = await cpuRatio(
      () => search('\ufdfa'.repeat(100)),
      () => search('maya okafor'),
      RATIO,
    );
    expect(ratio).toBeLessThan(RATIO);
  });
});
