import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, parseOptions, verify } from '@node-rs/argon2';
import { createBoundedQueue } from './bounded-queue.ts';

/** Argon2id, which is the library's own default algorithm, with the costs OWASP asks for. */
export const PASSWORD_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Hashing keeps a core busy for a while, on purpose. Node has a few threads for it and for files; one
 * stays free, so that a flood of logins never stops pages from being served.
 */
const threads = Number(process.env.UV_THREADPOOL_SIZE ?? 4);
const inTurn = createBoundedQueue({
  running: Math.max(1, Math.min(availableParallelism(), threads - 1)),
  waiting: 200,
});

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
