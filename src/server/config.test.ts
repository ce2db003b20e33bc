import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

describe('readConfig', () => {
  it('has the documented defaults', () => {
    expect(readConfig({})).toEqual({
      isProduction: false,
      port: 3000,
      host: '127.0.0.1',
      dataDir: path.resolve('data'),
      databaseUrl: undefined,
      replicaUrls: [],
      publicUrl: 'http://localhost:3000',
      adminEmails: [],
      smtpUrl: undefined,
      mailFrom: 'Payfolk <no-reply@localhost>',
      trustProxy: false,
      rateLimits: true,
      demo: true,
      passwordBlocklist: false,
      websiteProof: true,
      metrics: false,
      logLevel: 'info',
      threadPoolSize: 4,
    });
  });

  it('changes its defaults in production', () => {
    const config = readConfig({ NODE_ENV: 'production', PUBLIC_URL: 'https://pay.example.com/' });
    expect(config).toMatchObject({
      isProduction: true,
      host: '0.0.0.0',
      publicUrl: 'https://pay.example.com',
      mailFrom: 'Payfolk <no-reply@pay.example.com>',
      demo: false,
      passwordBlocklist: true,
    });
  });

  it('counts a blank value as unset', () => {
    const names = [
      'PORT',
      'HOST',
      'DATA_DIR',
      'DATABASE_URL',
      'PUBLIC_URL',
      'RATE_LIMITS',
      'LOG_LEVEL',
      'TRUST_PROXY',
      'UV_THREADPOOL_SIZE',
    ];
    for (const blank of ['', ' ', ' \t ']) {
      const env = Object.fromEntries(names.map((name) => [name, blank]));
      expect(readConfig(env)).toEqual(readConfig({}));
    }
  });

  it('never adds demo people with DATABASE_URL', () => {
    expect(readConfig({ DATABASE_URL: 'postgres://db/payfolk' }).demo).toBe(false);
    expect(readConfig({ DEMO: 'off' }).demo).toBe(false);
  });

  it('takes a direct address beside one of a pooler', () => {
    const env = { DATABASE_URL: 'postgres://pooler/x', DATABASE_DIRECT_URL: 'postgres://db/x' };
    expect(readConfig(env).directUrl).toBe('postgres://db/x');
    expect(() => readConfig({ ...env, DATABASE_URL: '' })).toThrow(
      'DATABASE_DIRECT_URL has no effect without DATABASE_URL',
    );
  });

  it('reads lists', () => {
    const config = readConfig({
      ADMIN_EMAILS: 'Ana@Example.com, bo@example.com,',
      DATABASE_REPLICA_URLS: 'postgres://a/x, postgres://b/x',
      TRUST_PROXY: 'loopback, 10.0.0.0/8',
    });
    expect(config.adminEmails).toEqual(['ana@example.com', 'bo@example.com']);
    expect(config.replicaUrls).toEqual(['postgres://a/x', 'postgres://b/x']);
    expect(config.trustProxy).toEqual(['loopback', '10.0.0.0/8']);
  });

  it('reads a number of proxies', () => {
    expect(readConfig({ TRUST_PROXY: '2' }).trustProxy).toBe(2);
    expect(readConfig({ TRUST_PROXY: 'off' }).trustProxy).toBe(false);
  });

  it.each([
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['DATABASE_URL', 'mysql://x/y'],
    ['DATABASE_DIRECT_URL', 'mysql://x/y'],
    ['DATABASE_REPLICA_URLS', 'postgres://a/x,nonsense'],
    ['PUBLIC_URL', 'pay.example.com'],
    ['PUBLIC_URL', 'https://pay.example.com/app'],
    ['ADMIN_EMAILS', 'ana'],
    ['SMTP_URL', 'http://mail'],
    ['SMTP_URL', 'smtp://'],
    ['SMTP_URL', 'smtp:mail.example.com'],
    ['MAIL_FROM', 'not an address'],
    ['MAIL_FROM', 'a@example.com, b@example.com'],
    ['MAIL_FROM', 'Team: a@example.com;'],
    ['CONTACT_EMAIL', 'help'],
    ['TERMS_URL', 'javascript:alert(1)'],
    ['PRIVACY_URL', '/privacy'],
    ['TRUST_PROXY', 'everyone!'],
    ['TRUST_PROXY', 'on'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['RATE_LIMITS', 'maybe'],
    ['DEMO', 'yes'],
    ['PASSWORD_BLOCKLIST', '1'],
    ['METRICS', 'true'],
    ['LOG_LEVEL', 'loud'],
    ['BACKUP_EVERY', '24'],
    ['BACKUP_EVERY', '30m'],
    ['BACKUP_EVERY', '0h'],
    ['BACKUP_EVERY', '91d'],
    ['BACKUP_KEEP', '0'],
    ['BACKUP_KEEP', '1001'],
    ['UV_THREADPOOL_SIZE', 'many'],
    ['UV_THREADPOOL_SIZE', '0'],
  ])('names %s when it is %s', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} must be [^\\n]+$`));
  });

  it.each([
    'no-reply@example.com',
    'Payfolk <no-reply@example.com>',
    '"Payfolk, Inc." <no-reply@example.com>',
    '<no-reply@example.com>',
    'Payfolk "Help" <no-reply@example.com>',
    'no-reply@example.com (Payfolk)',
  ])('sends mail from %s', (value) => {
    expect(readConfig({ MAIL_FROM: value }).mailFrom).toBe(value);
  });

  it('makes backups where BACKUP_DIR is set, every day by default', () => {
    expect(readConfig({}).backups).toBeUndefined();
    const folder = path.resolve('backups');
    expect(readConfig({ BACKUP_DIR: 'backups' }).backups).toEqual({
      folder,
      everySeconds: 86_400,
      keep: 7,
    });
    const env = { BACKUP_DIR: 'backups', BACKUP_EVERY: '7d', BACKUP_KEEP: '4' };
    expect(readConfig(env).backups).toEqual({ folder, everySeconds: 604_800, keep: 4 });
    expect(readConfig({ ...env, BACKUP_EVERY: '1h' }).backups?.everySeconds).toBe(3_600);
    expect(() => readConfig({ BACKUP_EVERY: '24h' })).toThrow(
      'BACKUP_EVERY has no effect without BACKUP_DIR',
    );
    expect(() => readConfig({ BACKUP_KEEP: '3' })).toThrow('BACKUP_KEEP has no effect');
  });

  it('needs an https PUBLIC_URL in production, except on this machine', () => {
    const read = (PUBLIC_URL: string) => readConfig({ NODE_ENV: 'production', PUBLIC_URL });
    expect(() => read('http://pay.example.com')).toThrow(/^PUBLIC_URL must start with https:/);
    expect(() => read('http://localhost.example.com')).toThrow(/^PUBLIC_URL must/);
    for (const local of ['http://localhost:3000', 'http://127.0.0.1', 'http://[::1]:3000']) {
      expect(read(local).publicUrl).toBe(local);
    }
    expect(readConfig({ PUBLIC_URL: 'http://pay.example.com' }).isProduction).toBe(false);
  });

  it('needs PUBLIC_URL in production', () => {
    expect(() => readConfig({ NODE_ENV: 'production' })).toThrow(/^PUBLIC_URL is required/);
  });
});

it('says how to write the address of a socket', () => {
  // As psql accepts it, but not as a URL.
  const env = { DATABASE_URL: 'postgres://payfolk@/payfolk?host=/var/run/postgresql' };
  expect(() => readConfig(env)).toThrow(
    'DATABASE_URL must be an address such as postgres://USER:PASSWORD@HOST/DATABASE, or postgres:///DATABASE?host=FOLDER&user=USER for a socket',
  );
});
