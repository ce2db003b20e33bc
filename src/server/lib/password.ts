import { randomBytes } from 'node:crypto';
import { hash, parseOptions, verify } from '@node-rs/argon2';
import { createBoundedQueue } from './bounded-queue.ts';
import { HASH_THREADS } from './threads.ts';

/** Argon2id, which is the library's own default algorithm, with the costs OWASP asks for. */
export const PASSWORD_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashing keeps a core busy for a while, on purpose. */
const inTurn = createBoundedQueue({ running: HASH_THREADS, waiting: 200 });

/** Compared where there is no account, so that it takes as long as a real one. */
const placeholderHash = hash(randomBytes(32), PASSWORD_COST);

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, PASSWORD_COST));
}

/** False for a wrong password, and after the same time where there is no hash at all. */
export async function isPasswordRight(
  password: string,
  passwordHash: string | null | undefined,
): Promise<boolean> {
  const compared = passwordHash ?? (await placeholderHash);
  const isRight = await inTurn(() => verify(compared, password));
  return isRight && typeof passwordHash === 'string';
}

/** Whether a hash was made with other costs than today's: the next login replaces it. */
export function isHashOutdated(passwordHash: string): boolean {
  const { memoryCost, timeCost, parallelism } = parseOptions(passwordHash);
  return (
    !passwordHash.startsWith('$argon2id$') ||
    memoryCost !== PASSWORD_COST.memoryCost ||
    timeCost !== PASSWORD_COST.timeCost ||
    parallelism !== PASSWORD_COST.parallelism
  );
}
