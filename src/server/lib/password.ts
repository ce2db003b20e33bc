import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, parseOptions, verify } from '@node-rs/argon2';
import { createBoundedQueue } from './bounded-queue.ts';

/** Argon2id, which is the library's own default algorithm, with the costs OWASP asks for. */
export const PASSWORD_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** One queue for the whole process, like the thread pool. */
let hashQueue = createHashQueue(4);

/** Hashing and one picture together leave a thread free, so that files are still served. */
function createHashQueue(threadPoolSize: number) {
  const running = Math.max(1, Math.min(availableParallelism(), threadPoolSize - 2));
  return createBoundedQueue({ running, waiting: 200 });
}

export function setHashThreads(threadPoolSize: number): void {
  hashQueue = createHashQueue(threadPoolSize);
}

/** Compared where there is no account, so that timing does not reveal it. */
const dummyHash = hash(randomBytes(32), PASSWORD_COST);

export function hashPassword(password: string): Promise<string> {
  return hashQueue(() => hash(password, PASSWORD_COST));
}

/** Takes the same time where there is no hash. */
export async function isPasswordCorrect(
  password: string,
  passwordHash: string | null | undefined,
): Promise<boolean> {
  const compared = passwordHash ?? (await dummyHash);
  const isRight = await hashQueue(() => verify(compared, password));
  return isRight && typeof passwordHash === 'string';
}

/** The next login replaces a hash with other costs. */
export function isHashOutdated(passwordHash: string): boolean {
  const { memoryCost, timeCost, parallelism } = parseOptions(passwordHash);
  return (
    !passwordHash.startsWith('$argon2id$') ||
    memoryCost !== PASSWORD_COST.memoryCost ||
    timeCost !== PASSWORD_COST.timeCost ||
    parallelism !== PASSWORD_COST.parallelism
  );
}
