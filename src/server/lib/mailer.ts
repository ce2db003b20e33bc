import { randomBytes } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

export interface Mailer {
  send(mail: Mail): Promise<void>;
  /** Closes every connection to the mail server, also in the middle of an email. */
  close(): void;
}

interface MailerOptions {
  smtpUrl: string | undefined;
  mailFrom: string;
  dataDir: string;
  log: { info(details: object, message: string): void };
  timeouts?: Partial<typeof TIMEOUTS>;
}

/** Loaded by the first email. */
const loadNodemailer = () => import('nodemailer');

/** Through SMTP_URL where it is set, else as files in DATA_DIR/outbox. */
export function createMailer(options: MailerOptions): Mailer {
  return options.smtpUrl === undefined
    ? outboxMailer(options)
    : smtpMailer(options.smtpUrl, options.mailFrom, { ...TIMEOUTS, ...options.timeouts });
}

/** In milliseconds. */
const TIMEOUTS = {
  connectionTimeout: 5_000,
  greetingTimeout: 5_000,
  socketTimeout: 10_000,
  /** For a whole email: a server that sends a byte at a time never reaches the idle timeout. */
  sendTimeout: 20_000,
};

function message({ to, subject, text, html }: Mail, from: string) {
  return {
    from,
    // An object, so that nothing in an address is read as a second one.
    to: { name: '', address: to },
    subject,
    text,
    html,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function smtpMailer(
  url: string,
  from: string,
  { sendTimeout, ...timeouts }: typeof TIMEOUTS,
): Mailer {
  // Each email has a connection to itself while it is sent, so that ending one ends no other email.
  const connect = ({ createTransport }: Awaited<ReturnType<typeof loadNodemailer>>) =>
    createTransport({
      url,
      pool: true,
      maxConnections: 1,
      // Retries are the queue's work.
      maxRequeues: 0,
      idleTimeout: 10_000,
      ...timeouts,
    });
  type Transport = ReturnType<typeof connect>;
  const idle: Transport[] = [];
  const busy = new Set<Transport>();
  let isClosed = false;
  const drop = (transport: Transport) => transport.transporter.close?.({ force: true });

  return {
    async send(mail) {
      const nodemailer = await loadNodemailer();
      if (isClosed) throw new Error('The mailer was closed.');
      const transport = idle.pop() ?? connect(nodemailer);
      busy.add(transport);
      const deadline = setTimeout(() => drop(transport), sendTimeout);
      try {
        await transport.sendMail(message(mail, from));
        idle.push(transport);
      } catch (error) {
        drop(transport);
        throw error;
      } finally {
        clearTimeout(deadline);
        busy.delete(transport);
      }
    },
    close() {
      isClosed = true;
      for (const transport of [...idle.splice(0), ...busy]) drop(transport);
    },
  };
}

function outboxMailer({ mailFrom, dataDir, log }: MailerOptions): Mailer {
  const outbox = path.join(dataDir, 'outbox');
  return {
    async send(mail) {
      const { createTransport } = await loadNodemailer();
      const transport = createTransport({ streamTransport: true, buffer: true });
      const { message: content } = await transport.sendMail(message(mail, mailFrom));
      if (!Buffer.isBuffer(content)) throw new Error('The email could not be rendered.');
      await mkdir(outbox, { recursive: true, mode: 0o700 });
      const time = new Date().toISOString().replace(/[:.]/g, '-');
      const file = path.join(outbox, `${time}-${randomBytes(4).toString('hex')}.eml`);
      // Renamed when complete, so that a reader of the folder never sees a partial email.
      await writeFile(`${file}.part`, content, { mode: 0o600 });
      await rename(`${file}.part`, file);
      // The file's name only: the email contains a token.
      log.info(
        { file, subject: mail.subject },
        'Email written to the outbox (SMTP_URL is not set)',
      );
    },
    close() {},
  };
}
