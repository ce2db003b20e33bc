import path from 'node:path';
import { z } from 'zod';
import { parseTrustedProxies, type TrustedProxies } from './lib/client-address.ts';

/** Every setting is optional; a blank one counts as unset. */
const text = z.preprocess((value) => (value === '' ? undefined : value), z.string().optional());
const onOff = z.preprocess(
  (value) => (value === '' ? undefined : value),
  z.enum(['on', 'off'], { error: "must be 'on' or 'off'" }).optional(),
);

function listOf(value: string | undefined): string[] {
  return (value ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

function isUrl(value: string, protocols: string[]): boolean {
  return URL.canParse(value) && protocols.includes(new URL(value).protocol);
}

const isDatabaseUrl = (value: string) => isUrl(value, ['postgres:', 'postgresql:']);

const environment = z.object({
  NODE_ENV: text,
  PORT: text.refine((value) => value === undefined || /^\d{1,5}$/.test(value), {
    error: 'must be a port number from 0 to 65535',
  }),
  HOST: text,
  DATA_DIR: text,
  DATABASE_URL: text.refine((value) => value === undefined || isDatabaseUrl(value), {
    error: 'must be a postgres:// address',
  }),
  DATABASE_REPLICA_URLS: text.refine((value) => listOf(value).every(isDatabaseUrl), {
    error: 'must be a comma list of postgres:// addresses',
  }),
  PUBLIC_URL: text.refine((value) => value === undefined || isOrigin(value), {
    error: 'must be an origin such as https://pay.example.com',
  }),
  ADMIN_EMAILS: text.refine(
    (value) => listOf(value).every((item) => /^[^\s@]+@[^\s@]+$/.test(item)),
    {
      error: 'must be a comma list of email addresses',
    },
  ),
  SMTP_URL: text.refine((value) => value === undefined || isUrl(value, ['smtp:', 'smtps:']), {
    error: 'must be an smtp:// or smtps:// address',
  }),
  MAIL_FROM: text,
  TRUST_PROXY: text,
  RATE_LIMITS: onOff,
  DEMO: onOff,
  PASSWORD_BLOCKLIST: onOff,
  METRICS: onOff,
  LOG_LEVEL: z.preprocess(
    (value) => (value === '' ? undefined : value),
    z
      .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
        error: 'must be one of fatal, error, warn, info, debug, trace, silent',
      })
      .optional(),
  ),
});

function isOrigin(value: string): boolean {
  return isUrl(value, ['http:', 'https:']) && new URL(value).origin === value.replace(/\/$/, '');
}

/** Browsers take Secure cookies over https, and from this very machine. */
function canKeepSecureCookies({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

export interface Config {
  isProduction: boolean;
  port: number;
  host: string;
  dataDir: string;
  databaseUrl: string | undefined;
  replicaUrls: string[];
  publicUrl: string;
  adminEmails: string[];
  smtpUrl: string | undefined;
  mailFrom: string;
  trustProxy: TrustedProxies;
  rateLimits: boolean;
  demo: boolean;
  passwordBlocklist: boolean;
  metrics: boolean;
  logLevel: string;
}

/** Reads the environment once; throws an Error whose one line names the variable that is wrong. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const parsed = environment.safeParse(env);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new Error(`${String(issue?.path[0])} ${issue?.message}`);
  }
  const set = parsed.data;
  const isProduction = set.NODE_ENV === 'production';
  const port = Number(set.PORT ?? 3000);
  if (port > 65_535) throw new Error('PORT must be a port number from 0 to 65535');
  if (isProduction && !set.PUBLIC_URL) {
    throw new Error(
      'PUBLIC_URL is required with NODE_ENV=production (the origin that people open, such as https://pay.example.com)',
    );
  }
  const publicUrl = (set.PUBLIC_URL ?? `http://localhost:${port}`).replace(/\/$/, '');
  if (isProduction && !canKeepSecureCookies(new URL(publicUrl))) {
    throw new Error(
      'PUBLIC_URL must start with https:// with NODE_ENV=production: over http browsers refuse the session cookie, and nobody can log in',
    );
  }
  return {
    isProduction,
    port,
    host: set.HOST ?? (isProduction ? '0.0.0.0' : '127.0.0.1'),
    dataDir: path.resolve(set.DATA_DIR ?? './data'),
    databaseUrl: set.DATABASE_URL,
    replicaUrls: listOf(set.DATABASE_REPLICA_URLS),
    publicUrl,
    adminEmails: listOf(set.ADMIN_EMAILS).map((email) => email.toLowerCase()),
    smtpUrl: set.SMTP_URL,
    mailFrom: set.MAIL_FROM ?? `Payfolk <no-reply@${new URL(publicUrl).hostname}>`,
    trustProxy: parseTrustedProxies(set.TRUST_PROXY),
    rateLimits: set.RATE_LIMITS !== 'off',
    demo: set.DEMO !== 'off' && !isProduction && set.DATABASE_URL === undefined,
    passwordBlocklist: set.PASSWORD_BLOCKLIST ? set.PASSWORD_BLOCKLIST === 'on' : isProduction,
    metrics: set.METRICS === 'on',
    logLevel: set.LOG_LEVEL ?? 'info',
  };
}
