import type { Config } from '#server/config.ts';
import { type Finding, ok, warning } from './finding.ts';

const LOCAL = ['localhost', '127.0.0.1', '[::1]'];

/** What the start itself refuses is not checked again here. */
export function checkPublicUrl({ isProduction, publicUrl }: Config): Finding {
  const { protocol, hostname } = new URL(publicUrl);
  if (LOCAL.includes(hostname)) {
    const text = `${publicUrl} opens on this machine only`;
    return isProduction
      ? warning('PUBLIC_URL', `${text}: set it to the address that people open.`)
      : ok('PUBLIC_URL', `${text}, which is fine for development.`);
  }
  if (!isProduction) {
    return warning(
      'PUBLIC_URL',
      `${publicUrl} is public, but NODE_ENV is not production: set NODE_ENV=production for secure cookies.`,
    );
  }
  return protocol === 'https:'
    ? ok('PUBLIC_URL', publicUrl)
    : warning('PUBLIC_URL', `${publicUrl} is not encrypted: use https://.`);
}

export function checkProxy({ isProduction, trustProxy }: Config): Finding {
  if (trustProxy !== false) {
    const text = typeof trustProxy === 'number' ? `${trustProxy} in a row` : 'a list of addresses';
    return ok('TRUST_PROXY', `${text}.`);
  }
  return isProduction
    ? warning(
        'TRUST_PROXY',
        'off: behind a proxy all visitors share one rate limit. Set it to the number of proxies, usually 1.',
      )
    : ok('TRUST_PROXY', 'off, which is right without a proxy.');
}

export function checkLimits({ rateLimits }: Config): Finding {
  return rateLimits
    ? ok('rate limits', 'on')
    : warning('rate limits', 'off: nothing limits guessing passwords. Remove RATE_LIMITS=off.');
}
