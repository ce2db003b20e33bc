import { rm } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { projectRoot } from '#server/lib/project-root.ts';
import { createToken, hashToken } from '#server/lib/tokens.ts';
import { makeFolder } from '#tests/support/embedded.ts';
import { callServer, registerMember } from '#tests/support/http-member.ts';
import { startServer } from '#tests/support/server-process.ts';
import { createTestDatabase } from '#tests/support/test-database.ts';
import { createCleanups, eventually } from '#tests/support/within.ts';

const cleanups = createCleanups();
afterEach(() => cleanups.run());

const DAY = 86_400_000;
const clock = path.join(projectRoot, 'tests/support/jumping-clock.mjs');

/** A server whose clock can jump, on a database whose clock is right. */
async function startWithClock(jump: number) {
  const database = await createTestDatabase();
  cleanups.add('the database', () => database.drop());
  const dataDir = await makeFolder();
  cleanups.add('the folder', () => rm(dataDir, { recursive: true, force: true }));
  const server = await startServer({
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    NODE_OPTIONS: `--import=${clock}`,
    CLOCK_JUMP_MS: String(jump),
    RATE_LIMITS: 'on',
  });
  cleanups.add('the server', () => server.stop());
  const pool = database.openPool();
  cleanups.add('the pool', () => pool.end());
  return {
    url: server.url,
    pool,
    async jumpClock() {
      server.process.kill('SIGUSR2');
      await eventually(() => expect(server.output()).toContain('The clock says'));
      const { text } = await callServer(server.url, 'GET', '/api/keep-alive');
      const theirs = Date.parse(JSON.parse(text).timestamp);
      expect(Math.abs(theirs - Date.now() - jump)).toBeLessThan(DAY / 24);
    },
  };
}

/** A reset token in the database, as the email job stores it, valid for that long from now. */
async function storeResetToken(pool: pg.Pool, email: string, validFor: string): Promise<string> {
  const token = createToken();
  await pool.query(
    `UPDATE users SET reset_token_hash = $1, reset_token_expiry = now() + $2::interval,
       reset_token_email_key = email_key WHERE email = $3`,
    [hashToken(token), validFor, email],
  );
  return token;
}

describe.each([
  ['forward by ten years', 3_650 * DAY],
  ['back by ten years', -3_650 * DAY],
])('a clock that jumps %s', (_, jump) => {
  it('does not end a session or revive an ended one', async () => {
    const { url, pool, jumpClock } = await startWithClock(jump);
    const [member, other] = [await registerMember(url), await registerMember(url)];
    await pool.query(
      `UPDATE sessions SET last_used_at = now() - interval '31 days'
        WHERE user_id = (SELECT id FROM users WHERE email = $1)`,
      [other.email],
    );
    await jumpClock();
    expect((await member.call(url, 'GET', '/api/user')).status).toBe(200);
    expect((await other.call(url, 'GET', '/api/user')).status).toBe(401);
    const { rows } = await pool.query(
      `SELECT bool_and(last_used_at <= now()) AS honest FROM sessions`,
    );
    expect(rows).toEqual([{ honest: true }]);
  });

  it('does not invalidate a reset link or revive an expired one', async () => {
    const { url, pool, jumpClock } = await startWithClock(jump);
    const member = await registerMember(url);
    const password = 'another long password';
    const use = (token: string) =>
      callServer(url, 'POST', '/api/reset-password', {
        token,
        password,
        confirmPassword: password,
      });
    await jumpClock();
    const expired = await storeResetToken(pool, member.email, '-1 second');
    expect((await use(expired)).status).toBe(400);
    const valid = await storeResetToken(pool, member.email, '1 hour');
    expect((await use(valid)).status).toBe(200);
  });

  it('does not lift or prolong a limit', async () => {
    const { url, jumpClock } = await startWithClock(jump);
    const guess = () =>
      callServer(url, 'POST', '/api/login', { email: 'ana@example.com', password: 'wrong' });
    for (let tries = 0; tries < 25; tries += 1) expect((await guess()).status).toBe(401);
    await jumpClock();
    const refused = await guess();
    expect(refused.status).toBe(429);
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(3_600);
  });
});
