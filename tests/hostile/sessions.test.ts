import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sessions } from '#server/db/schema.ts';
import { hashPassword } from '#server/lib/password.ts';
import { sweep } from '#server/plugins/janitor.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.close());

const DAY = 24 * 60 * 60;
type Member = Awaited<ReturnType<TestApp['loginAs']>>;

/** As if the session had been started and last used this long ago. */
async function age({ id }: Member, { started, used }: { started: string; used: string }) {
  await test.pool.query(
    `UPDATE sessions SET created_at = now() - $1::interval, last_used_at = now() - $2::interval
     WHERE user_id = $3`,
    [started, used, id],
  );
}
const cookieOf = (answer: Awaited<ReturnType<TestApp['call']>>) =>
  answer.cookies.find(({ name }) => name === 'session');

describe('a session in use', () => {
  it('has its cookie renewed, at most once an hour', async () => {
    const member = await test.loginAs();
    expect(cookieOf(await member.call('GET', '/api/user'))).toBeUndefined();
    await age(member, { started: '29 days', used: '2 hours' });
    const renewed = cookieOf(await member.call('GET', '/api/user'));
    expect(renewed).toMatchObject({
      value: member.cookies.session,
      maxAge: 30 * DAY,
      httpOnly: true,
      sameSite: 'Lax',
      path: '/',
    });
    expect(cookieOf(await member.call('GET', '/api/user'))).toBeUndefined();
  });

  it('is renewed by a search as well', async () => {
    const member = await test.loginAs();
    await age(member, { started: '2 days', used: '1 day' });
    expect(cookieOf(await member.call('GET', '/api/users/search'))).toMatchObject({
      value: member.cookies.session,
    });
  });

  it('lasts up to 180 days with daily use', async () => {
    const member = await test.loginAs();
    await age(member, { started: '179 days', used: '1 day' });
    const last = await member.call('GET', '/api/user');
    expect(last.statusCode).toBe(200);
    expect(cookieOf(last)?.maxAge).toBeLessThanOrEqual(DAY);
    expect(cookieOf(last)?.maxAge).toBeGreaterThan(DAY - 600);
    await age(member, { started: '180 days', used: '1 minute' });
    expect((await member.call('GET', '/api/user')).statusCode).toBe(401);
    await sweep(test.db);
    expect(await test.db.select().from(sessions).where(eq(sessions.userId, member.id))).toEqual([]);
  });

  it('is not renewed or extended by keep-alive pings', async () => {
    const member = await test.loginAs();
    await age(member, { started: '20 days', used: '10 days' });
    for (const url of ['/api/keep-alive', '/api/db-heartbeat', '/api/check-updates']) {
      expect(cookieOf(await member.call('GET', url))).toBeUndefined();
    }
    const { rows } = await test.pool.query(
      `SELECT last_used_at < now() - interval '9 days' AS is_old FROM sessions WHERE user_id = $1`,
      [member.id],
    );
    expect(rows).toEqual([{ is_old: true }]);
  });

  it('is not renewed by the response that ends or replaces it', async () => {
    const email = 'renewal@example.com';
    const passwordHash = await hashPassword('correct horse');
    const person = await test.insertPerson({ email, passwordHash });
    const first = await test.loginAs({ id: person.id });
    await age(first, { started: '2 days', used: '1 day' });
    const login = await first.call('POST', '/api/login', {
      body: { email, password: 'correct horse' },
    });
    expect(login.cookies.map(({ value }) => value)).not.toContain(first.cookies.session);
    expect(login.cookies).toHaveLength(1);

    const second = await test.loginAs({ id: person.id });
    await age(second, { started: '2 days', used: '1 day' });
    const logout = await second.call('POST', '/api/logout');
    expect(logout.cookies).toMatchObject([{ name: 'session', value: '' }]);

    const third = await test.loginAs({ id: person.id });
    await age(third, { started: '2 days', used: '1 day' });
    const deletion = await third.call('DELETE', `/api/user/${person.id}`);
    expect(deletion.cookies).toMatchObject([{ name: 'session', value: '' }]);
  });

  it('writes nothing to the database within an hour of its last use', async () => {
    const member = await test.loginAs();
    await age(member, { started: '2 days', used: '50 minutes' });
    // For each statement, not for each row: one that changes nothing is noticed too.
    await test.pool.query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'a write'; END $$;
      CREATE TRIGGER refuse BEFORE UPDATE ON sessions EXECUTE FUNCTION refuse()`);
    const answer = await member.call('GET', '/api/user');
    await test.pool.query('DROP FUNCTION refuse CASCADE');
    expect(answer.statusCode).toBe(200);
  });
});
