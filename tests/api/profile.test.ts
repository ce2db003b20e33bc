import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLog, users } from '#server/db/schema.ts';
import { pictureOfSize, pictureUrl } from '#tests/support/pictures.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.close());

const MIB = 1024 * 1024;

describe('changing the profile', () => {
  it('changes what is given, keeps what is left out, clears with null and blank', async () => {
    const { call } = await test.loginAs({ name: 'Before', username: 'before' });
    const filled = await call('PATCH', '/api/me', {
      body: {
        name: 'After',
        screenName: 'After & Co',
        username: 'After.Co',
        phoneNumber: '+15551234567',
        websiteUrl: 'https://after.example/shop',
      },
    });
    expect(filled.statusCode).toBe(200);
    expect(filled.json()).toMatchObject({
      name: 'After',
      screenName: 'After & Co',
      username: 'after.co',
      phoneNumber: '+15551234567',
      websiteUrl: 'https://after.example/shop',
    });
    const kept = await call('PATCH', '/api/me', { body: {} });
    expect(kept.json()).toEqual(filled.json());
    const cleared = await call('PATCH', '/api/me', {
      body: { screenName: null, phoneNumber: '', websiteUrl: null },
    });
    expect(cleared.json()).toEqual({
      ...filled.json(),
      screenName: null,
      phoneNumber: null,
      websiteUrl: null,
    });
    expect((await call('GET', '/api/user')).json()).toEqual(cleared.json());
  });

  it.each(['id', 'isAdmin', 'isVerified', 'isDemo', 'createdAt', 'password', 'resetToken'])(
    'refuses %s: mass assignment',
    async (field) => {
      const { id, call } = await test.loginAs();
      const answer = await call('PATCH', '/api/me', { body: { name: 'Mallory', [field]: true } });
      expect(answer.statusCode).toBe(400);
      expect(answer.json().fields).toEqual({ [field]: `Unknown field: ${field}` });
      const [row] = await test.db.select().from(users).where(eq(users.id, id));
      expect(row).toMatchObject({ isAdmin: false, isVerified: false });
      expect(row?.name).not.toBe('Mallory');
    },
  );

  it.each([
    ['username', { username: 'TAKEN.name' }, 'USERNAME_TAKEN'],
    ['email', { email: 'TAKEN@example.com' }, 'EMAIL_TAKEN'],
    ['screenName', { screenName: 'taken SCREEN' }, 'SCREEN_NAME_TAKEN'],
  ])('names %s when somebody else has it', async (field, body, code) => {
    const taken = {
      email: 'taken@example.com',
      username: 'taken.name',
      screenName: 'Taken Screen',
    };
    const owner = await test.loginAs(taken);
    const { call } = await test.loginAs();
    const answer = await call('PATCH', '/api/me', { body });
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({ code, fields: { [field]: answer.json().message } });
    // The own name in another case does not conflict.
    expect((await owner.call('PATCH', '/api/me', { body })).statusCode).toBe(200);
    await test.db.delete(users).where(eq(users.id, owner.id));
  });

  it('50 parallel changes to one username: one 200, 49 times 409', async () => {
    const people = await Promise.all(Array.from({ length: 50 }, () => test.loginAs()));
    const answers = await Promise.all(
      people.map(({ call }, index) =>
        call('PATCH', '/api/me', { body: { username: index % 2 ? 'wanted' : 'WANTED' } }),
      ),
    );
    const count = (status: number) => answers.filter((each) => each.statusCode === status).length;
    expect([count(200), count(409)]).toEqual([1, 49]);
  });

  it('an unconfirmed email is replaced at once, unproven, and a reset link is void', async () => {
    const { id, call } = await test.loginAs({
      email: 'old@example.com',
      resetTokenHash: Buffer.alloc(32, 7),
      resetTokenExpiry: new Date(Date.now() + 3_600_000),
    });
    const answer = await call('PATCH', '/api/me', { body: { email: 'New@example.com' } });
    expect(answer.json()).toMatchObject({ email: 'New@example.com', pendingEmail: null });
    const [row] = await test.db.select().from(users).where(eq(users.id, id));
    expect(row).toMatchObject({
      emailKey: 'new@example.com',
      emailProvenAt: null,
      resetTokenHash: null,
    });
    const [entry] = await test.db.select().from(auditLog).where(eq(auditLog.subjectId, id));
    expect(entry).toMatchObject({
      action: 'email-changed',
      details: { from: 'old@example.com', to: 'New@example.com' },
    });
  });

  it('writing the same address in another case proves and voids nothing', async () => {
    const { id, call } = await test.loginAs({
      email: 'case@example.com',
      emailProvenAt: new Date(),
    });
    await call('PATCH', '/api/me', { body: { email: 'Case@Example.com' } });
    const [row] = await test.db.select().from(users).where(eq(users.id, id));
    expect(row?.email).toBe('Case@Example.com');
    expect(row?.emailProvenAt).not.toBeNull();
  });
});

describe('the profile picture', () => {
  it.each(['png', 'jpeg', 'webp', 'gif'] as const)('may be a %s', async (type) => {
    const { call } = await test.loginAs();
    const saved = await call('PATCH', '/api/me', {
      body: { profileImage: await pictureUrl(type) },
    });
    expect(saved.statusCode).toBe(200);
    const picture = await test.call('GET', saved.json().profileImage);
    expect(picture.statusCode).toBe(200);
    expect(picture.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    const metadata = await sharp(picture.rawPayload).metadata();
    expect(metadata).toMatchObject({ format: 'webp', width: 512, height: 512 });
  });

  it('has a new URL when it changes; the old one is 404', async () => {
    const { call } = await test.loginAs();
    const save = async (profileImage: string | null | undefined) =>
      (await call('PATCH', '/api/me', { body: { profileImage } })).json().profileImage;
    const first = await save(await pictureUrl('png', '#aa0000'));
    const second = await save(await pictureUrl('png', '#00aa00'));
    expect(second).not.toBe(first);
    expect((await test.call('GET', first)).statusCode).toBe(404);
    expect(await save(undefined)).toBe(second);
    expect(await save(null)).toBeNull();
    expect((await test.call('GET', second)).statusCode).toBe(404);
  });

  it.each([
    '1-x.webp',
    '1.webp',
    `9999999999-${'a'.repeat(32)}.webp`,
    '..%2f..%2fetc',
    `1-${'a'.repeat(32)}.webp`,
  ])('is not found at %s, and that is not cached', async (file) => {
    const answer = await test.call('GET', `/api/avatars/${file}`);
    expect(answer.statusCode).toBe(404);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it.each([
    ['an SVG', `data:image/svg+xml;base64,${btoa('<svg/>')}`],
    [
      'an SVG that claims to be a PNG',
      `data:image/png;base64,${btoa('<svg xmlns="http://www.w3.org/2000/svg"/>')}`,
    ],
    ['a web address', 'https://example.com/a.png'],
    ['text', 'hello'],
    ['a number', 7],
  ])('is refused when it is %s', async (_, profileImage) => {
    const { call } = await test.loginAs();
    const answer = await call('PATCH', '/api/me', { body: { profileImage } });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().fields).toEqual({
      profileImage: 'Please choose a PNG, JPEG, WebP or GIF image',
    });
  });

  it('is refused when it decodes to more than 25 megapixels', async () => {
    const create = { width: 5_001, height: 5_000, channels: 3 as const, background: '#fff' };
    const bomb = await sharp({ create }).png().toBuffer();
    const { call } = await test.loginAs();
    const body = { profileImage: `data:image/png;base64,${bomb.toString('base64')}` };
    const answer = await call('PATCH', '/api/me', { body });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().fields.profileImage).toContain('25 megapixels');
  });

  it('may have exactly 5 MB; over it the response is 413 with the message of each form', async () => {
    const fits = await pictureOfSize(5 * MIB);
    const byteMore = await pictureOfSize(5 * MIB + 1);
    const muchMore = await pictureOfSize(9 * MIB);
    const { call } = await test.loginAs();
    const patch = (profileImage: string) => call('PATCH', '/api/me', { body: { profileImage } });
    expect((await patch(fits)).statusCode).toBe(200);
    for (const profileImage of [byteMore, muchMore]) {
      const answer = await patch(profileImage);
      expect(answer.statusCode).toBe(413);
      expect(answer.json()).toMatchObject({
        code: 'IMAGE_TOO_LARGE',
        message: 'File size exceeds 5MB. Please choose a smaller image.',
      });

      const user = {
        name: 'Big',
        email: 'big@example.com',
        password: 'correct horse',
        profileImage,
      };
      const sentence = 'Profile image must be less than 5MB';
      const alone = await test.call('POST', '/api/register', { body: user });
      expect(alone.statusCode).toBe(413);
      expect(alone.json().fields).toEqual({ profileImage: sentence });
      const both = await test.call('POST', '/api/register-with-accounts', {
        body: { user, accounts: [] },
      });
      expect(both.statusCode).toBe(413);
      expect(both.json().fields).toEqual({ 'user.profileImage': sentence });
    }
  });
});
