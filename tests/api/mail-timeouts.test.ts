import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createMailer } from '#server/lib/mailer.ts';

const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const cleanup of cleanups.splice(0).reverse()) cleanup();
});

/** A mail server that does with its caller whatever the test wants; `left` resolves once it is let go. */
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
/** Longer than any test may take: only the one that is meant can have ended it. */
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

describe('a mail server is given up on, and let go', () => {
  it('when it never says hello', async () => {
    const { port, left } = await startOddServer(() => undefined);
    const mailer = openMailer(port, { greetingTimeout: 50 });
    await expect(mailer.send(MAIL)).rejects.toThrow('Greeting never received');
    await left;
  });

  it('when it falls silent in the middle', async () => {
    const { port, left } = await startOddServer((caller) => caller.write('220 hello\r\n'));
    const mailer = openMailer(port, { socketTimeout: 50 });
    await expect(mailer.send(MAIL)).rejects.toThrow('Timeout');
    await left;
  });

  it('when it dribbles: always a byte, never an answer', async () => {
    const { port, left } = await startOddServer((caller) => {
      const drip = setInterval(() => caller.write('2'), 5);
      caller.once('close', () => clearInterval(drip));
    });
    const mailer = openMailer(port, { sendTimeout: 100 });
    await expect(mailer.send(MAIL)).rejects.toThrow();
    await left;
  });

  it('and the next mail is tried on a connection of its own', async () => {
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
