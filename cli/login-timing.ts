import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { buildApp } from '#server/app.ts';
import { type Config, readConfig } from '#server/config.ts';
import { openDatabase } from '#server/db/open.ts';
import { users } from '#server/db/schema.ts';
import { createLogger } from '#server/lib/logger.ts';
import { hashPassword } from '#server/lib/password.ts';

interface TimingGap {
  call: string;
  /** Medians over HTTP, in milliseconds. */
  known: number;
  unknown: number;
  gap: number;
}

const WARM_UP = 20;

/** Prints the medians for a known and an unknown email. */
export async function printLoginTiming(tries = 200): Promise<void> {
  const rows = await measureLoginTiming(tries);
  console.log(`Medians of ${tries} tries each:`);
  console.log('call                     known      unknown    gap');
  for (const { call, known, unknown, gap } of rows) {
    const cells = [known, unknown, gap].map((ms) => `${ms.toFixed(2)} ms`.padEnd(11));
    console.log(`${call.padEnd(25)}${cells.join('')}`.trimEnd());
  }
}

/**
 * Whether response times reveal who has an account: the same call for a known and an unknown email, in turn, over
 * HTTP, on a temporary server and database.
 */
async function measureLoginTiming(tries: number): Promise<TimingGap[]> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'payfolk-timing-'));
  const config: Config = { ...readConfig({}), dataDir, rateLimits: false, demo: false };
  const log = createLogger('error');
  const database = await openDatabase(config, log, 'server');
  const app = await buildApp({ config, database, log });
  try {
    const passwordHash = await hashPassword('correct horse');
    const email = 'known@example.com';
    await database.db
      .insert(users)
      .values({ name: 'Known', email, emailKey: email, passwordHash, username: 'known' });
    const origin = await app.listen({ port: 0, host: '127.0.0.1' });
    return [
      await compare(origin, '/api/login', tries, { password: 'wrong password' }),
      await compare(origin, '/api/forgot-password', tries, {}),
    ];
  } finally {
    await app.close();
    await database.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function compare(
  origin: string,
  call: string,
  tries: number,
  body: object,
): Promise<TimingGap> {
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
  for (let round = -WARM_UP; round < tries; round += 1) {
    // The order alternates, so that neither always follows the other.
    const order =
      round % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const);
    for (const who of order) {
      const time = await timed(`${origin}${call}`, { email: `${who}@example.com`, ...body });
      if (round >= 0) times[who].push(time);
    }
  }
  const known = median(times.known);
  const unknown = median(times.unknown);
  return { call, known, unknown, gap: Math.abs(known - unknown) };
}

async function timed(url: string, body: object): Promise<number> {
  for (;;) {
    const start = performance.now();
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    const time = performance.now() - start;
    if (response.status < 500) return time;
    if (response.status !== 503) throw new Error(`${url} answered ${response.status}: ${text}`);
    // Refused by a busy server; not counted.
    await setTimeout(1_000);
  }
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
