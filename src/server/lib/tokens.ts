import { createHash, randomBytes, randomInt } from 'node:crypto';

/** 256 random bits for a session or an emailed link; only its hash is stored. */
export function createToken(): string {
  return randomBytes(32).toString('base64url');
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Six random digits for people to type. */
export function createCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0');
}
