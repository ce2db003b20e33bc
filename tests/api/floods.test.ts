import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashPassword } from '#server/lib/password.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.close());

/** A photo as a phone takes it: 12 megapixels with grain, a few megabytes. */
async function phonePhoto(): Promise<Buffer> {
  const grain = { type: 'gaussian' as const, mean: 128, sigma: 25 };
  const create = {
    width: 4_000,
    height: 3_000,
    channels: 3 as const,
    background: '#88a',
    noise: grain,
  };
  return sharp({ create }).blur(1).jpeg({ quality: 90 }).toBuffer();
}

/** Routes that need a slot, and a page, which looks for one but opens without. */
async function expectOthersAnswered() {
  const [search, heartbeat, page] = await Promise.all([
    test.call('GET', '/api/users/search?query=person'),
    test.call('GET', '/api/db-heartbeat'),
    test.call('GET', '/?search=person'),
  ]);
  expect([search.statusCode, heartbeat.statusCode, page.statusCode]).toEqual([200, 200, 200]);
  expect(page.body).toContain('<div id="root">');
}

describe('a flood of logins', () => {
  it('is queued, refused with 503 beyond the queue, and does not stall searches or pages', async () => {
    const email = 'flooded@example.com';
    const passwordHash = await hashPassword('correct horse');
    await test.insertPerson({ email, passwordHash });
    let answered = 0;
    const flood = Array.from({ length: 400 }, async () => {
      const body = { email, password: 'wrong password' };
      const answer = await test.call('POST', '/api/login', { body });
      answered += 1;
      return answer;
    });
    // Sent after all of them, answered before most of them, although both need a slot.
    await expectOthersAnswered();
    expect(answered).toBeLessThan(300);

    const answers = await Promise.all(flood);
    const statuses = answers.map(({ statusCode }) => statusCode);
    expect(new Set(statuses)).toEqual(new Set([401, 503]));
    expect(statuses.filter((status) => status === 401).length).toBeGreaterThanOrEqual(200);
    const refused = answers.find(({ statusCode }) => statusCode === 503);
    expect(refused?.json().code).toBe('OVERLOADED');
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
    const body = { email, password: 'correct horse' };
    expect((await test.call('POST', '/api/login', { body })).statusCode).toBe(200);
  });
});

describe('uploads', () => {
  it('store a few kilobytes of a phone’s photo, and do not stall searches or pages', async () => {
    const photo = await phonePhoto();
    expect(photo.length).toBeGreaterThan(2_000_000);
    expect(photo.length).toBeLessThan(5 * 1024 * 1024);
    const profileImage = `data:image/jpeg;base64,${photo.toString('base64')}`;
    const members = await Promise.all(Array.from({ length: 4 }, () => test.loginAs()));
    let stored = 0;
    const uploads = members.map(async ({ call }) => {
      const answer = await call('PATCH', '/api/me', { body: { profileImage } });
      stored += 1;
      return answer;
    });
    // Without the database, which a busy machine may delay for longer than the pictures take.
    expect((await test.call('GET', '/api/check-updates')).statusCode).toBe(200);
    expect(stored).toBeLessThan(4);
    await expectOthersAnswered();
    for (const answer of await Promise.all(uploads)) {
      expect(answer.statusCode).toBe(200);
      const picture = await test.call('GET', answer.json().profileImage);
      expect(picture.rawPayload.length).toBeLessThan(64 * 1024);
    }
  });
});
