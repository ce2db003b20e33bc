import { hash } from '@node-rs/argon2';
import { describe, expect, it } from 'vitest';
import { hashPassword, isHashOutdated, isPasswordCorrect } from './password.ts';

describe('hashes', () => {
  it('are Argon2id with 19 MiB, two passes and one lane, and match their password only', async () => {
    const made = await hashPassword('correct horse');
    expect(made).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await isPasswordCorrect('correct horse', made)).toBe(true);
    expect(await isPasswordCorrect('correct hors', made)).toBe(false);
  });

  it('use all of 128 characters', async () => {
    const long = '🙂'.repeat(127);
    const made = await hashPassword(`${long}a`);
    expect(await isPasswordCorrect(`${long}b`, made)).toBe(false);
    expect(await isPasswordCorrect(`${long}a`, made)).toBe(true);
  });

  it('never match where there is no password', async () => {
    expect(await isPasswordCorrect('anything', null)).toBe(false);
    expect(await isPasswordCorrect('anything', undefined)).toBe(false);
  });

  it('are outdated when the costs change', async () => {
    expect(isHashOutdated(await hashPassword('correct horse'))).toBe(false);
    const cheaper = { memoryCost: 8_192, timeCost: 2, parallelism: 1 };
    expect(isHashOutdated(await hash('correct horse', cheaper))).toBe(true);
  });
});
