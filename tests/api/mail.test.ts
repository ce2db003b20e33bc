import { once } from 'node:events';
import { readdir, stat } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import path from 'node:path';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { SMTPServer } from 'smtp-server';
import { afterEach, describe, expect, it } from 'vitest';
import { insertMail } from '#server/db/mail-queue.ts';
import { createMailer } from '#server/lib/mailer.ts';
import { findFreePort } from '#tests/support/free-port.ts';
import { parseMail, type ReceivedMail, readMails } from '#tests/support/mails.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});

/** A real mail server; `refuses` are addresses it has no mailbox for. */
async function startMailServer(port: number, refuses: string[] = []) {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo({ address }, _session, done) {
      if (!refuses.includes(address)) return done();
      done(Object.assign(new Error('No such mailbox'), { responseCode: 550 }));
    },
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        received.push(parseMail(Buffer.concat(chunks).toString('utf8')));
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  open.push({ close: () => new Promise<void>((resolve) => server.close(resolve)) });
  return received;
}

async function openApp(settings: Parameters<typeof buildTestApp>[0]) {
  const test = await buildTestApp(settings);
  open.push(test);
  return test;
}

const ask = (test: TestApp, email: string) =>
  test.call('POST', '/api/forgot-password', { body: { email } });
const waiting = async (test: TestApp) =>
  (
    await test.pool.query(`SELECT payload->>'recipient' AS recipient, attempts, last_error,
      extract(epoch FROM run_at) AS next FROM jobs WHERE lane = 'mail' ORDER BY id`)
  ).rows;
/** The database's time in seconds. */
const clock = async (test: TestApp) =>
  Number((await test.pool.query('SELECT extract(epoch FROM now()) AS now')).rows[0].now);
/** Ends the pause before the next attempt. */
const skipPause = (test: TestApp) =>
  test.pool.query("UPDATE jobs SET run_at = now() WHERE lane = 'mail'");

describe('a mail server that is down', () => {
  it('mails are retried with growing pauses and sent when it is back', async () => {
    const port = await findFreePort();
    const test = await openApp({ smtpUrl: `smtp://127.0.0.1:${port}` });
    await test.insertPerson({ email: 'ana@example.com' });
    await test.insertPerson({ email: 'bo@example.com' });
    let before = await clock(test);
    expect((await ask(test, 'ana@example.com')).statusCode).toBe(200);
    expect((await ask(test, 'bo@example.com')).statusCode).toBe(200);
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      await test.app.jobs.drained();
      const after = await clock(test);
      const rows = await waiting(test);
      expect(rows.map((row) => row.recipient)).toEqual(['ana@example.com', 'bo@example.com']);
      expect(rows[0]).toMatchObject({ attempts: attempt });
      expect(rows[0].last_error).toContain('ECONNREFUSED');
      // 30, 60, 120 and 240 seconds after the attempt, whenever that was.
      const pause = 30 * 2 ** (attempt - 1);
      expect(Number(rows[0].next)).toBeGreaterThanOrEqual(before + pause);
      expect(Number(rows[0].next)).toBeLessThanOrEqual(after + pause);
      before = after;
      await skipPause(test);
    }

    const received = await startMailServer(port);
    await test.app.jobs.drained();
    expect(received.map(({ to }) => to).sort()).toEqual(['ana@example.com', 'bo@example.com']);
    expect(await waiting(test)).toEqual([]);
    const token = received.find(({ to }) => to === 'ana@example.com')?.token;
    const answer = await test.call('POST', '/api/reset-password', {
      body: { token, password: 'a new password', confirmPassword: 'a new password' },
    });
    expect(answer.statusCode).toBe(200);
  });

  it('the next server sends what is queued', async () => {
    const port = await findFreePort();
    const test = await openApp({ smtpUrl: `smtp://127.0.0.1:${port}` });
    const body = { name: 'Ana', email: 'ana@example.com', password: 'correct horse' };
    expect((await test.call('POST', '/api/register', { body })).statusCode).toBe(201);
    await test.app.jobs.drained();
    expect(await waiting(test)).toHaveLength(1);
    await skipPause(test);
    const received = await startMailServer(port);
    await test.app.close();
    const next = await test.anotherNode();
    await next.jobs.drained();
    expect(received.map(({ subject }) => subject)).toEqual(['Confirm your email - Payfolk']);
  });

  it('gives up after 7 days', async () => {
    const test = await openApp({ smtpUrl: `smtp://127.0.0.1:${await findFreePort()}` });
    for (const email of ['ana@example.com', 'bo@example.com']) {
      await test.insertPerson({ email });
      await ask(test, email);
    }
    await test.app.jobs.drained();
    await test.pool.query(`UPDATE jobs SET run_at = now(), created_at = now() -
      CASE payload->>'recipient' WHEN 'ana@example.com' THEN interval '6 days' ELSE interval '8 days' END
      WHERE lane = 'mail'`);
    await test.app.jobs.drained();
    expect(await waiting(test)).toMatchObject([{ recipient: 'ana@example.com', attempts: 2 }]);
  });

  it('gives up at once on a mailbox that does not exist, and sends the others', async () => {
    const port = await findFreePort();
    const received = await startMailServer(port, ['nobody@example.com']);
    const test = await openApp({ smtpUrl: `smtp://127.0.0.1:${port}` });
    for (const email of ['nobody@example.com', 'ana@example.com']) {
      await test.insertPerson({ email });
      await ask(test, email);
    }
    await test.app.jobs.drained();
    expect(received.map(({ to }) => to)).toEqual(['ana@example.com']);
    expect(await waiting(test)).toEqual([]);
  });

  it('does not delay a stop, and its mail stays in the queue', async () => {
    const hanging: Server = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(hanging, 'listening');
    open.push({ close: () => hanging.close() });
    const address = hanging.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const test = await openApp({ smtpUrl: `smtp://127.0.0.1:${port}` });
    await test.insertPerson({ email: 'ana@example.com' });
    const connected = once(hanging, 'connection');
    await ask(test, 'ana@example.com');
    await connected;
    await test.app.close();
    expect(await waiting(test)).toMatchObject([{ recipient: 'ana@example.com', attempts: 1 }]);
  });
});

describe('several nodes', () => {
  it('send each mail once', async () => {
    const port = await findFreePort();
    const received = await startMailServer(port);
    const test = await openApp({ smtpUrl: `smtp://127.0.0.1:${port}` });
    const other = await test.anotherNode();
    const emails = Array.from({ length: 200 }, (_, index) => `p${index}@example.com`);
    await test.db.transaction(async (tx) => {
      for (const recipient of emails) await insertMail(tx, { kind: 'password-changed', recipient });
    });
    await Promise.all([test.app.jobs.drained(), other.jobs.drained()]);
    expect(await waiting(test)).toEqual([]);
    expect(received.map(({ to }) => to).sort()).toEqual([...emails].sort());
  });
});

describe('the outbox', () => {
  it('has each mail as a file that only its owner can read; the log has the file name, never the link', async () => {
    const lines: string[] = [];
    const sink = new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk));
        done();
      },
    });
    const test = await openApp({});
    const mailer = createMailer({ ...test.config, log: pino(sink) });
    const link = 'https://pay.example.com/reset-password?token=secret-token';
    await mailer.send({
      to: 'ana@example.com',
      subject: 'Hello',
      text: link,
      html: `<p>${link}</p>`,
    });
    const outbox = path.join(test.config.dataDir, 'outbox');
    const [file = ''] = await readdir(outbox);
    expect(file).toMatch(/\.eml$/);
    expect((await stat(path.join(outbox, file))).mode & 0o077).toBe(0);
    expect(lines.join('')).toContain(file);
    expect(lines.join('')).not.toContain('secret-token');
    expect((await readMails(test))[0]).toMatchObject({ to: 'ana@example.com', text: link });
  });

  it('mails contain no name or screen name, which a stranger may have chosen', async () => {
    const test = await openApp({});
    const body = {
      name: 'Win $1000 at evil.example',
      screenName: 'Click evil.example',
      email: 'victim@example.com',
      password: 'correct horse',
    };
    await test.call('POST', '/api/register', { body });
    const [mail] = await readMails(test);
    expect(mail?.to).toBe('victim@example.com');
    expect(mail?.text).toContain('/confirm-email?token=');
    for (const part of [mail?.subject, mail?.text, mail?.html, mail?.raw]) {
      expect(part).not.toContain('evil.example');
    }
  });
});
