import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#server/config.ts';
import { findSecret } from '#server/db/secrets.ts';
import { cookieOptions } from './session.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Signs the cookie of known devices. */
    deviceKey: Buffer | undefined;
  }
}

const YEAR_SECONDS = 365 * 24 * 60 * 60;
/** Accounts that one browser is known for: people share computers. */
const MAX_ACCOUNTS = 5;
const MAX_LENGTH = 1_000;

/** The account, the device, since when devices of the account count, when it was signed; and the signature. */
const ENTRY = /^(\d{1,10})\.([\w-]{22})\.(\d{1,15})\.(\d{1,12})\.([\w-]{43})$/;

interface Device {
  userId: number;
  id: string;
  /** The account's value when it was signed. A new password or a sign-out of all devices makes this one unknown. */
  devicesSince: number;
  signedAt: number;
}

interface DeviceUser {
  id: number;
  devicesSince: Date | null;
}

function deviceCookieName({ isProduction }: Config): string {
  return isProduction ? '__Host-device' : 'device';
}

export function registerDevices(app: FastifyInstance) {
  app.decorate('deviceKey', undefined);
  app.addHook('onReady', async () => {
    app.deviceKey ??= await findSecret(app.database.db, 'device');
  });
}

const textOf = ({ userId, id, devicesSince, signedAt }: Device) =>
  `${userId}.${id}.${devicesSince}.${signedAt}`;

const sign = (text: string, key: Buffer) => createHmac('sha256', key).update(text).digest();

const nowInSeconds = () => Math.floor(Date.now() / 1_000);

/** What we signed for this browser within the last year. */
function signedDevices({ server, cookies }: FastifyRequest): Device[] {
  const { config, deviceKey } = server;
  const cookie = cookies[deviceCookieName(config)];
  if (!deviceKey || !cookie || cookie.length > MAX_LENGTH) return [];
  const oldest = nowInSeconds() - YEAR_SECONDS;
  return cookie
    .split('~', MAX_ACCOUNTS)
    .flatMap((entry) => readEntry(entry, deviceKey) ?? [])
    .filter(({ signedAt }) => signedAt > oldest);
}

function readEntry(entry: string, key: Buffer): Device | undefined {
  const [, userId, id = '', devicesSince, signedAt, signature = ''] = ENTRY.exec(entry) ?? [];
  const device = {
    userId: Number(userId),
    id,
    devicesSince: Number(devicesSince),
    signedAt: Number(signedAt),
  };
  const isOurs =
    signature !== '' &&
    timingSafeEqual(Buffer.from(signature, 'base64url'), sign(textOf(device), key));
  return isOurs ? device : undefined;
}

export function hasSignedDevice(request: FastifyRequest): boolean {
  return signedDevices(request).length > 0;
}

const sinceOf = ({ devicesSince }: DeviceUser) => devicesSince?.getTime() ?? 0;

/** The id of the device that a request comes from, if this user has logged in on it. */
export function knownDevice(request: FastifyRequest, user: DeviceUser): string | undefined {
  return signedDevices(request).find(
    (device) => device.userId === user.id && device.devicesSince === sinceOf(user),
  )?.id;
}

/** Call it after a login. The device stays known for the other accounts that were used on it. */
export function setDeviceCookie(request: FastifyRequest, reply: FastifyReply, user: DeviceUser) {
  const { config, deviceKey } = request.server;
  if (!deviceKey) return;
  const device: Device = {
    userId: user.id,
    id: knownDevice(request, user) ?? randomBytes(16).toString('base64url'),
    devicesSince: sinceOf(user),
    signedAt: nowInSeconds(),
  };
  const others = signedDevices(request).filter(({ userId }) => userId !== user.id);
  const entries = [device, ...others].slice(0, MAX_ACCOUNTS).map((each) => {
    const text = textOf(each);
    return `${text}.${sign(text, deviceKey).toString('base64url')}`;
  });
  reply.setCookie(deviceCookieName(config), entries.join('~'), {
    ...cookieOptions(config),
    maxAge: YEAR_SECONDS,
  });
}
