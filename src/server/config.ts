import path from 'node:path';
import addressparser from 'nodemailer/lib/addressparser';
import { z } from 'zod';
import { parseTrustedProxies } from './lib/client-address.ts';

const onOff = z
  .enum(['on', 'off'], { error: "must be 'on' or 'off'" })
  .transform((value) => value === 'on');

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const DATABASE_ADDRESS =
  'must be an address such as postgres://USER:PASSWORD@HOST/DATABASE, or postgres:///DATABASE?host=FOLDER&user=USER for a socket';
const WEB_ADDRESS = 'must be an https:// or http:// address';
const isEmail = (value: string) => /^[^\s@]+@[^\s@]+$/.test(value);
const isWebAddress = (value: string) => isUrl(value, ['https:', 'http:']);

/** Every variable is optional. */
const variables = z.object({
  NODE_ENV: z.string().optional(),
  PORT: numberFrom(0, 65_535, 'must be a port number from 0 to 65535').default(3000),
  HOST: z.string().optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z.string().refine(isDatabaseUrl, { error: DATABASE_ADDRESS }).optional(),
  DATABASE_DIRECT_URL: z.string().refine(isDatabaseUrl, { error: DATABASE_ADDRESS }).optional(),
  DATABASE_REPLICA_URLS: commaList(
    isDatabaseUrl,
    'must be a comma-separated list of postgres:// addresses',
  ).default([]),
  PUBLIC_URL: z
    .string()
    .refine(isOrigin, { error: 'must be an origin such as https://pay.example.com' })
    .optional(),
  ADMIN_EMAILS: commaList(isEmail, 'must be a comma-separated list of email addresses').default([]),
  SMTP_URL: z
    .string()
    .refine((value) => isUrl(value, ['smtp:', 'smtps:']) && new URL(value).hostname !== '', {
      error: 'must be an smtp:// or smtps:// address with a host',
    })
    .optional(),
  MAIL_FROM: z
    .string()
    .refine(isSender, {
      error: 'must be one address, such as Payfolk <no-reply@pay.example.com>',
    })
    .optional(),
  CONTACT_EMAIL: z.string().refine(isEmail, { error: 'must be an email address' }).optional(),
  TERMS_URL: z.string().refine(isWebAddress, { error: WEB_ADDRESS }).optional(),
  PRIVACY_URL: z.string().refine(isWebAddress, { error: WEB_ADDRESS }).optional(),
  TRUST_PROXY: z.string().optional().transform(parseTrustedProxies),
  RATE_LIMITS: onOff.default(true),
  DEMO: onOff.default(true),
  PASSWORD_BLOCKLIST: onOff.optional(),
  WEBSITE_PROOF: onOff.default(true),
  METRICS: onOff.default(false),
  BACKUP_DIR: z.string().optional(),
  BACKUP_EVERY: secondsFrom(
    3_600,
    90 * 86_400,
    'must be a time from 1h to 90d, such as 24h',
  ).optional(),
  BACKUP_KEEP: numberFrom(1, 1_000, 'must be a number from 1 to 1000').optional(),
  LOG_LEVEL: z
    .enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(', ')}` })
    .default('info'),
  // Node.js itself sizes its thread pool by this one.
  UV_THREADPOOL_SIZE: numberFrom(1, 1_024, 'must be a number from 1 to 1024').default(4),
});

/** The environment, parsed; rules and defaults that depend on two variables come last. */
const environment = z.preprocess(
  dropBlanks,
  variables.transform((env, context) => {
    const refuse = (name: string, message: string) => {
      context.addIssue({ code: 'custom', path: [name], message });
      return z.NEVER;
    };
    const isProduction = env.NODE_ENV === 'production';
    if (isProduction && !env.PUBLIC_URL) {
      return refuse(
        'PUBLIC_URL',
        'is required with NODE_ENV=production (the origin that people open, such as https://pay.example.com)',
      );
    }
    const publicUrl = (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/$/, '');
    const { hostname } = new URL(publicUrl);
    if (isProduction && !canKeepSecureCookies(new URL(publicUrl))) {
      return refuse(
        'PUBLIC_URL',
        'must start with https:// with NODE_ENV=production: over http browsers refuse the session cookie, and nobody can log in',
      );
    }
    for (const name of ['BACKUP_EVERY', 'BACKUP_KEEP'] as const) {
      if (env[name] !== undefined && env.BACKUP_DIR === undefined) {
        return refuse(name, 'has no effect without BACKUP_DIR: set that too');
      }
    }
    if (env.DATABASE_DIRECT_URL !== undefined && env.DATABASE_URL === undefined) {
      return refuse('DATABASE_DIRECT_URL', 'has no effect without DATABASE_URL: set that too');
    }
    return {
      isProduction,
      port: env.PORT,
      host: env.HOST ?? (isProduction ? '0.0.0.0' : '127.0.0.1'),
      dataDir: path.resolve(env.DATA_DIR),
      databaseUrl: env.DATABASE_URL,
      directUrl: env.DATABASE_DIRECT_URL,
      replicaUrls: env.DATABASE_REPLICA_URLS,
      publicUrl,
      adminEmails: env.ADMIN_EMAILS.map((email) => email.toLowerCase()),
      smtpUrl: env.SMTP_URL,
      mailFrom: env.MAIL_FROM ?? `Payfolk <no-reply@${hostname}>`,
      contactEmail: env.CONTACT_EMAIL,
      termsUrl: env.TERMS_URL,
      privacyUrl: env.PRIVACY_URL,
      trustProxy: env.TRUST_PROXY,
      rateLimits: env.RATE_LIMITS,
      demo: env.DEMO && !isProduction && env.DATABASE_URL === undefined,
      passwordBlocklist: env.PASSWORD_BLOCKLIST ?? isProduction,
      websiteProof: env.WEBSITE_PROOF,
      metrics: env.METRICS,
      backups:
        env.BACKUP_DIR === undefined
          ? undefined
          : {
              folder: path.resolve(env.BACKUP_DIR),
              everySeconds: env.BACKUP_EVERY ?? 86_400,
              keep: env.BACKUP_KEEP ?? 7,
            },
      logLevel: env.LOG_LEVEL,
      threadPoolSize: env.UV_THREADPOOL_SIZE,
    };
  }),
);

export type Config = z.output<typeof environment>;

/** Reads the environment once; throws an Error whose one line names the variable that is wrong. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const parsed = environment.safeParse(env);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new Error(`${String(issue?.path[0])} ${issue?.message}`);
}

/** A blank variable counts as unset. */
function dropBlanks(env: unknown): unknown {
  return Object.fromEntries(
    Object.entries(env as Record<string, string | undefined>).filter(([, value]) => value?.trim()),
  );
}

function numberFrom(min: number, max: number, error: string) {
  return z
    .string()
    .regex(/^\d{1,5}$/, { error })
    .transform(Number)
    .refine((value) => value >= min && value <= max, { error });
}

/** Parses a duration such as 24h or 7d. */
function secondsFrom(min: number, max: number, error: string) {
  return z
    .string()
    .regex(/^\d{1,4}[hd]$/, { error })
    .transform((value) => Number.parseInt(value, 10) * (value.endsWith('h') ? 3_600 : 86_400))
    .refine((value) => value >= min && value <= max, { error });
}

function commaList(isItem: (item: string) => boolean, error: string) {
  return z
    .string()
    .transform((value) => value.split(',').map((item) => item.trim()))
    .transform((items) => items.filter((item) => item !== ''))
    .refine((items) => items.every(isItem), { error });
}

function isUrl(value: string, protocols: string[]): boolean {
  return URL.canParse(value) && protocols.includes(new URL(value).protocol);
}

/** One address, with or without a name. */
function isSender(value: string): boolean {
  const [sender, ...others] = addressparser(value);
  return others.length === 0 && isEmail(sender?.address ?? '');
}

function isDatabaseUrl(value: string): boolean {
  return isUrl(value, ['postgres:', 'postgresql:']);
}

function isOrigin(value: string): boolean {
  return isUrl(value, ['http:', 'https:']) && new URL(value).origin === value.replace(/\/$/, '');
}

/** Browsers accept Secure cookies over https, and from localhost. */
function canKeepSecureCookies({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}
