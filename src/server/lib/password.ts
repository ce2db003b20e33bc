import { randomBytes } from 'node:crypto';
import { hash, parseOptions, verify } from '@node-rs/argon2';
import { createBoundedQueue } from './bounded-queue.ts';
import { COMMON_PASSWORDS } from './common-passwords.ts';
import { HASH_THREADS } from './threads.ts';

/** Argon2id, which is the library's own default algorithm, with the costs OWASP asks for. */
export const PASSWORD_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashing keeps a core busy for a while, on purpose. */
const inTurn = createBoundedQueue({ running: HASH_THREADS, waiting: 200 });

/** Compared with where there is no account, so that it takes as long as a real one. */
const nobodysHash = hash(randomBytes(32), PASSWORD_COST);

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, PASSWORD_COST));
}

/** False for a wrong password, and after the same time where there is no hash at all. */
export async function isPasswordRight(
  password: string,
  passwordHash: string | null | undefined,
): Promise<boolean> {
  const compared = passwordHash ?? (await nobodysHash);
  const isRight = await inTurn(() => verify(compared, password));
  return isRight && typeof passwordHash === 'string';
}

/** Whether a hash was made with other costs than today's: the next login makes it anew. */
export function isHashOutdated(passwordHash: string): boolean {
  const { memoryCost, timeCost, parallelism } = parseOptions(passwordHash);
  return (
    !passwordHash.startsWith('$argon2id$') ||
    memoryCost !== PASSWORD_COST.memoryCost ||
    timeCost !== PASSWORD_COST.timeCost ||
    parallelism !== PASSWORD_COST.parallelism
  );
}

interface Person {
  name: string;
  screenName?: string | null | undefined;
  username?: string | null | undefined;
  email?: string | null | undefined;
}

/** Why a password would be guessed first, as a sentence; undefined where it is fine. */
export function passwordWeakness(password: string, person: Person): string | undefined {
  if (COMMON_PASSWORDS.has(password.toLowerCase())) {
    return 'This password is too common. Please choose another.';
  }
  if (isMadeOf(password, person)) {
    return 'This password is too close to your name or email. Please choose another.';
  }
  return undefined;
}

const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, ' ');

/** True where taking the person's own words out leaves nothing but digits and signs. */
function isMadeOf(password: string, { name, screenName, username, email }: Person): boolean {
  const texts = [name, screenName, username, email].map((text) => plain(text ?? ''));
  const words = texts.flatMap((text) => [text.replaceAll(' ', ''), ...text.split(' ')]);
  const longestFirst = words
    .filter((word) => word.length >= 3 && /\p{L}/u.test(word))
    .sort((a, b) => b.length - a.length);
  const whole = plain(password).replaceAll(' ', '');
  const rest = longestFirst.reduce((left, word) => left.replaceAll(word, ''), whole);
  return rest !== whole && !/\p{L}/u.test(rest);
}
