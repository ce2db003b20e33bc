import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterEach, describe, expect, it } from 'vitest';
import { makeFolder } from '#tests/support/embedded.ts';
import { callServer, registerMember } from '#tests/support/http-member.ts';
import { startServer } from '#tests/support/server-process.ts';
import { createTestDatabase } from '#tests/support/test-database.ts';
import { createCleanups } from '#tests/support/within.ts';

const cleanups = createCleanups();
afterEach(() => cleanups.run());

/** Accepts connections and never sends anything. */
async function openSilentServer() {
  const callers = new Set<Socket>();
  const server = createServer((caller) => callers.add(caller));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanups.add('the silent server', async () => {
    for (const caller of callers) caller.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, called: once(server, 'connection') };
}

/** A working mail server; `received` resolves with that many recipients. */
async function openMailServer(count: number) {
  const recipients: string[] = [];
  let done: (all: string[]) => void = () => undefined;
  const received = new Promise<string[]>((resolve) => {
    done = resolve;
  });
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, callback) {
      stream.resume().once('end', () => {
        recipients.push(...session.envelope.rcptTo.map(({ address }) => address));
        callback();
        if (recipients.length === count) done(recipients);
      });
    },
  });
  const listener = server.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  cleanups.add(
    'the mail server',
    () => new Promise<void>((resolve) => server.close(() => resolve())),
  );
  const { port } = listener.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, received };
}

describe('a mail server that hangs', () => {
  it('delays no request and no stop, and no mail is lost', async () => {
    const database = await createTestDatabase();
    cleanups.add('the database', () => database.drop());
    const dataDir = await makeFolder();
    cleanups.add('the folder', () => rm(dataDir, { recursive: true, force: true }));
    const silent = await openSilentServer();
    const env = { DATABASE_URL: database.url, DATA_DIR: dataDir };
    const first = await startServer({ ...env, SMTP_URL: silent.url });
    cleanups.add('the first server', () => first.stop());

    // More than are sent at once: the worker is stuck, and requests are answered.
    const members = [];
    for (let people = 0; people < 6; people += 1) members.push(await registerMember(first.url));
    await silent.called;
    const [member] = members;
    const body = { email: member?.email };
    expect((await callServer(first.url, 'POST', '/api/forgot-password', body)).status).toBe(200);
    expect((await callServer(first.url, 'GET', '/readyz')).status).toBe(200);
    expect(await first.stop()).toBe(0);

    const pool = database.openPool();
    cleanups.add('the pool', () => pool.end());
    const queued = await pool.query(`SELECT count(*)::int AS count FROM jobs WHERE lane = 'mail'`);
    expect(queued.rows).toEqual([{ count: 7 }]);
    // Makes the next attempts due now.
    await pool.query(`UPDATE jobs SET run_at = now() WHERE lane = 'mail'`);
    const working = await openMailServer(7);
    const second = await startServer({ ...env, SMTP_URL: working.url });
    cleanups.add('the second server', () => second.stop());
    const expected = [...members.map(({ email }) => email), member?.email].sort();
    expect((await working.received).sort()).toEqual(expected);
  });

  it('a mail that was being sent at kill -9 is sent by the next server', async () => {
    const database = await createTestDatabase();
    cleanups.add('the database', () => database.drop());
    const dataDir = await makeFolder();
    cleanups.add('the folder', () => rm(dataDir, { recursive: true, force: true }));
    const silent = await openSilentServer();
    const env = { DATABASE_URL: database.url, DATA_DIR: dataDir };
    const first = await startServer({ ...env, SMTP_URL: silent.url });
    cleanups.add('the first server', () => first.stop());
    const member = await registerMember(first.url);
    await silent.called;
    await first.kill();

    const pool = database.openPool();
    cleanups.add('the pool', () => pool.end());
    const taken = await pool.query(
      `UPDATE jobs SET run_at = now() WHERE lane = 'mail' RETURNING attempts`,
    );
    expect(taken.rows).toEqual([{ attempts: 1 }]);
    const working = await openMailServer(1);
    const second = await startServer({ ...env, SMTP_URL: working.url });
    cleanups.add('the second server', () => second.stop());
    expect(await working.received).toEqual([member.email]);
  });
});
