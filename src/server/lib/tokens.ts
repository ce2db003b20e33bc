import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits for a session or a mailed link. The person holds it; we keep only its hash. */
export function createToken(): string {
  return randomBytes(32).toString('base64url');
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
