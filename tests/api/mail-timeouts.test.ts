import { EventEmitter, once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createMailer } from '#server/lib/mailer.ts';

const cleanups: (() => void)[] = [];
afterEach(() => {
  vi.useRealTimers();
  for (const cleanup of cleanups.splice(0).reverse()) cleanup();
});

/** A mail server with the given behavior; `left` resolves once a client has disconnected. */
async function startOddServer(behave: (caller: Socket) => void) {
  let leave: () => void = () => undefined;
  const left = new Promise<void>((resolve) => {
    leave = resolve;
  });
  const server = createServer((caller) => {
    caller.on('error', () => undefined);
    caller.once('close', leave);
    caller.resume();
    behave(caller);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanups.push(() => server.close());
  return { port: (server.address() as AddressInfo).port, left };
}

const MAIL = { to: 'ana@example.com', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' };
/** Longer than any test: only the timeout under test can fire. */
const NEVER = 3_600_000;
const PATIENT = {
  connectionTimeout: NEVER,
  greetingTimeout: NEVER,
  socketTimeout: NEVER,
  sendTimeout: NEVER,
};

function openMailer(port: number, timeouts: Partial<typeof PATIENT>) {
  const mailer = createMailer({
    smtpUrl: `smtp://127.0.0.1:${port}`,
    mailFrom: 'payfolk@example.com',
    dataDir: '/nowhere',
    log: { info: () => undefined },
    timeouts: { ...PATIENT, ...timeouts },
  });
  cleanups.push(() => mailer.close());
  return mailer;
}

describe('the connection to a mail server is closed', () => {
  it('when it sends no greeting', async () => {
    const { port, left } = await startOddServer(() => undefined);
    const mailer = openMailer(port, { greetingTimeout: 50 });
    await expect(mailer.send(MAIL)).rejects.toThrow('Greeting never received');
    await left;
  });

  it('when it stops responding', async () => {
    const { port, left } = await startOddServer((caller) => caller.write('220 hello\r\n'));
    const mailer = openMailer(port, { socketTimeout: 50 });
    await expect(mailer.send(MAIL)).rejects.toThrow('Timeout');
    await left;
  });

  it('when it sends single bytes and never a response', async () => {
    const callers = new EventEmitter();
    const { port, left } = await startOddServer((caller) => {
      const drip = setInterval(() => caller.write('2'), 5);
      caller.once('close', () => clearInterval(drip));
      callers.emit('caller');
    });
    const mailer = openMailer(port, { sendTimeout: 2_000_000 });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    const called = once(callers, 'caller');
    const refused = expect(mailer.send(MAIL)).rejects.toThrow();
    await called;
    vi.advanceTimersByTime(2_000_000);
    await refused;
    await left;
  });

  it('and the next mail opens a new one', async () => {
    let calls = 0;
    const { port } = await startOddServer(() => {
      calls += 1;
    });
    const mailer = openMailer(port, { greetingTimeout: 50 });
    await expect(mailer.send(MAIL)).rejects.toThrow('Greeting never received');
    await expect(mailer.send(MAIL)).rejects.toThrow('Greeting never received');
    expect(calls).toBe(2);
  });
});

/** Accepts every command, but the content only once `accept` is called. */
function acceptLater(caller: Socket) {
  let isContent = false;
  let text = '';
  let allow: () => void = () => undefined;
  let arrive: () => void = () => undefined;
  const accepted = new Promise<void>((resolve) => {
    allow = resolve;
  });
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  caller.write('220 hello\r\n');
  caller.on('data', (chunk) => {
    text += chunk;
    if (isContent) {
      if (!text.endsWith('\r\n.\r\n')) return;
      arrive();
      void accepted.then(() => caller.write('250 accepted\r\n'));
      return;
    }
    isContent = text.startsWith('DATA');
    caller.write(isContent ? '354 go on\r\n' : '250 yes\r\n');
    text = '';
  });
  return { arrived, accept: () => allow() };
}

describe('one mail that fails', () => {
  it('does not affect mails that are sent at the same time', async () => {
    const sessions = new EventEmitter();
    const { port, left } = await startOddServer((caller) => {
      sessions.emit('session', acceptLater(caller));
    });
    const nextSession = async () => {
      const [session] = await once(sessions, 'session');
      return session as ReturnType<typeof acceptLater>;
    };
    const mailer = openMailer(port, { sendTimeout: 2_000_000 });

    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    const first = nextSession();
    const hanging = mailer.send(MAIL);
    hanging.catch(() => undefined);
    await (await first).arrived;
    vi.advanceTimersByTime(1_000_000);
    const second = nextSession();
    const beside = mailer.send({ ...MAIL, to: 'bo@example.com' });
    beside.catch(() => undefined);
    const { arrived, accept } = await second;
    await arrived;
    // Now the first mail has reached its timeout, the second one half of it.
    vi.advanceTimersByTime(1_000_000);
    await expect(hanging).rejects.toThrow();
    await left;
    accept();
    await beside;
  });
});
