import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { TestApp } from './test-app.ts';

export interface ReceivedMail {
  to: string;
  subject: string;
  from: string;
  text: string;
  html: string;
  /** The whole of it, as it went over the wire. */
  raw: string;
  /** The token of its link, if there is one. */
  token: string | undefined;
}

/** Reads one email as a mail program would: two parts, quoted-printable. */
export function parseMail(raw: string): ReceivedMail {
  const [head = ''] = raw.split(/\r?\n\r?\n/, 1);
  const unfolded = head.replace(/\r?\n[ \t]+/g, ' ');
  const header = (name: string) =>
    new RegExp(`^${name}: (.*)$`, 'im').exec(unfolded)?.[1]?.trim() ?? '';
  const boundary = /boundary="?([^";]+)"?/.exec(header('Content-Type'))?.[1] ?? '\0';
  const part = (type: string) => {
    const found = raw
      .split(`--${boundary}`)
      .find((piece) => piece.includes(`Content-Type: ${type}`));
    const [, ...body] = (found ?? '').split(/\r?\n\r?\n/);
    const isQuoted = found?.includes('quoted-printable') ?? false;
    const text = body.join('\n\n').replaceAll('\r\n', '\n').trim();
    return isQuoted ? decodeQuotedPrintable(text) : text;
  };
  const text = part('text/plain');
  return {
    to: header('To'),
    from: header('From'),
    subject: header('Subject'),
    text,
    html: part('text/html'),
    raw,
    token: /[?&]token=([\w-]+)/.exec(text)?.[1],
  };
}

function decodeQuotedPrintable(text: string): string {
  const bytes = text
    .replace(/=\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** Everything that has left for the outbox, oldest first, once all that is due was sent. */
export async function readMails({ app, config }: TestApp): Promise<ReceivedMail[]> {
  await app.jobs.drained();
  const outbox = path.join(config.dataDir, 'outbox');
  const files = await readdir(outbox).catch(() => []);
  return Promise.all(
    files.sort().map(async (file) => parseMail(await readFile(path.join(outbox, file), 'utf8'))),
  );
}

/** The newest mail to somebody, which must be there. */
export async function lastMailTo(test: TestApp, address: string): Promise<ReceivedMail> {
  const mail = (await readMails(test)).findLast(({ to }) => to === address);
  if (!mail) throw new Error(`There is no mail to ${address}.`);
  return mail;
}

/** The token in the newest mail to somebody. */
export async function lastTokenTo(test: TestApp, address: string): Promise<string> {
  const { token } = await lastMailTo(test, address);
  if (!token) throw new Error(`The last mail to ${address} has no link with a token.`);
  return token;
}

/** The token in the newest reset email to somebody. Other emails to them may go out at the same time. */
export async function resetTokenTo(test: TestApp, address: string): Promise<string> {
  const mails = (await readMails(test)).filter(({ to }) => to === address);
  const token = mails.findLast(({ subject }) => subject.startsWith('Reset your password'))?.token;
  if (!token) throw new Error(`There is no reset mail to ${address}.`);
  return token;
}
